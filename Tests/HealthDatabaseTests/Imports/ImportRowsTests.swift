import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("The rows of imports")
struct ImportRowsTests {
  /// Compares the counts after a history of imports, deletions and saves with a scan of every row.
  @Test("samples of each import, and samples missing from a newer export", arguments: 0..<6 as Range<UInt64>)
  func randomHistory(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let test = try TestStore()
    let start = date("2026-03-02 10:00")
    let all = (0..<400).map { FakeSample.energy(Double($0), at: start.addingTimeInterval(Double($0))) }
    for step in 0..<8 {
      let isDated = step == 0 || Bool.random(using: &random)
      let held = all.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      let rowsBefore = try test.store.datedRows()
      let export = FakeExport(
        date: isDated ? date("2026-03-05 00:00").addingTimeInterval(Double(step)) : nil, held)
      let isDeleting = Int.random(in: 0..<3, using: &random) == 0
      // Others write in the middle of the run.
      let result = try export.run(
        into: test.store, batchSize: Int.random(in: 40..<200, using: &random),
        options: ImportOptions(now: date("2026-03-10 00:00"), systemZone: "GMT", deletesMissing: isDeleting)
      ) {
        guard Bool.random(using: &random) else { return }
        var tables = FakeTables()
        var batch = SampleBatch()
        batch.samples = [tables.record(.energy(1_000, at: date("2026-03-01 10:00")))]
        batch.tables = tables.tables
        try test.store.save(batch)
      }
      let starts = Set(held.map { $0.start.timeIntervalSinceReferenceDate })
      #expect(result.outcome.missing == (isDated ? rowsBefore.filter { !starts.contains($0.value) }.count : 0))
      #expect(result.outcome.deleted == (isDeleting ? result.outcome.missing : 0))
      if Bool.random(using: &random) {
        let rows = try test.store.read { try Int64.fetchAll($0, sql: "SELECT id FROM sample") }
        let doomed = rows.shuffled(using: &random).prefix(Int.random(in: 0..<40, using: &random))
        try test.store.write { _ = try SampleDeleter.delete($0, rows: doomed) }
      }
      if Int.random(in: 0..<4, using: &random) == 0, let id = try test.store.imports().randomElement(using: &random)?.id
      {
        try test.store.undoImport(id)
      }
      #expect(try test.store.imports().map(\.samples) == test.store.countedSamples())
    }
  }
}

extension Store {
  /// The rows imported from dated files, with their starts.
  fileprivate func datedRows() throws -> [Int64: Double] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT sample.id, sample.start FROM import JOIN import_rows ON import_id = import.id
          JOIN sample ON sample.id BETWEEN first_sample AND last_sample WHERE export_date IS NOT NULL
          """)
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int64, $0[1] as Double) })
    }
  }

  fileprivate func countedSamples() throws -> [Int] {
    try read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT (SELECT count(*) FROM import_rows JOIN sample ON sample.id BETWEEN first_sample AND last_sample
            WHERE import_id = import.id) FROM import ORDER BY id
          """)
    }
  }
}
