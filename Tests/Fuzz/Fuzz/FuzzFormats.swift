import FoundationEssentials
import HealthModel

@testable import ForeignFormats
@testable import HealthImport

/// The points of a GPX file: every point is kept or dropped, and every kept one is within the bounds.
@Sendable func fuzzGPX(_ bytes: UnsafeRawBufferPointer) {
  let (choice, document) = bytes.choice
  var reader = GPXReader(room: choice & 0x40 == 0 ? 1 << 16 : 2)
  scan(document, root: "gpx", piece: choice & 0x80 == 0 ? .max : Int(choice % 64) + 1, into: &reader)
  reader.finish()
  let dropped = reader.drops.count { "\($0.name)" == "trkpt" } + reader.unlistedDrops.values.reduce(0, +)
  check(reader.read == reader.points.count + dropped, "read \(reader.read), kept \(reader.points.count)")
}

/// An electrocardiogram, and numbers in any language.
@Sendable func fuzzElectrocardiogram(_ bytes: UnsafeRawBufferPointer) {
  guard let electrocardiogram = try? ElectrocardiogramCSV(Array(bytes)) else { return }
  check(SampleBounds.allows(electrocardiogram.start), "an electrocardiogram out of bounds")
  check(electrocardiogram.voltages.allSatisfy(\.isFinite), "a voltage that is not finite")
  check(electrocardiogram.duration.isFinite && electrocardiogram.duration > 0, "no duration")
}

/// Tables: the first byte selects one of the known headings, or none.
@Sendable func fuzzCSV(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  let headings = [
    "", "Date,Move Actual,Move Goal,Exercise Actual,Exercise Goal,Stand Actual,Stand Goal\n",
    "Date,Distance Walking/Running,Steps,Distance Swimming,Swimming Strokes,Distance Cycling,Wheelchair,Snow\n",
    """
    UUID,Start Date,End Date,Type,Name,Duration,Distance,Elevation Ascended,Flights Climbed,Swim Strokes,\
    Total Energy

    """,
    "Activity Type,Date,Title,Distance,Calories,Time,Elapsed Time\n",
    """
    Date/Time,Active Energy (kJ),Apple Exercise Time (min),Apple Stand Hour (count),Heart Rate [Min] (count/min),\
    Heart Rate [Max] (count/min),Heart Rate [Avg] (count/min),Sleep Analysis [Asleep] (hr),Source

    """,
    "Workout Type,Start,End,Duration,Active Energy (kcal),Distance (km)\n",
  ]
  importFile(Array(headings[Int(choice) % headings.count].utf8) + rest, name: "table.csv")
}

/// JSON lists: deliveries, our own samples, and the files of a takeout.
@Sendable func fuzzJSON(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  let names = [
    "steps-1", "distance-1", "calories-1", "heart_rate-1", "sleep-1", "exercise-1", "weight-1", "a", "a", "a",
  ]
  let name = names[Int(choice) % names.count] + ".json"
  importFile(Array(rest), name: name)
  // As posted.
  let posted = try? HealthAutoExportImporter(JSONInput(bytes: Array(rest)), aggregation: choice & 1 == 0 ? nil : "Days")
    .run(into: BoundsSink())
  if let posted { check(posted) }
  let samples = try? SamplesImporter(JSONInput(bytes: Array(rest)), now: importedAt).run(into: BoundsSink())
  if let samples { check(samples) }
}

/// A FIT file with correct lengths and checksums around any records.
@Sendable func fuzzFIT(_ bytes: UnsafeRawBufferPointer) {
  let (choice, rest) = bytes.choice
  guard choice & 1 == 0 else { return importFile(Array(rest), name: "a.fit") }
  var file: [UInt8] = [12, 0x10, 0, 0] + (0..<4).map { UInt8(truncatingIfNeeded: rest.count >> (8 * $0)) }
  file += Array(".FIT".utf8) + rest
  let sum = FITFile.checksum(file[...])
  importFile(file + [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)], name: "a.fit")
}

private let importedAt = Date(timeIntervalSince1970: 1_794_693_600)

/// Reads a file of any detected kind: it is rejected with an `ImportError`, or every record is accounted for.
private func importFile(_ bytes: [UInt8], name: String) {
  let file = FuzzFile.named(name)
  bytes.withUnsafeBytes { file.replace(with: $0) }
  let context = ImportContext(
    now: importedAt, temporaryFolder: FuzzFile.folder, offset: { _ in 3_600 },
    database: { _ in throw ForeignDatabaseError(.damaged, "is none") })
  do {
    guard let importer = try FormatImporter.all(path: file.path, context: context).first else { return }
    let report = try importer.run(into: BoundsSink())
    check(
      report.read == report.stored + report.alreadyPresent + report.skipped,
      "not every record is accounted for: \(report)")
  } catch is ImportError {
  } catch {
    fail("\(error)")
  }
}

private func check(_ report: FeedReport) {
  check(
    report.received == report.stored + report.alreadyPresent + report.skipped,
    "not every record is accounted for: \(report)")
}

/// Accepts everything, and checks that it is within the bounds.
private final class BoundsSink: SampleSink {
  private let sink = CheckSink()

  func begin(_ header: ImportHeader) throws -> SinkCounts { try sink.begin(header) }

  func receive(_ batch: SampleBatch) throws -> SinkCounts {
    for sample in batch.samples { check(sample, batch.tables) }
    for correlation in batch.correlations {
      check(correlation.sample, batch.tables)
      for member in correlation.members { check(member, batch.tables) }
    }
    for workout in batch.workouts { check(workout, batch.tables) }
    for summary in batch.appleSummaries { check(summary) }
    return try sink.receive(batch)
  }

  func finish(complete: Bool) throws { try sink.finish(complete: complete) }
}
