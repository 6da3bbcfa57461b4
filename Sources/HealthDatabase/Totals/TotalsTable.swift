package import Foundation
package import GRDB
import HealthModel

/// The stored quarter hours: when they are deleted and when they are computed.
///
/// A row exists only while it is valid, and only for UTC days with samples: everything else is computed from the
/// samples, which for a day without samples costs one index lookup. Days that a sample longer than a day overlaps
/// have no rows either, so that one with a wrong year does not create thousands.
package enum TotalsTable {
  /// Types with fewer samples have no rows, except those of the rings: adding up a few samples is about as fast as
  /// reading one row per day.
  static let fewestSamples = 4_096

  /// A row of the table.
  package struct EncodedChunk: Sendable {
    package var chunk: Int
    package var content: Data
  }

  // MARK: - Invalidating

  /// Updates what a write has affected if that is little, or otherwise deletes it. Must run in the transaction of the
  /// write, after the ranks have been updated.
  ///
  /// - Returns: whether all affected days are stored.
  static func invalidate(_ db: Database, type: SampleTypeRow, _ touched: TouchedTimes) throws -> Bool {
    if let areStored = try update(db, type: type, touched) { return areStored }
    let statement = try db.cachedStatement(sql: "DELETE FROM total WHERE type_id = ? AND chunk BETWEEN ? AND ?")
    for span in touched.chunks.spans { try statement.execute(arguments: [type.id, span.lowerBound, span.upperBound]) }
    return false
  }

  /// A write that affects more quarter hours deletes the rows of its days.
  private static let mostUpdatedQuarters = 16

  /// Recomputes the quarter hours that a small write has affected, if their days are stored: a device that sends a
  /// sample every few seconds must not cause its whole day to be recomputed each time.
  ///
  /// - Returns: whether all of them are stored; nil, without a change, if the days must be deleted.
  private static func update(_ db: Database, type: SampleTypeRow, _ touched: TouchedTimes) throws -> Bool? {
    let quarters = touched.short.spans
    guard touched.long.isEmpty, quarters.reduce(0, { $0 + $1.count }) <= mostUpdatedQuarters else { return nil }
    var days: [Int: ChunkTotals] = [:]
    var places: [(chunk: Int, quarter: Int)] = []
    var ranges: [Range<Double>] = []
    let stored = try RawStatement(db, "SELECT content FROM total WHERE type_id = ? AND chunk = ?")
    for chunk in touched.chunks.spans.joined() {
      stored.bind(1, type.id)
      stored.bind(2, Int64(chunk))
      defer { stored.reset() }
      guard try stored.step() else { continue }
      var totals = ChunkTotals()
      guard totals.read(stored.blob(0), isCumulative: type.isCumulative) else { return nil }
      days[chunk] = totals
      for quarter in 0..<ChunkTotals.quarterCount
      where touched.short.contains(chunk * ChunkTotals.quarterCount + quarter) {
        let start = Double(chunk) * ChunkTotals.length + Double(quarter) * ChunkTotals.quarter
        places.append((chunk, quarter))
        ranges.append(start..<start + ChunkTotals.quarter)
      }
    }
    guard !days.isEmpty else { return false }
    for (place, total) in zip(places, try TotalsReader(db, type: type).computed(db, ranges)) {
      days[place.chunk]?.quarters[place.quarter] = total
    }
    var areStored = days.count == touched.chunks.spans.reduce(0) { $0 + $1.count }
    for (chunk, totals) in days {
      if totals.quarters.contains(where: \.isTouched) {
        try db.cachedStatement(sql: "UPDATE total SET content = ? WHERE type_id = ? AND chunk = ?")
          .execute(arguments: [totals.encoded(isCumulative: type.isCumulative), type.id, chunk])
      } else {
        try db.cachedStatement(sql: "DELETE FROM total WHERE type_id = ? AND chunk = ?")
          .execute(arguments: [type.id, chunk])
        areStored = false
      }
    }
    return areStored
  }

  /// Deletes all rows of a type, when the ranks of its sources have changed.
  static func invalidateAll(_ db: Database, type: Int64) throws {
    try db.cachedStatement(sql: "DELETE FROM total WHERE type_id = ?").execute(arguments: [type])
  }

  // MARK: - Computing

  /// Stores missing totals of every type with many samples. Called after thousands of samples were written.
  ///
  /// - Complexity: O(k) in the samples of days without stored totals, and O(days) otherwise.
  package static func materialize(_ db: Database) throws {
    let types = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT \(SampleTypeRow.columns) FROM sample_type WHERE id IN (
            SELECT type_id FROM source_type GROUP BY type_id HAVING total(uses) >= \(fewestSamples)
          ) ORDER BY id
          """))
    for row in types { try materialize(db, type: SampleTypeRow(row: row)) }
  }

  package static func materialize(_ db: Database, type: SampleTypeRow) throws {
    guard isKept(type), let chunks = try chunks(db, of: type) else { return }
    try fill(db, type: type, chunks: chunks)
  }

  /// Calls `body` with the rows that are missing for all samples of a type, in order. Those of the rings are included,
  /// of which `materialize` stores none.
  static func forEachMissing(
    _ db: Database, type: SampleTypeRow, _ body: (EncodedChunk) throws -> Void
  ) throws {
    if let chunks = try chunks(db, of: type) { try forEachMissing(db, type: type, chunks: chunks, body) }
  }

  /// The days of a type that has rows, from its first sample to its last; nil for other types.
  private static func chunks(_ db: Database, of type: SampleTypeRow) throws -> ClosedRange<Int>? {
    guard canHaveRows(type) else { return nil }
    // Every source has at least one sample.
    let count = """
      SELECT total(uses) FROM (SELECT uses FROM source_type WHERE type_id = ? LIMIT \(fewestSamples))
      """
    let first = "SELECT start FROM sample INDEXED BY sample_by_type_and_start WHERE type_id = ? ORDER BY start"
    guard
      let samples = try Double.fetchOne(db.cachedStatement(sql: count), arguments: [type.id]),
      samples >= Double(fewestSamples),
      let low = try StoredTime.first(db, first + " LIMIT 1", [type.id], table: "sample"),
      let high = try StoredTime.first(db, first + " DESC LIMIT 1", [type.id], table: "sample")
    else { return nil }
    let end = ChunkTotals.chunk(of: high + type.longest + SourceMerger.bridgedGap)
    let start = ChunkTotals.chunk(of: low)
    return start...max(start, end)
  }

  /// Stores again what a write has deleted. Must run in the transaction of the write, after the ranks have been
  /// updated.
  static func refresh(_ db: Database, type: SampleTypeRow, _ touched: TouchedTimes) throws {
    guard isKept(type) else { return }
    let hasRows = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM total WHERE type_id = ?)"), arguments: [type.id])
    guard hasRows == true else { return try materialize(db, type: type) }
    for span in touched.chunks.spans { try fill(db, type: type, chunks: span) }
  }

  /// Whether a type gets rows when it has many samples. Those of the rings are stored with the days.
  private static func isKept(_ type: SampleTypeRow) -> Bool {
    canHaveRows(type) && !RingType.all.contains(type.identifier)
  }

  /// Whether totals of a type can be stored at all.
  static func canHaveRows(_ type: SampleTypeRow) -> Bool {
    guard type.kind == .quantity, let entry = QuantityTypeCatalog.entry(for: type.identifier) else { return false }
    return entry.aggregation != .discreteEquivalentContinuousLevel
  }

  /// Computes and stores the missing totals of a type in a span of seconds since the reference date.
  static func fill(_ db: Database, identifier: String, from low: Double, to high: Double) throws {
    guard low < high, let type = try SampleTypeRow.fetch(db, identifier: identifier) else { return }
    try fill(db, type: type, chunks: ChunkTotals.chunk(of: low)...ChunkTotals.chunk(of: high - 1))
  }

  static func fill(_ db: Database, type: SampleTypeRow, chunks: ClosedRange<Int>) throws {
    let insert = try RawStatement(db, "INSERT INTO total (type_id, chunk, content) VALUES (?, ?, ?)")
    try forEachMissing(db, type: type, chunks: chunks) { row in
      insert.bind(1, type.id)
      insert.bind(2, Int64(row.chunk))
      row.content.withUnsafeBytes { insert.bind(3, bytes: $0) }
      try insert.run()
    }
  }

  /// Stores rows that were computed before. Existing ones have the same content.
  package static func insert(_ db: Database, type: Int64, _ rows: [EncodedChunk]) throws {
    let insert = try RawStatement(db, "INSERT OR IGNORE INTO total (type_id, chunk, content) VALUES (?, ?, ?)")
    for row in rows {
      insert.bind(1, type)
      insert.bind(2, Int64(row.chunk))
      row.content.withUnsafeBytes { insert.bind(3, bytes: $0) }
      try insert.run()
    }
  }

  private static func forEachMissing(
    _ db: Database, type: SampleTypeRow, chunks: ClosedRange<Int>, _ body: (EncodedChunk) throws -> Void
  ) throws {
    var passedOver = SpanSet()
    for chunk in try Int.fetchAll(
      db.cachedStatement(sql: "SELECT chunk FROM total WHERE type_id = ? AND chunk BETWEEN ? AND ? ORDER BY chunk"),
      arguments: [type.id, chunks.lowerBound, chunks.upperBound])
    {
      passedOver.insert(chunk...chunk)
    }
    let context = SourceMerger.bridgedGap
    let low = Double(chunks.lowerBound) * ChunkTotals.length - context
    let high = Double(chunks.upperBound + 1) * ChunkTotals.length + context
    for long in try type.longSpans(db, from: low, to: high) {
      passedOver.insert(
        ChunkTotals.chunk(of: long.lowerBound - context)...ChunkTotals.chunk(of: long.upperBound + context))
    }
    let gaps = passedOver.gaps(in: chunks)
    guard !gaps.isEmpty else { return }
    let isCumulative = type.isCumulative
    try forEachTotal(db, type: type, in: gaps) { chunk, totals in
      try body(EncodedChunk(chunk: chunk, content: totals.encoded(isCumulative: isCumulative)))
    }
  }

  /// Computes the totals of days from the samples of a type.
  ///
  /// - Parameter spans: ascending and without overlaps.
  package static func forEachTotal(
    _ db: Database, type: SampleTypeRow, in spans: [ClosedRange<Int>], _ body: (Int, ChunkTotals) throws -> Void
  ) throws {
    let context = SourceMerger.bridgedGap
    let lanes = try SourceLanes(db, type: type.id, aggregation: type.aggregation)
    try withoutActuallyEscaping(body) { body in
      for span in spans {
        let sink = QuarterSink(span, store: body)
        var engine = StatisticsEngine(sink, aggregation: type.aggregation, lanes: lanes)
        try type.forEachSpan(db, from: sink.bounds.lowerBound - context, to: sink.bounds.upperBound + context) {
          try engine.add($0)
        }
        try engine.finish()
      }
    }
  }
}
