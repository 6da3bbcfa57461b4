package import GRDB
import HealthModel

/// A sample reduced to what totals need.
package struct SampleSpan {
  package var start: Double
  package var end: Double
  /// NaN if it has none.
  package var value: Double
  package var provenance: Int64
  package var isEnteredByHand: Bool

  package init(start: Double, end: Double, value: Double, provenance: Int64, isEnteredByHand: Bool) {
    self.start = start
    self.end = end
    self.value = value
    self.provenance = provenance
    self.isEnteredByHand = isEnteredByHand
  }
}

/// Bits of `sample.flags`.
package enum SampleFlag {
  package static let enteredByHand: Int64 = 1
  package static let hasOwnUUID: Int64 = 2
  /// It came from a feed.
  static let fed: Int64 = 4
}

extension SampleSpan {
  /// The columns that a statement must select, with the alias `s`.
  package static let columns = "s.start, s.end, s.value, s.provenance_id, s.flags"

  /// Reads a row of `columns`.
  ///
  /// - Throws: `DatabaseError` for a row that contains anything but numbers.
  package init(_ row: RawStatement) throws {
    start = try row.time(0, "sample")
    end = try row.time(1, "sample")
    guard start <= end else { throw DamagedValue(table: "sample", reason: "an invalid date") }
    value = try row.number(2, "sample") ?? .nan
    provenance = row.int64(3)
    isEnteredByHand = row.int64(4) & SampleFlag.enteredByHand != 0
  }
}

extension SampleTypeRow {
  /// Calls `body` for every sample of the type that touches the closed span, sorted by start.
  ///
  /// - Complexity: O(log n + k) in the k samples that start in the span or at most the type's longest duration before,
  ///   and O(l) in those longer than a day.
  package func forEachSpan(_ db: Database, from low: Double, to high: Double, _ body: (SampleSpan) throws -> Void)
    throws
  {
    let earliest = low - longest
    let imported =
      isImported
      ? """
      AND s.provenance_id IN (SELECT id FROM provenance WHERE source_id IN (SELECT id FROM source WHERE bundle_identifier = ''))
      """ : ""
    if hasLong {
      // Those that start before the range of the other index.
      let long = try RawStatement(
        db,
        """
        SELECT \(SampleSpan.columns) FROM sample s INDEXED BY sample_longer_than_a_day
        WHERE s.type_id = ? AND s.start < ? AND s.end >= ? AND s.end - s.start > 86400 AND s.id <= ? \(imported)
        ORDER BY s.start
        """)
      long.bind(4, lastRow)
      long.bind(1, id)
      long.bind(2, earliest)
      long.bind(3, low)
      defer { long.reset() }
      while try long.step() { try body(SampleSpan(long)) }
    }
    let statement = try RawStatement(
      db,
      """
      SELECT \(SampleSpan.columns) FROM sample s INDEXED BY sample_by_type_and_start
      WHERE s.type_id = ? AND s.start BETWEEN ? AND ? AND s.id <= ? \(imported) ORDER BY s.start
      """)
    statement.bind(4, lastRow)
    statement.bind(1, id)
    statement.bind(2, earliest)
    statement.bind(3, high)
    defer { statement.reset() }
    while try statement.step() {
      let sample = try SampleSpan(statement)
      if sample.end >= low { try body(sample) }
    }
  }

  /// When samples longer than a day touch a span, in seconds since the reference date.
  ///
  /// - Complexity: O(l) in the samples longer than a day.
  package func longSpans(_ db: Database, from low: Double, to high: Double) throws -> [ClosedRange<Double>] {
    guard hasLong else { return [] }
    let statement = try RawStatement(
      db,
      """
      SELECT start, end FROM sample INDEXED BY sample_longer_than_a_day
      WHERE type_id = ? AND start <= ? AND end >= ? AND end - start > 86400 ORDER BY start
      """)
    statement.bind(1, id)
    statement.bind(2, high)
    statement.bind(3, low)
    defer { statement.reset() }
    var spans: [ClosedRange<Double>] = []
    while try statement.step() {
      let start = try statement.time(0, "sample")
      let end = try statement.time(1, "sample")
      if start <= end { spans.append(start...end) }
    }
    return spans
  }
}
