import HealthImport
import HealthModel
import Testing

/// Files crafted to cost time or memory. Each is large enough that work quadratic in its size would not
/// finish, and that anything that accumulates would show in the numbers.
@Suite("Hostile shapes")
struct HostileShapeTests {
  private func importBody(_ body: String) throws -> (report: ImportReport, sink: MemorySink) {
    try importExport(Array(ExportText.document(body).utf8))
  }

  private func record(_ number: Int, type: String = "HKQuantityTypeIdentifierStepCount", unit: String = "count")
    -> String
  {
    "<Record type=\"\(type)\" unit=\"\(unit)\" sourceName=\"s\(number)\" startDate=\"2024-03-04 08:00:00 +0100\" value=\"\(number)\"/>\n"
  }

  @Test("Tens of thousands of sources, types and units are imported completely")
  func distinctNames() throws {
    let count = 25_000
    let sources = try importBody((0..<count).map { record($0) }.joined())
    #expect(sources.sink.samples.map(\.value) == (0..<count).map { Double($0) })
    #expect(sources.sink.samples.enumerated().allSatisfy { $1.provenance.source.name == "s\($0)" })
    let types = try importBody((0..<count).map { record($0, type: "T\($0)", unit: "u\($0)") }.joined())
    #expect(types.sink.samples.enumerated().allSatisfy { $1.type == "T\($0)" && $1.unit == "u\($0)" })
    #expect(types.sink.samples.count == count)
  }

  @Test("Any number of unknown category values leaves the meaning of the known ones unchanged")
  func distinctSymbols() throws {
    func asleep(_ value: String) -> String {
      ExportText.record(
        "HKCategoryTypeIdentifierSleepAnalysis", unit: nil, value: "HKCategoryValueSleepAnalysis\(value)")
    }
    let idle = ExportText.record(
      "HKCategoryTypeIdentifierAppleStandHour", unit: nil, value: "HKCategoryValueAppleStandHourIdle")
    let flood = (0..<20_000).map { asleep("Somehow\($0)") }.joined()
    let sink = try importBody(asleep("AsleepREM") + flood + String(repeating: idle + asleep("AsleepREM"), count: 4))
      .sink
    #expect(sink.samples.compactMap(\.value) == [5, 1, 5, 1, 5, 1, 5, 1, 5])
  }

  @Test("Unmatched end tags in endless nesting")
  func unmatchedEnds() throws {
    let nested = String(repeating: "<a>", count: 50_000) + String(repeating: "</Workout>", count: 50_000)
    let (report, sink) = try importBody(
      "<Record type=\"x\" startDate=\"2024-03-04 08:00:00 +0100\">\n" + nested + "</Record>\n" + record(1))
    #expect(report.read == 1 + 1)
    #expect(report.droppedParts.map(\.count) == [50_000])
    #expect(sink.samples.count == 2)
  }

  @Test("An element keeps a limited number of parts, and the number of dropped parts is reported")
  func manyParts() throws {
    let dates = "startDate=\"2024-03-04 08:00:00 +0100\" endDate=\"2024-03-04 09:00:00 +0100\""
    let count = 40_000
    let entries = (0..<count).map { "<MetadataEntry key=\"k\($0)\" value=\"v\"/>\n" }.joined()
    let record = try importBody("<Record type=\"x\" \(dates)>\n\(entries)</Record>\n")
    let kept = try #require(record.sink.samples.first).metadata.count
    #expect((1_000..<20_000).contains(kept))
    #expect(record.report.droppedParts.map(\.count) == [count - kept])
    #expect(record.report.droppedParts.map(\.reason) == ["tooLarge"])

    let members = String(repeating: "  " + ExportText.record(), count: count)
    let correlation = try importBody(
      " <Correlation type=\"HKCorrelationTypeIdentifierFood\" \(dates)>\n\(members) </Correlation>\n")
    #expect(correlation.sink.correlations.first?.members.count == 4_096)
    #expect(correlation.report.droppedParts.map(\.count) == [count - 4_096])

    let event = "<WorkoutEvent type=\"HKWorkoutEventTypeLap\" date=\"2024-03-04 08:00:00 +0100\"/>\n"
    let workout = try importBody(
      "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" \(dates)>\n"
        + String(repeating: event, count: count) + "</Workout>\n")
    #expect(workout.sink.workouts.first?.record.events.count == 16_384)
    #expect(workout.report.droppedParts.map(\.count) == [count - 16_384])

    let beat = "<InstantaneousBeatsPerMinute bpm=\"61\" time=\"9:00:01.20 AM\"/>\n"
    let beats = try importBody(
      "<Record type=\"x\" \(dates)>\n<HeartRateVariabilityMetadataList>\n" + String(repeating: beat, count: count)
        + "</HeartRateVariabilityMetadataList>\n</Record>\n")
    #expect(beats.sink.samples.first?.metadata.map(\.key) == [MetadataKey.beats])
    #expect(beats.report.droppedParts.map(\.element) == ["InstantaneousBeatsPerMinute"])
  }

  @Test("Attributes of hundreds of kilobytes are dropped along with their elements")
  func longAttributes() throws {
    let long = String(repeating: "x", count: 900_000)
    for name in ["type", "unit", "sourceName", "sourceVersion", "device"] {
      let (report, _) = try importBody(
        "<Record \(name)=\"\(long)\" type=\"x\" startDate=\"2024-03-04 08:00:00 +0100\"/>\n".replacing(
          name == "type" ? " type=\"x\"" : "  ", with: ""))
      #expect(report.skipCounts == ["tooLarge": 1], "\(name)")
    }
    let (report, sink) = try importBody(
      ExportText.record(children: ExportText.entry("k", long)) + ExportText.record(value: long))
    #expect(sink.samples.map(\.metadata.count) == [0])
    #expect(report.droppedParts.map(\.element) == ["MetadataEntry"])
    #expect(report.skipCounts == ["badValue": 1])
  }

  @Test("Endless headers and endless names of dropped parts are counted")
  func floods() throws {
    let heads = try importExport(Array(ExportText.document(String(repeating: "<Me/>", count: 50_000), head: "").utf8))
    #expect(heads.report.droppedParts.map(\.count).reduce(0, +) == 50_000)
    let names = (0..<5_000).map { "<n\($0)/>" }.joined()
    let (report, _) = try importBody("<Record type=\"x\" startDate=\"2024-03-04 08:00:00 +0100\">\n\(names)</Record>")
    #expect(report.droppedParts.count <= 257)
    #expect(report.droppedParts.map(\.count).reduce(0, +) == 5_000)
  }
}
