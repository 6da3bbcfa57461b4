import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

/// SQLite allows any value in any column. Whatever the value, nothing may crash, and nothing may trust it.
@Suite("Damaged values")
struct DamageTests {
  private static let values = ["x'FF00FF'", "'not a number'", "NULL", "9e999", "-9e999", "9223372036854775807", "''"]

  /// Each call either answers or throws an error of the store.
  private func run(_ calls: [StoreCalls.Call], _ damage: String) {
    for call in calls {
      do { try call.body() } catch {
        #expect(error is StoreError, "\(damage): \(call.name): \(error)")
      }
    }
  }

  private static let extremes = [
    "INTEGER": ["\(Int64.min)", "\(Int64.max)", "-1"], "REAL": ["1e308", "-1e308", "9e999", "-1e18", "-1"],
  ]

  /// All numbers in all columns take minutes: `RINGTOP_DAMAGE=all swift test --filter DamageTests`. Otherwise every
  /// sixth column has one of them, and every third of those is written to.
  private static let isComplete = ProcessInfo.processInfo.environment["RINGTOP_DAMAGE"] == "all"

  private static let tables = (try? TestStore().store.read { try ColumnKinds.all($0).map(\.name) }) ?? []

  @Test("an extreme number in any column is reported, or ignored, by every call", arguments: tables)
  func extremes(table: String) throws {
    let directory = try TestDirectory()
    let path = directory.file("health.sqlite")
    let origin = try StoreFixture.bytes()
    var turn = table.count
    for column in try TestStore().store.read({ try $0.columns(in: table) }) {
      let values = Self.extremes[column.type] ?? []
      turn += 1
      guard Self.isComplete || turn % 6 == 0 else { continue }
      for (index, value) in values.enumerated() where Self.isComplete || turn / 6 % values.count == index {
        try Self.write(origin, to: path) { db in
          try db.execute(sql: "UPDATE OR IGNORE \"\(table)\" SET \"\(column.name)\" = \(value)")
        }
        let damage = "\(table).\(column.name) = \(value)"
        run([("doctor", { _ = try StoreCheck.run(path: path, repairs: false) })], damage)
        if let store = try? Store(path: path, access: .read) { run(StoreCalls(store: store).reading, damage) }
        guard Self.isComplete || turn % 18 == 0 else { continue }
        run([("repair", { _ = try StoreCheck.run(path: path, repairs: true) })], damage)
        if let store = try? Store(path: path, access: .write) { run(StoreCalls(store: store).writing, damage) }
      }
    }
  }

  /// Writes a damaged store to a path, alone in its directory.
  private static func write(_ bytes: [UInt8], to path: String, _ damage: (Database) throws -> Void) throws {
    for suffix in ["-wal", "-shm", "-signal", "-before-repair"] { unlink(path + suffix) }
    try Data(bytes).write(to: URL(filePath: path))
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    try queue.write(damage)
    try queue.close()
  }

  @Test(
    "in every column of every table never crash the process, and are never taken for data", .timeLimit(.minutes(10)))
  func everyColumn() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    let tables = try test.store.read { try ColumnKinds.all($0) }
    #expect(tables.count > 25)
    var refused = 0
    var turn = 0
    for table in tables {
      for column in try test.store.read({ db in try db.columns(in: table.name).map(\.name) }) {
        // All values for every column would take minutes, so neighbouring columns of a kind get different ones.
        turn += 1
        for value in [Self.values[turn % Self.values.count]] {
          // Rolled back after the check, since a separate store for each would take minutes.
          try? test.store.write { db in
            do {
              try db.plant("UPDATE OR IGNORE \"\(table.name)\" SET \"\(column)\" = \(value)")
            } catch {
              refused += 1
              throw error
            }
            let connection = InTransaction(db)
            connection.readAll()
            throw CancellationError()
          }
        }
      }
    }
    #expect(refused < 200)
    #expect(try StoreCheck.run(path: test.path, repairs: false).findings.filter { $0.code != .littleSpace } == [])
  }

  /// The work of readers, on a connection that sees uncommitted changes.
  private struct InTransaction {
    let db: Database

    init(_ db: Database) {
      self.db = db
    }

    private func attempt(_ body: (Database) throws -> Void) {
      do {
        try StoreError.translating(path: "") { try DamagedValue.locating(db, body) }
      } catch {
        #expect(error is StoreError, "\(error)")
      }
    }

    func readAll() {
      let days = day("2026-02-28")...day("2026-03-08")
      attempt { _ = try SummaryTable.fetch($0, days) }
      attempt { _ = try SummaryTable.latest($0, at: date("2026-03-03 12:00")) }
      attempt { _ = try AppleRow.fetch($0, days) }
      attempt { _ = try ZoneTimeline($0).interval(of: day("2026-03-03")) }
      attempt { _ = try StoreRepair.unknownZones($0) }
      attempt { try SummaryTable.markAllStale($0) }
      attempt { try SummaryTable.materialize($0) }
      for type in [RingType.stepCount, "HKQuantityTypeIdentifierHeartRate"] {
        for needsSamples in [false, true] {
          attempt { db in
            _ = try StatisticsReader(
              db,
              request: StatisticsRequest(
                samples: SampleRequest(type: type), buckets: nil, separatesSources: needsSamples,
                needsSamples: needsSamples)
            ).result()
          }
        }
      }
    }
  }

  @Test("in a store on disk give errors that name the table, or a result without them", arguments: values.indices)
  func onDisk(index: Int) throws {
    let value = Self.values[index]
    let places = [
      ("day_summary", "start"), ("day_summary", "move"), ("sample", "start"), ("sample", "value"), ("goal", "value"),
      ("sample_type", "longest"), ("source_type", "first_start"), ("zone_day", "zone"), ("zone_day", "day"),
      ("pause", "last_day"), ("apple_summary", "energy"), ("import", "started"), ("import", "samples"),
      ("characteristic", "value"), ("permission", "share"), ("source", "class"), ("provenance", "source_id"),
    ]
    // Each place has some of the values: all would take a minute.
    for (number, (table, column)) in places.enumerated() where (number + index) % 3 == 0 {
      let test = try TestStore()
      try StoreFixture.fill(test.store)
      let refused = storeErrorCode {
        try test.store.write { db in
          try db.plant("UPDATE OR IGNORE \"\(table)\" SET \"\(column)\" = \(value)")
        }
      }
      guard refused == nil else { continue }
      run(StoreCalls(store: try Store(path: test.path, access: .read)).reading, "\(table).\(column) = \(value)")
      run(StoreCalls(store: test.store).reading, "\(table).\(column) = \(value)")
    }
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    try test.store.write { db in try db.plant("UPDATE day_summary SET move = 'much'") }
    do {
      _ = try test.store.summaries(day("2026-03-01")...day("2026-03-06"))
      Issue.record("a damaged value was believed")
    } catch let error as StoreError {
      #expect(error.code == .damaged && error.reason.contains("day_summary"))
    }
  }

  @Test("are reported with their table even if the query renames the column")
  func renamedColumn() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    try test.store.write { try $0.plant("UPDATE sample SET start = x'00FF'") }
    let error = #expect(throws: StoreError.self) { try test.store.typeOverview() }
    #expect(error?.code == .damaged && error?.reason.hasSuffix("in its table sample") == true)
  }

  @Test("in the times of a sample are reported when it is deleted, and not taken for the year 2001")
  func deletion() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    try test.store.write { try $0.plant("UPDATE sample SET start = x'00FF'") }
    #expect(
      storeErrorCode { try test.store.write { _ = try SampleDeleter.delete($0, rows: [1]) } } == .damaged)
  }

  @Test("in any column that an undo reads, they let it succeed or are reported with their table")
  func undo() throws {
    let origin = try TestDirectory()
    let path = origin.file("origin.sqlite")
    do {
      let store = try Store(path: path, access: .create)
      try StoreFixture.fill(store)
      try store.checkpoint()
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    let tables = try Store(path: path, access: .read).read { try ColumnKinds.all($0) }
    let involved: Set = [
      "apple_summary", "change", "correlation_member", "metadata_entry", "metadata_key", "metadata_set", "provenance",
      "sample", "sample_type", "sample_uuid", "source", "source_type", "workout_activity", "workout_event",
    ]
    var reported: Set<String> = []
    for table in tables where involved.contains(table.name) {
      for column in table.columns {
        let directory = try TestDirectory()
        let copy = directory.file("health.sqlite")
        try bytes.write(to: URL(filePath: copy))
        var configuration = Configuration()
        configuration.foreignKeysEnabled = false
        let queue = try DatabaseQueue(path: copy, configuration: configuration)
        // Columns with unique values and row ids refuse them.
        let isStored = try queue.write { db in
          try? db.plant("UPDATE OR IGNORE \"\(table.name)\" SET \"\(column.name)\" = x'00FF'")
          return try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM \"\(table.name)\" WHERE \"\(column.name)\" = x'00FF')") == true
        }
        try queue.close()
        guard isStored else { continue }
        do {
          try Store(path: copy, access: .write).undoImport(1)
        } catch let error as StoreError {
          let label: Comment = "\(table.name).\(column.name): \(error.code) \(error.reason)"
          #expect(error.code == .damaged && error.reason.hasSuffix(" in its table \(table.name)"), label)
          reported.insert(table.name)
        }
      }
    }
    #expect(reported.isSuperset(of: ["sample", "sample_type", "metadata_set", "workout_event"]))
  }

  @Test("an error found in one column fails the whole read and rolls back the whole write")
  func wholeTransaction() throws {
    let test = try TestStore()
    try StoreFixture.fill(test.store)
    try test.store.write { db in
      try db.plant("UPDATE import SET started = 'x'; UPDATE source SET name = x'FF' WHERE id = 1")
    }
    #expect(storeErrorCode { try test.store.imports() } == .damaged)
    let goals = try test.store.count("goal")
    let written = storeErrorCode {
      try test.store.write { db in
        try db.execute(sql: "DELETE FROM goal")
        _ = try ProvenanceReader.all(db)
      }
    }
    #expect(written == .damaged)
    #expect(try test.store.count("goal") == goals)
    // The error is not remembered afterwards.
    #expect(storeErrorCode { try test.store.read { _ in } } == nil)
  }
}
