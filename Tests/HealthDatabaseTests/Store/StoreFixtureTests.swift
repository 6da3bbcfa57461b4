import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Stores of earlier formats")
struct StoreFixtureTests {
  /// Every released format, the first of them 1.
  static let formats = 1...10

  @Test(
    "writes the current format as a fixture for a release to keep",
    .enabled(if: ProcessInfo.processInfo.environment["RINGTOP_WRITE_FIXTURE"] != nil))
  func writesFixture() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let path = try #require(ProcessInfo.processInfo.environment["RINGTOP_WRITE_FIXTURE"])
    try test.store.read { try StoreFixture.sql($0) }.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func storedSamples(_ path: String) throws -> Int {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sample") ?? 0 }
  }

  /// The values that an earlier program stored for each day.
  ///
  /// - Parameter isUpgraded: whether by the rule of today, as an upgrade computes them: earlier ones also subtracted
  ///   from Apple's number what Apple had not counted.
  private func storedDays(_ path: String, isUpgraded: Bool = true) throws -> [[Double?]] {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT day, start, end, coalesce((
            SELECT min(energy, computed_move) FROM apple_summary a
            WHERE \(isUpgraded) AND a.day = day_summary.day AND energy < base_move AND computed_move < base_move - 1e-6), move),
            exercise, stand, move_goal, exercise_goal, stand_goal FROM day_summary ORDER BY day
          """
      ).map { row in (0..<9).map { row[$0] as Double? } }
    }
  }

  private func days(_ store: Store) throws -> [[Double?]] {
    try store.summaries(day("2026-02-25")...day("2026-03-12")).filter { $0.basis != .none || $0.isPaused }.map {
      [
        Double($0.day.number), $0.interval.lowerBound.timeIntervalSinceReferenceDate,
        $0.interval.upperBound.timeIntervalSinceReferenceDate, $0.move.value, $0.exercise.value, $0.stand.value,
        $0.move.goal, $0.exercise.goal, $0.stand.goal,
      ]
    }
  }

  /// - Parameter earlier: days as stored by a version to which a ring that nothing had recorded was 0.
  private func isSame(_ days: [[Double?]], _ earlier: [[Double?]]) -> Bool {
    days.count == earlier.count
      && zip(days, earlier).allSatisfy { day, earlier in
        zip(day, earlier).enumerated().allSatisfy { column, values in
          guard let left = values.0 else { return values.1 == nil || (3...5).contains(column) && values.1 == 0 }
          return values.1.map { abs(left - $0) <= 1e-6 * max(1, abs(left)) } ?? false
        }
      }
  }

  @Test("open for writing with all of their contents, and show the same days", arguments: formats)
  func upgrades(format: Int) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: format, to: path)
    let before = try storedDays(path)
    let samples = try storedSamples(path)
    #expect(before.count > 3 && samples >= 160)
    let earlier = try Store(path: path, access: .read)
    let (texts, identity, deletions) = (
      try earlier.sampleTexts(), try earlier.identity(), try earlier.count("tombstone")
    )
    let imports = try earlier.read { try Int.fetchAll($0, sql: "SELECT stored FROM import ORDER BY id") }
    let zone = try earlier.zoneTimeline()
    let store = try Store(path: path, access: .write)
    #expect(try store.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == Schema.version)
    #expect(try store.sampleTexts() == texts && texts.count == samples)
    #expect(try store.identity() == identity && identity != nil)
    #expect(try store.count("tombstone") == deletions)
    #expect(try store.imports().map(\.stored) == imports)
    #expect(try store.zoneTimeline() == zone)
    #expect(try isSame(days(store), before))
    #expect(try store.read { try DerivedVersion.stored($0) } == DerivedVersion.current)
    #expect(try StoreCheck.run(path: path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
    // When it is opened again, there is nothing left to do.
    let change = try store.latestChange()
    #expect(try Store(path: path, access: .write).latestChange() == change)
    // And it works as a store: importing the same file again matches its samples.
    try store.setGoal(321, for: .move, on: day("2026-03-04"))
    #expect(try store.summary("2026-03-04").move.goal == 321)
    #expect(
      try store.goalProgress(day("2026-03-05")...day("2026-03-05"), weekStart: 1).compactMap(\.amount.goal).sorted()
        == (format >= 10 ? [8_000, 14_000] : []))
    let sleep = try #require(GoalAmount(named: "sleep", .day))
    _ = try store.change(.setGoals([.amount(sleep): 27_000], on: day("2026-03-05")), title: "")
    #expect(
      try store.goalProgress(day("2026-03-05")...day("2026-03-05"), weekStart: 1).last?.amount.goal == 27_000)
  }

  @Test("continue feeds, registrations and routes where they left off", arguments: formats)
  func continues(format: Int) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: format, to: path)
    let store = try Store(path: path, access: .write)
    // Data that a feed repeats is recognised as the same.
    let receipt = try StoreFixture.deliver(to: store)
    #expect(receipt.unchanged == (format >= 4 ? 3 : 0) && receipt.stored == (format >= 4 ? 0 : 3))
    let deliveries = try store.deliveries()
    #expect(deliveries.map(\.command) == (format >= 5 ? [["/bin/true"]] : []))
    for delivery in deliveries {
      // The client's anchor is a position in this same store.
      let position = try store.view(.everything).position()
      #expect(delivery.anchor.store == position.store && delivery.anchor.sample > 0)
      #expect(delivery.client == StoreFixture.delivery.client && delivery.frequency == .hourly)
    }
    // Importing the same export again adds the points that a program of an earlier format had left in their file.
    let walk = try StoreFixture.walk().run(into: store).counts
    #expect(walk.alreadyPresent == (format >= 4 ? 2 : 0))
    #expect(walk.routes.stored == (format >= 6 ? 0 : 1) && walk.routes.alreadyPresent == (format >= 6 ? 1 : 0))
    let points = try store.read {
      try Int.fetchAll($0, sql: "SELECT points FROM route ORDER BY sample_id DESC LIMIT 1")
    }
    #expect(points == [StoreFixture.routePoints])
    // And the workout's creation date, which those programs had not kept.
    let written = try store.read {
      try Double.fetchAll(
        $0, sql: "SELECT created FROM sample WHERE id IN (SELECT sample_id FROM workout) AND created IS NOT NULL")
    }
    #expect(written == [61])
    #expect(try StoreCheck.run(path: path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
    #expect(try store.strayRows() == [])
  }

  /// A store of format 8, whose tables accept any value, with one of a wrong kind.
  private func damaged(_ column: String, in table: String, _ directory: TestDirectory) throws -> String {
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: 8, to: path)
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    try queue.write { db in
      try db.execute(sql: "UPDATE \(table) SET \(column) = iif(typeof(\(column)) = 'blob', 'text', x'FF00FF')")
      #expect(db.changesCount > 0, "\(table)")
    }
    return path
  }

  @Test(
    "with a value of the wrong kind remain as they are, and the error names its table",
    arguments: [
      ("sample", "value"), ("source", "name"), ("metadata_set", "content"), ("goal", "value"), ("import", "path"),
      ("zone_day", "zone"),
    ])
  func damagedRows(table: String, column: String) throws {
    let directory = try TestDirectory()
    let path = try damaged(column, in: table, directory)
    let error = #expect(throws: StoreError.self) { try Store(path: path, access: .write) }
    #expect(
      error?.code == .damaged && error?.reason == "is damaged: there is a value of the wrong kind in its table \(table)"
    )
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    #expect(try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") } == 8)
  }

  @Test(
    "with a derived value of the wrong kind compute it again",
    arguments: [
      ("total", "content"), ("day_summary", "move"), ("day_summary", "start"), ("source_type", "first_start"),
    ])
  func damagedDerivedRows(table: String, column: String) throws {
    let directory = try TestDirectory()
    let sound = directory.file("sound.sqlite")
    try StoreFixture.write(format: 8, to: sound)
    let before = try storedDays(sound)
    let store = try Store(path: try damaged(column, in: table, directory), access: .write)
    #expect(try isSame(days(store), before))
    let upgraded = try Store(path: sound, access: .write)
    for table in DerivedData.tables { #expect(try store.count(table) == upgraded.count(table), "\(table)") }
    #expect(try StoreCheck.run(path: store.path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
  }

  @Test("keep the creation dates of samples, their data and their files", arguments: formats.filter { $0 >= 8 })
  func contents(format: Int) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: format, to: path)
    let store = try Store(path: path, access: .write)
    let delays = try store.read { try Double.fetchAll($0, sql: "SELECT created FROM sample WHERE created IS NOT NULL") }
    #expect(delays.sorted() == [0.25, 12.5, 61])
    func uuid(_ last: Int) -> UUID { UUID(uuidString: "6E3D1C3A-77B9-4C2C-9C3F-0123456789\(last)") ?? UUID() }
    let view = store.view(.everything)
    var voltages: [Double] = []
    try view.forEachPiece(ofDataOf: uuid(12)) { voltages += ElectrocardiogramContent.voltages($0) ?? [] }
    #expect(voltages == StoreFixture.voltages)
    let file = try #require(try view.attachments(of: uuid(10)).first)
    #expect(file.name == "scan" && file.created == date("2026-03-04 16:00") && file.metadata["page"] == .number(2))
    var bytes: [UInt8] = []
    #expect(try view.forEachPiece(ofAttachment: file.uuid) { bytes += $0 })
    #expect(bytes == [1, 2, 3, 4, 5])
  }

  @Test("can be read, which changes nothing", arguments: formats)
  func readers(format: Int) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    try StoreFixture.write(format: format, to: path)
    let (before, samples) = (try storedDays(path, isUpgraded: false), try storedSamples(path))
    let bytes = try Data(contentsOf: URL(filePath: path))
    let reader = try Store(path: path, access: .read)
    #expect(reader.isOlder == (format < Schema.version))
    #expect(try isSame(days(reader), before))
    #expect(try reader.sampleCount() == samples)
    _ = try reader.activity(day("2026-03-03"))
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    // An unsupported query gives an error that explains what to do.
    if reader.isOlder {
      #expect(
        storeErrorCode { try reader.read { try Int.fetchOne($0, sql: "SELECT later FROM sample") } } == .olderVersion)
    }
  }

  @Test("values computed by an earlier rule are recomputed, and days with Apple's rows still show those values")
  func rules() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let before = try days(test.store)
    let totals = try test.store.dump()["total"]
    try test.store.write { db in
      // As an earlier rule might have computed: a hundred more from the same samples.
      try db.execute(
        sql: """
          UPDATE apple_summary SET base_move = base_move + 100, base_exercise = base_exercise + 100
            WHERE day IN (SELECT day FROM day_summary WHERE computed_move IS NOT NULL);
          UPDATE day_summary SET computed_move = computed_move + 100, computed_exercise = computed_exercise + 100,
            move = CASE basis WHEN 2 THEN move + 100 ELSE move END;
          UPDATE total SET content = zeroblob(12);
          DELETE FROM info WHERE key = 'derived_version';
          """)
    }
    let store = try Store(path: test.path, access: .write)
    #expect(try isSame(days(store), before))
    #expect(try store.dump()["total"] == totals)
    #expect(try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
  }

  @Test("a store of every format is kept")
  func kept() throws {
    #expect(Self.formats.upperBound == Schema.version)
  }
}
