import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Imports every kind of file into a real store.
@Suite("Formats: in the store")
struct FormatStoreTests {
  /// A separate store, in a folder with the same lifetime.
  struct Scratch {
    let folder: TemporaryFolder
    let store: Store

    init() throws {
      folder = try TemporaryFolder()
      store = try Store(path: folder.path + "/health.sqlite", access: .create)
    }

    func receive(_ path: String) throws -> (report: ImportReport, receipt: FeedReceipt) {
      let importer = try #require(try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first)
      let options = FeedOptions(
        feed: importer.description.feed, replacement: importer.description.replacement, now: FormatFixture.now,
        configuredZone: "Europe/Berlin", systemZone: "Europe/Berlin", isImport: true)
      var report = ImportReport()
      let receipt = try store.receive(options) { report = try importer.run(into: $0) }
      #expect(report.read == report.stored + report.alreadyPresent + report.skipped)
      #expect(report.stored == receipt.stored && report.alreadyPresent == receipt.unchanged + receipt.covered)
      return (report, receipt)
    }

    func importExport(_ text: String) throws -> ImportOutcome {
      let importer = try AppleExportImporter(path: try folder.write(text, to: "apple.xml"))
      let run = ImportSession(
        store: store,
        options: ImportOptions(now: FormatFixture.now, configuredZone: "Europe/Berlin", systemZone: "Europe/Berlin"))
      _ = try importer.run(into: run)
      return run.outcome
    }

    var counts: [String: Int] {
      get throws {
        Dictionary(try store.typeOverview().map { ($0.identifier, $0.count) }) { $0 + $1 }
      }
    }

    func summary(_ day: Day = FormatFixture.day) throws -> DaySummary? { try store.summaries(day...day).first }
  }

  @Test("importing the same file twice adds nothing, and undo removes all of it", arguments: FormatFixture.allCases)
  func twice(fixture: FormatFixture) throws {
    let scratch = try Scratch()
    let path = try fixture.write(to: scratch.folder)
    let first = try scratch.receive(path)
    #expect(first.report.stored > 0 && first.receipt.importID == 1)
    let counts = try scratch.counts
    let summary = try scratch.summary()
    let second = try scratch.receive(path)
    #expect(second.report.stored == 0 && second.receipt.replaced == 0 && second.receipt.importID == nil, "\(second)")
    #expect(second.report.alreadyPresent == first.report.stored)
    #expect(try scratch.counts == counts)
    #expect(try scratch.summary() == summary)
    let imports = try scratch.store.imports()
    #expect(imports.map(\.path) == [path] && imports.first?.isComplete == true)
    _ = try scratch.store.undoImport(1)
    #expect(try scratch.counts.values.reduce(0, +) == 0)
    #expect(try scratch.store.imports().isEmpty)
    #expect(try scratch.summary()?.basis != .apple)
  }

  @Test("the rings of a backup and of Hadge are kept with their goals, even alongside the file's own samples")
  func rings() throws {
    for fixture in [FormatFixture.phoneBackup, .hadge] {
      let scratch = try Scratch()
      _ = try scratch.receive(try fixture.write(to: scratch.folder))
      let before = try #require(try scratch.summary(FormatFixture.day - 1))
      #expect(before.move.value == (fixture == .hadge ? 512.25 : 512.5) && before.move.goal == 500, "\(before)")
      #expect(before.exercise.value == 41 && before.stand.value == 12, "\(before)")
      #expect(try scratch.summary()?.stand.goal == 12)
    }
  }

  private static func export(_ energy: String, source: String, exported: String) -> String {
    let record = ExportText.record(
      TypeIdentifier.activeEnergyBurned, unit: "kcal", value: energy, source: source,
      start: "2026-11-10 08:00:00 +0100", end: "2026-11-10 08:01:00 +0100")
    return ExportText.document(record, head: " <ExportDate value=\"\(exported)\"/>\n")
  }

  @Test("an Apple export and a file of the same samples never count twice, in either order")
  func neverTwice() throws {
    let export = Self.export("25", source: "Kim’s Watch", exported: "2026-11-12 18:30:00 +0100")
    for fixture in [FormatFixture.phoneBackup, .healthAutoExportJSON, .healthAutoExportCSV] {
      // The export is authoritative for its sources up to its date, whichever was imported first.
      let after = try Scratch()
      let path = try fixture.write(to: after.folder)
      _ = try after.importExport(export)
      let receipt = try after.receive(path).receipt
      #expect(receipt.covered > 0, "\(fixture)")
      let before = try Scratch()
      _ = try before.receive(try fixture.write(to: before.folder))
      #expect(try before.importExport(export).retired == receipt.covered, "\(fixture)")
      for scratch in [after, before] {
        #expect(try scratch.counts[TypeIdentifier.activeEnergyBurned] == 1, "\(fixture)")
      }
    }
  }

  @Test("a record that changed in a later export of Health Connect replaces the earlier one")
  func changedRecord() throws {
    let scratch = try Scratch()
    _ = try scratch.receive(try FormatFixture.writeHealthConnect(to: scratch.folder))
    let (report, receipt) = try scratch.receive(try FormatFixture.writeHealthConnect(to: scratch.folder, changed: true))
    #expect(report.stored == 3 && receipt.replaced == 3)
    let steps = try scratch.store.dailyStatistics(TypeIdentifier.stepCount, FormatFixture.day...FormatFixture.day)
    #expect(steps.first??.sum == 1_500)
  }

  @Test("an export of Health Connect whose series and nights have gone on adds what is new, in either order")
  func extendedRecords() throws {
    func write(_ count: Int, _ name: Int, _ scratch: Scratch) throws -> String {
      let path = scratch.folder.path + "/\(name).db"
      let common =
        "row_id INTEGER PRIMARY KEY, uuid BLOB, last_modified_time INTEGER, app_info_id INTEGER, device_info_id INTEGER"
      let start = Int(FormatFixture.at(1).timeIntervalSince1970 * 1_000)
      func rows(_ table: String, _ row: (Int) -> String) -> String {
        (0..<count).map { "INSERT INTO \(table) VALUES (1, \(row($0)));" }.joined()
      }
      try FormatFixture.makeDatabase(
        path,
        """
        CREATE TABLE application_info_table (row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
        CREATE TABLE device_info_table (row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT);
        INSERT INTO application_info_table VALUES (1, 'org.example.band', 'Band');
        CREATE TABLE steps_record_table (\(common), start_time INTEGER, end_time INTEGER, count INTEGER);
        CREATE TABLE heart_rate_record_table (\(common), start_time INTEGER, end_time INTEGER);
        CREATE TABLE heart_rate_record_series_table (parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
        INSERT INTO heart_rate_record_table VALUES (1, x'00000000000000000000000000000001', \(count), 1, 1, 0, 0);
        \(rows("heart_rate_record_series_table") { "\(60 + $0), \(start + $0 * 60_000)" })
        CREATE TABLE sleep_session_record_table (\(common), start_time INTEGER, end_time INTEGER);
        CREATE TABLE sleep_stages_table
          (parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER, stage_type INTEGER);
        INSERT INTO sleep_session_record_table
          VALUES (1, x'00000000000000000000000000000002', \(count), 1, 1, \(start), \(start + count * 600_000));
        \(rows("sleep_stages_table") { "\(start + $0 * 600_000), \(start + ($0 + 1) * 600_000), \(4 + $0 % 3)" })
        """)
      return path
    }
    for order in [[4, 4, 6, 6], [6, 4, 6]] {
      let scratch = try Scratch()
      for (name, count) in order.enumerated() { _ = try scratch.receive(try write(count, name, scratch)) }
      #expect(try scratch.counts[TypeIdentifier.heartRate] == 6, "\(order)")
      #expect(try scratch.counts[TypeIdentifier.sleepAnalysis] == 6, "\(order)")
    }
  }

  @Test("an older version of a record of Health Connect never replaces a newer one, also of a session with its route")
  func olderRecord() throws {
    let scratch = try Scratch()
    let newer = try FormatFixture.writeHealthConnect(to: scratch.folder, changed: true)
    let older = try FormatFixture.writeHealthConnect(to: scratch.folder)
    _ = try scratch.receive(older)
    let counts = try scratch.counts
    let (_, receipt) = try scratch.receive(newer)
    #expect(receipt.stored == 3 && receipt.replaced == 3)
    func end() throws -> Date? { try scratch.store.workouts(WorkoutRequest()).first?.end }
    #expect(try end() == FormatFixture.at(8, 31) && scratch.counts == counts)
    let again = try scratch.receive(older)
    #expect(again.report.stored == 0 && again.receipt.replaced == 0)
    #expect(try end() == FormatFixture.at(8, 31) && scratch.counts == counts)
  }

  @Test("a watch's counts that are repeated in a file of the same day count once")
  func monitoringAgain() throws {
    let scratch = try Scratch()
    _ = try scratch.receive(try FormatFixture.fit.write(to: scratch.folder))
    func steps() throws -> Double? {
      try scratch.store.dailyStatistics(TypeIdentifier.stepCount, FormatFixture.day...FormatFixture.day).first??.sum
    }
    #expect(try steps() == 1_300)
    // On its own, the file only has the counts since midnight.
    _ = try scratch.receive(
      try scratch.folder.write(FormatFixture.fitMonitoring(second: true), to: "alone/second.fit"))
    #expect(try steps() == 1_300)
  }

  @Test("if a file is cut off after thousands of records, none of them is stored")
  func neverHalf() throws {
    let scratch = try Scratch()
    let rows = (0..<10_000).map { row in
      let (hour, minute) = (row / 60 % 24, row % 60)
      let time = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute):00"
      return #"{"date": "2026-10-1\#(row / 1_440) \#(time) +0200", "qty": 1}"#
    }
    let whole =
      #"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": ["# + rows.joined(separator: ",")
      + "]}]}}"
    for cut in [1, 3, 4] {
      let path = try scratch.folder.write(String(whole.dropLast(cut)), to: "cut.json")
      #expect(throws: ImportError.self) { try scratch.receive(path) }
      #expect(try scratch.counts.isEmpty && scratch.store.imports().isEmpty)
    }
    #expect(try scratch.receive(try scratch.folder.write(whole, to: "whole.json")).report.stored == 10_000)
  }

  @Test("a file that begins in summer is at home in the system's zone, if that had the offset of its first row then")
  func summer() throws {
    let text = """
      {"data": {"metrics": [{"name": "active_energy", "units": "kcal",
        "data": [{"date": "2026-07-01 10:05:00 +0200", "qty": 5}]}]}}
      """
    for (system, home) in [("Europe/Berlin", "Europe/Berlin"), ("America/New_York", "GMT+0200")] {
      let scratch = try Scratch()
      let zone = try #require(TimeZone(identifier: system))
      let context = ImportContext(now: FormatFixture.now, zone: zone)
      let path = try scratch.folder.write(text, to: "summer.json")
      let importer = try #require(try FormatImporter.all(path: path, context: context).first)
      let options = FeedOptions(
        feed: importer.description.feed, replacement: importer.description.replacement, now: FormatFixture.now,
        systemZone: system, isImport: true)
      _ = try scratch.store.receive(options) { _ = try importer.run(into: $0) }
      #expect(try scratch.store.homeZone() == home)
    }
  }

  @Test("an interrupted import leaves nothing behind")
  func cancelled() throws {
    let scratch = try Scratch()
    let path = try FormatFixture.gadgetbridge.write(to: scratch.folder)
    let cancellation = ImportCancellation()
    let context = FormatFixture.context(scratch.folder, cancellation: cancellation)
    let importer = try #require(try FormatImporter.all(path: path, context: context).first)
    cancellation.cancel()
    #expect(throws: CancellationError.self) { try importer.run(into: CheckSink()) }
  }
}
