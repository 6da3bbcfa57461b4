import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries
@testable import StoreCare

@Suite("Query plans")
struct QueryPlanTests {
  /// Every statement that a body runs on a store, recorded as SQLite prepared it.
  private final class Notes: @unchecked Sendable {
    // Unchecked because a lock guards the mutable state: SQLite's callback is on the thread that runs the statement.
    private let lock = NSLock()
    private var taken: Set<String> = []

    func add(_ sql: String) { lock.withLock { _ = taken.insert(sql) } }
    var statements: [String] { lock.withLock { taken.sorted() } }
  }

  func statements(reading store: Store, _ body: (Store) throws -> Void) throws -> [String] {
    // A single connection, so that every statement is recorded.
    let reader = try Store(path: store.path, access: .read)
    let notes = Notes()
    try reader.read { db in
      db.trace(options: .statement) { event in
        if case .statement(let statement) = event { notes.add(statement.sql) }
      }
    }
    try body(reader)
    return notes.statements
  }

  func statements(writing store: Store, _ body: (Store) throws -> Void) throws -> [String] {
    let notes = Notes()
    try store.write { db in
      db.trace(options: .statement) { event in
        if case .statement(let statement) = event { notes.add(statement.sql) }
      }
    }
    try body(store)
    try store.write { db in db.trace(options: .statement, nil) }
    return notes.statements
  }

  func plan(_ sql: String, _ store: Store) throws -> [String] {
    // Only the writer has temporary tables.
    try store.write { db in
      let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
      statement.setUncheckedArguments(StatementArguments())
      return try Row.fetchAll(statement).map { $0["detail"] as String }
    }
  }

  /// The tables and indexes that a statement scans completely.
  func scans(_ sql: String, _ store: Store) throws -> [String] {
    let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"]
    guard verbs.contains(where: { sql.uppercased().hasPrefix($0) }) else { return [] }
    return try plan(sql, store).filter { $0.hasPrefix("SCAN") }
  }

  func filledStore() throws -> TestStore {
    let test = try TestStore()
    try FakeExport.random(seed: 11).run(into: test.store)
    // A sample longer than a day, so that its index is used too.
    try FakeExport([.energy(90, at: date("2026-03-02 10:00"), seconds: 100_000)]).run(into: test.store)
    try test.store.write { try SummaryTable.markAllStale($0) }
    return test
  }

  /// Tables that grow with every sample or every transaction.
  let large = [
    "sample", "sample_uuid", "total", "correlation_member", "change", "tombstone", "metadata_entry",
    "sync_object", "workout_sample", "workout", "workout_activity", "workout_event", "workout_statistics", "s", "m",
    "c",
    "w", "o", "cm", "a", "wk",
  ]

  func expectNoScan(_ statements: [String], _ store: Store, but allowed: Set<String> = []) throws {
    for sql in statements {
      for plan in try scans(sql, store) {
        let table = plan.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        // Backwards by row id to the first match, which is the last row or close to it.
        if sql.hasSuffix("ORDER BY id DESC LIMIT 1") { continue }
        // An index of nothing but samples of feeds, all of which are looked at once after an import.
        if plan.hasSuffix("USING INDEX sample_fed") { continue }
        guard large.contains(table), !allowed.contains(table) else { continue }
        Issue.record("\(plan): \(sql)")
      }
    }
  }

  @Test("every reader finds its samples by an index")
  func readers() throws {
    let test = try filledStore()
    let days = day("2026-03-01")...day("2026-03-08")
    let statements = try statements(reading: test.store) { store in
      _ = try store.summaries(days)
      _ = try store.summary(at: date("2026-03-03 10:00"))
      _ = try store.day(at: date("2026-03-03 10:00"))
      _ = try store.activity(day("2026-03-03"))
      _ = try store.audit(days)
      _ = try store.knownDays(upTo: day("2026-12-31"))
      _ = try store.zoneTimeline()
      _ = try store.imports()
      _ = try store.latestChange()
      _ = try store.loggedChanges(after: 1)
      _ = try store.characteristics()
    }
    // The notes are empty only because nothing scans.
    #expect(statements.contains { $0.contains("sample_by_type_and_start") })
    #expect(statements.contains { $0.contains("sample_longer_than_a_day") })
    #expect(statements.contains { $0.contains("FROM total") })
    try expectNoScan(statements, test.store)
  }

  @Test("the status line reads today as a single row by its index")
  func today() throws {
    let test = try filledStore()
    try test.store.materialize()
    let statements = try statements(reading: test.store) { store in
      _ = try store.summary(at: date("2026-03-03 10:00"))
    }
    let reads = statements.filter { $0.hasPrefix("SELECT") }
    #expect(reads.count == 1)
    #expect(
      try plan(reads.first ?? "", test.store) == ["SEARCH day_summary USING INDEX day_summary_by_start (start<?)"])
  }

  @Test("writers, importers and deletions find the rows that they affect by an index")
  func writers() throws {
    let test = try filledStore()
    let statements = try statements(writing: test.store) { store in
      try FakeExport.random(seed: 12, date: date("2026-03-07 10:00")).run(into: store)
      var tables = FakeTables()
      var batch = SampleBatch()
      batch.samples = [
        tables.record(.energy(3, at: date("2026-03-03 10:00"))),
        tables.record(.named("Asia/Tokyo", at: date("2026-03-03 10:00"))),
      ]
      batch.tables = tables.tables
      let rows = try store.save(batch)
      try store.write { try SampleDeleter.delete($0, rows: rows) }
      try store.setGoal(400, for: .move, from: day("2026-03-02"))
      try store.materialize()
    }
    #expect(statements.contains { $0.contains("INTO sample (") })
    #expect(statements.contains { $0.contains("DELETE FROM sample ") })
    #expect(statements.contains { $0.contains("DELETE FROM zone_day") })
    // Samples missing from a newer export are found by scanning all imported samples and those deleted of them.
    try expectNoScan(statements, test.store, but: ["change", "tombstone"])
  }

  @Test("a scan would be detected")
  func wouldBeSeen() throws {
    let test = try filledStore()
    #expect(try scans("SELECT count(*) FROM sample WHERE value > 5", test.store) == ["SCAN sample"])
  }
}
