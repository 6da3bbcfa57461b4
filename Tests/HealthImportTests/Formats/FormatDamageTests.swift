import ForeignDatabases
import Foundation
import HealthModel
import Testing

@testable import ForeignFormats
@testable import HealthImport

/// Truncated files, files with flipped bits, and maliciously crafted ones.
@Suite("Formats: damage")
struct FormatDamageTests {
  /// Imports a damaged file: it is refused with an `ImportError`, or every record is accounted for.
  private func read(_ path: String, _ folder: TemporaryFolder, _ what: @autoclosure () -> String) {
    let sink = MemorySink()
    do {
      guard let importer = try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first else {
        return
      }
      let report = try importer.run(into: sink)
      #expect(report.read == report.stored + report.alreadyPresent + report.skipped, "\(what())")
      for sample in sink.samples {
        let isSound = SampleBounds.allows(sample.start) && SampleBounds.allows(sample.end) && sample.end >= sample.start
        #expect(isSound && SampleBounds.allows(sample.value ?? 0), "\(what()): \(sample)")
      }
    } catch is ImportError {
      // The sink accepts a delivery only once it is finished.
      #expect(sink.finished == nil, "\(what())")
    } catch {
      Issue.record("\(what()): \(error)")
    }
  }

  @Test("a file cut anywhere is refused, or read as far as it is valid", arguments: FormatFixture.allCases)
  func truncations(fixture: FormatFixture) throws {
    let folder = try TemporaryFolder()
    let path = try fixture.write(to: folder)
    let target = fixture.target(in: folder, path: path)
    let whole = try Data(contentsOf: URL(filePath: target))
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let cuts =
      [0, 1, 15, 16, 99, 100, 511, whole.count - 1]
      + (0..<24).map { _ in Int.random(in: 0..<whole.count, using: &random) }
    for cut in cuts where cut < whole.count {
      try whole.prefix(cut).write(to: URL(filePath: target))
      read(path, folder, "seed \(seed), \(cut) of \(whole.count) bytes")
    }
  }

  @Test("a file with flipped bits is refused, or every record is accounted for", arguments: FormatFixture.allCases)
  func flips(fixture: FormatFixture) throws {
    let folder = try TemporaryFolder()
    let path = try fixture.write(to: folder)
    let target = fixture.target(in: folder, path: path)
    let whole = try Data(contentsOf: URL(filePath: target))
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      var bytes = whole
      for _ in 0..<(round % 4 + 1) {
        // Half of them near the header, which identifies the file's format.
        let reach = round.isMultiple(of: 2) ? min(bytes.count, 200) : bytes.count
        bytes[Int.random(in: 0..<reach, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      try bytes.write(to: URL(filePath: target))
      read(path, folder, "seed \(seed), round \(round)")
    }
  }

  @Test("FIT files with false lengths are refused even if their checksum is correct")
  func fitLies() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let whole = FormatFixture.fitActivity
    for round in 0..<400 {
      var bytes = whole
      for _ in 0..<(round % 3 + 1) {
        bytes[Int.random(in: 14..<bytes.count - 2, using: &random)] = UInt8.random(in: .min ... .max, using: &random)
      }
      let sum = FITFile.checksum(bytes.dropLast(2)[...])
      bytes[bytes.count - 2] = UInt8(truncatingIfNeeded: sum)
      bytes[bytes.count - 1] = UInt8(truncatingIfNeeded: sum >> 8)
      do {
        try FITFile.check(BytesSource(bytes))
        try FITFile.forEachMessage(BytesSource(bytes)) { message in
          let isFinite = message.fields.allSatisfy { $0.value.isFinite }
          #expect(isFinite, "seed \(seed), round \(round)")
        }
      } catch is FormatDamage {}
    }
    // The standard check value of this checksum for these nine digits.
    #expect(FITFile.checksum(Array("123456789".utf8)[...]) == 0xBB3D)
  }

  @Test(
    "impossible times and durations in a watch's file are refused",
    arguments: [Int.min, Int.min + 1, -1, Int.max - 600])
  func fitNumbers(number: Int) throws {
    let folder = try TemporaryFolder()
    let start = FITBuilder.time(FormatFixture.at(8))
    var monitoring = FITBuilder()
    monitoring.add(0, [(0, .u8(32)), (3, .u32(1)), (4, .u32(start))])
    monitoring.add(103, [(253, .u32(start)), (0, .s64(number))])
    monitoring.add(55, [(253, .f64(Double(number))), (5, .u8(6)), (3, .u32(700))])
    monitoring.add(55, [(26, .s64(number)), (27, .u8(66))])
    monitoring.add(55, [(26, .u16(600)), (27, .u8(66))])
    read(try folder.write(monitoring.build(), to: "monitoring.fit"), folder, "\(number)")

    var activity = FITBuilder()
    activity.add(0, [(0, .u8(4)), (4, .u32(start))])
    activity.add(
      18,
      [
        (253, .u32(start)), (2, .u32(start)), (5, .u8(1)), (7, .u32(60_000)), (8, .f64(Double(number))),
        (16, .f64(1e300)), (17, .f64(1e300)),
      ])
    let path = try folder.write(activity.build(), to: "activity.fit")
    let sink = MemorySink()
    _ = try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first?.run(into: sink)
    let workout = try #require(sink.workouts.first)
    #expect(workout.record.duration == 60 && workout.record.statistics.isEmpty)
  }

  @Test("workouts in a table never have a negative duration")
  func negativeDuration() throws {
    let folder = try TemporaryFolder()
    let table = "Workout Type,Start,End,Duration\nRunning,2026-11-10 08:00:00,2026-11-10 08:30:00,-10:00\n"
    let path = try folder.write(table, to: "workouts.csv")
    let sink = MemorySink()
    _ = try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first?.run(into: sink)
    #expect(sink.workouts.map(\.record.duration) == [1_800])
  }

  @Test("damage is reported in one sentence that names the problem")
  func sentences() throws {
    let folder = try TemporaryFolder()
    func sentence(_ bytes: [UInt8], _ name: String) throws -> String {
      let path = try folder.write(bytes, to: name)
      let error = #expect(throws: ImportError.self) {
        try FormatImporter.all(path: path, context: FormatFixture.context(folder)).first?.run(into: CheckSink())
      }
      #expect(error?.code == .damaged || error?.code == .corruptZip)
      return error?.context ?? ""
    }
    var fit = FormatFixture.fitActivity
    fit[40] ^= 1
    #expect(try sentence(fit, "a.fit") == "a.fit: its checksum is wrong")
    #expect(try sentence(Array(fit.dropLast(3)), "b.fit") == "b.fit: it ends too early")
    let json = #"{"data": {"metrics": [{"name": "step_count", "units": "count", "data": [{"date": 5}, {]}]}}"#
    #expect(try sentence(Array(json.utf8), "c.json").hasPrefix("data.metrics[0].data[1]"))
    let csv = "Date,Move Actual,Move Goal\n2026-11-10,\"5,5\n"
    #expect(try sentence(Array(csv.utf8), "d.csv") == "the quote that begins on line 2 is not closed")
    let database = try Data(contentsOf: URL(filePath: try FormatFixture.gadgetbridge.write(to: folder)))
    #expect(try sentence(Array(database.prefix(database.count / 2)), "e.db").hasPrefix("it is damaged"))
  }
}

/// Databases that try to do more than contain rows.
@Suite("Formats: hostile databases")
struct ForeignDatabaseTests {
  private func open(_ sql: String, _ folder: TemporaryFolder, name: String = "a.db") throws -> any ForeignDatabase {
    try FormatFixture.makeDatabase(folder.path + "/" + name, sql)
    return try ForeignSQLite(path: folder.path + "/" + name)
  }

  @Test("views, virtual tables and computed columns are not read, and nothing is written")
  func tablesAlone() throws {
    let folder = try TemporaryFolder()
    let database = try open(
      """
      CREATE TABLE plain (a, "b""c");
      INSERT INTO plain VALUES (1, 'x'), (NULL, x'00ff'), (2.5, 'y');
      CREATE VIEW seen AS SELECT a FROM plain;
      CREATE TABLE computed (a, b GENERATED ALWAYS AS (hex(zeroblob(1000000))) VIRTUAL);
      INSERT INTO computed (a) VALUES (1);
      CREATE TRIGGER rewrite AFTER INSERT ON plain BEGIN DELETE FROM plain; END;
      """, folder)
    #expect(database.tables["plain"] == ["a", "b\"c"])
    #expect(database.tables["seen"] == nil && database.tables["computed"] == ["a"])
    let before = try Data(contentsOf: URL(filePath: folder.path + "/a.db"))
    var rows: [[ForeignValue]] = []
    try database.forEachRow(ForeignQuery("plain", ["a", "b\"c", "none"], orderedBy: ["a"])) { rows.append($0.values) }
    #expect(
      rows == [
        [.null, .bytes([0, 255]), .null], [.integer(1), .text("x"), .null], [.real(2.5), .text("y"), .null],
      ])
    try database.forEachRow(ForeignQuery("seen", ["a"])) { _ in Issue.record("a view was read") }
    #expect(try Data(contentsOf: URL(filePath: folder.path + "/a.db")) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.db"])
  }

  @Test("joined rows are null if the other table has no matching row or does not exist")
  func joins() throws {
    let folder = try TemporaryFolder()
    let database = try open(
      "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (id INTEGER PRIMARY KEY, v); INSERT INTO a VALUES (1), (2); INSERT INTO b VALUES (2, 'two');",
      folder)
    let query = ForeignQuery("a", ["id"], orderedBy: ["id"]).joining("b", on: "id", equals: "id", ["v"])
      .joining("c", on: "id", equals: "id", ["w"])
    var rows: [[ForeignValue]] = []
    try database.forEachRow(query) { rows.append($0.values) }
    #expect(rows == [[.integer(1), .null, .null], [.integer(2), .text("two"), .null]])
  }

  @Test("a database with unmerged changes is refused, and so is a file that is not a database")
  func refusals() throws {
    let folder = try TemporaryFolder()
    _ = try open("CREATE TABLE a (b)", folder)
    _ = try folder.write("log", to: "a.db-wal")
    func code(_ path: String) -> ForeignDatabaseError.Code? {
      do {
        _ = try ForeignSQLite(path: path)
        return nil
      } catch {
        return (error as? ForeignDatabaseError)?.code
      }
    }
    #expect(code(folder.path + "/a.db") == .unmerged)
    #expect(code(try folder.write(Array("SQLite format 3\0 and no more than that".utf8), to: "b.db")) == .damaged)
    #expect(code(folder.path + "/none.db") == .notReadable)
    #expect(code(folder.path) == .notReadable)
  }
}
