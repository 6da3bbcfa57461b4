import GRDB
import HealthModel

/// A sample reduced to what totals need.
struct SampleSpan {
  var start: Double
  var end: Double
  var value: Double
  var provenance: Int64
  var isEnteredByHand: Bool
}

/// Bits of `sample.flags`.
enum SampleFlag {
  static let enteredByHand: Int64 = 1
  static let hasOwnUUID: Int64 = 2
}

extension SampleTypeRow {
  /// Calls `body` for every sample of the type that touches the closed span, the long ones first, else by start.
  ///
  /// - Complexity: O(log n + k) in the k samples that start in the span or at most the type's longest duration before.
  func forEachSpan(_ db: Database, from low: Double, to high: Double, _ body: (SampleSpan) throws -> Void) throws {
    if hasLong {
      let long = try RawStatement(
        db,
        """
        SELECT start, end, value, provenance_id, flags FROM sample INDEXED BY sample_longer_than_a_day
        WHERE type_id = ? AND start <= ? AND end >= ? AND end - start > 86400
        """)
      try Self.run(long, type: id, start: nil, high: high, low: low, isLong: true, body)
    }
    let short = try RawStatement(
      db,
      """
      SELECT start, end, value, provenance_id, flags FROM sample INDEXED BY sample_by_type_and_start
      WHERE type_id = ? AND start BETWEEN ? AND ?
      """)
    try Self.run(short, type: id, start: low - longest, high: high, low: low, isLong: false, body)
  }

  private static func run(
    _ statement: RawStatement, type: Int64, start: Double?, high: Double, low: Double, isLong: Bool,
    _ body: (SampleSpan) throws -> Void
  ) throws {
    statement.bind(1, type)
    if let start {
      statement.bind(2, start)
      statement.bind(3, high)
    } else {
      statement.bind(2, high)
      statement.bind(3, low)
    }
    while try statement.step() {
      let start = statement.double(0)
      let end = statement.double(1)
      // The second statement meets the long samples too where they start in the span.
      guard end >= low, isLong == (end - start > 86_400) else { continue }
      try body(
        SampleSpan(
          start: start, end: end, value: statement.isNull(2) ? .nan : statement.double(2),
          provenance: statement.int64(3), isEnteredByHand: statement.int64(4) & SampleFlag.enteredByHand != 0))
    }
  }
}
