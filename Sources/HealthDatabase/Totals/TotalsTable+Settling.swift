import GRDB
import HealthModel

/// Which types have stored quarter hours. Those of the rings have them for every day with a summary; others once they
/// have many samples, and not for days without one.
extension TotalsTable {
  /// Fewer samples are summed up about as fast as a row a day is looked up.
  static let fewestSamples = 4_096

  /// Stores what is missing of every type of many samples. Called at the end of what writes samples by the thousand.
  ///
  /// - Complexity: O(k) in the samples of days that are not stored, and O(days) otherwise.
  static func settle(_ db: Database) throws {
    for type in try SampleTypeRow.fetchAll(db) { try settle(db, type: type) }
  }

  static func settle(_ db: Database, type: SampleTypeRow) throws {
    guard isWorthwhile(type) else { return }
    let first = "SELECT start FROM sample INDEXED BY sample_by_type_and_start WHERE type_id = ? ORDER BY start"
    guard
      try Bool.fetchOne(
        db, sql: "SELECT EXISTS (\(first) LIMIT 1 OFFSET \(fewestSamples - 1))", arguments: [type.id]) == true,
      let low = try Double.fetchOne(db, sql: first + " LIMIT 1", arguments: [type.id]),
      let high = try Double.fetchOne(db, sql: first + " DESC LIMIT 1", arguments: [type.id])
    else { return }
    try fillWhereSamplesAre(db, type: type, chunks: chunks(from: low, to: high + type.longest))
  }

  /// Stores anew what a write has thrown away. Must run in the transaction of the write, after its ranks are known.
  static func refresh(_ db: Database, type: SampleTypeRow, chunks: Set<Int>) throws {
    guard isWorthwhile(type) else { return }
    let isKept = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM total WHERE type_id = ?)", arguments: [type.id])
    guard isKept == true else { return try settle(db, type: type) }
    var run: ClosedRange<Int>?
    for chunk in chunks.sorted() {
      if let open = run, open.upperBound + 1 == chunk {
        run = open.lowerBound...chunk
      } else {
        if let run { try fillWhereSamplesAre(db, type: type, chunks: run) }
        run = chunk...chunk
      }
    }
    if let run { try fillWhereSamplesAre(db, type: type, chunks: run) }
  }

  /// Whether readers would look for them. The rings' own follow the days.
  private static func isWorthwhile(_ type: SampleTypeRow) -> Bool {
    guard type.kind == .quantity, !type.hasLong, !RingType.all.contains(type.identifier),
      let entry = QuantityTypeCatalog.entry(for: type.identifier)
    else { return false }
    return entry.aggregation != .discreteEquivalentContinuousLevel
  }

  /// Computes and stores what is missing, without rows for days without samples: a phone with a wrong clock would leave
  /// thousands.
  private static func fillWhereSamplesAre(_ db: Database, type: SampleTypeRow, chunks: ClosedRange<Int>) throws {
    let stored = try Set(
      Int.fetchCursor(
        db, sql: "SELECT chunk FROM total WHERE type_id = ? AND chunk BETWEEN ? AND ?",
        arguments: [type.id, chunks.lowerBound, chunks.upperBound]))
    let next = try RawStatement(
      db,
      """
      SELECT start FROM sample INDEXED BY sample_by_type_and_start WHERE type_id = ? AND start >= ?
      ORDER BY start LIMIT 1
      """)
    var engine = try TotalsEngine(db, type: type)
    let isCumulative = type.isCumulative
    let insert = try db.cachedStatement(sql: "INSERT INTO total (type_id, chunk, content) VALUES (?, ?, ?)")
    var chunk = chunks.lowerBound
    while chunk <= chunks.upperBound {
      if stored.contains(chunk) {
        chunk += 1
        continue
      }
      // The next sample may have begun the day before.
      next.bind(1, type.id)
      next.bind(2, Double(chunk) * ChunkTotals.length - type.longest)
      defer { next.reset() }
      guard try next.step() else { return }
      let start = ChunkTotals.chunk(of: next.double(0))
      next.reset()
      if start > chunk {
        chunk = start
        continue
      }
      var end = chunk + 1
      while end <= chunks.upperBound, end - chunk < TotalsEngine.chunksPerPass, !stored.contains(end) { end += 1 }
      for (offset, totals) in try engine.compute(db, chunk..<end).enumerated()
      where totals.quarters.contains(where: { !$0.isEmpty }) {
        try insert.execute(arguments: [type.id, chunk + offset, totals.encoded(isCumulative: isCumulative)])
      }
      chunk = end
    }
  }
}
