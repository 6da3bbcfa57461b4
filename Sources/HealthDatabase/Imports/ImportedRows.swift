import GRDB

/// The rows of imported samples, counted without reading them.
///
/// Each transaction stores rows with consecutive ids, and each deleted one has left a tombstone.
struct ImportedRows {
  private struct Span {
    var rows: ClosedRange<Int64>
    var importID: Int64
  }

  /// Ascending, without overlaps.
  private var spans: [Span] = []

  /// - Parameters:
  ///   - ofDatedFiles: only those of files that contain the date on which they were made.
  ///   - last: only rows up to this one.
  init(_ db: Database, ofDatedFiles: Bool = false, upTo last: Int64 = .max) throws {
    let changes = try RawStatement(
      db,
      """
      SELECT first_sample, last_sample, change.import_id FROM import CROSS JOIN change ON change.import_id = import.id
      WHERE first_sample <= ?1 AND (NOT ?2 OR import.export_date IS NOT NULL) ORDER BY first_sample
      """)
    // No row is after the last one, whatever a damaged log contains.
    let last = try min(last, Int64.fetchOne(db, sql: "SELECT max(id) FROM sample") ?? 0)
    changes.bind(1, last)
    changes.bind(2, ofDatedFiles ? 1 as Int64 : 0)
    defer { changes.reset() }
    while try changes.step() {
      let low = max(changes.int64(0), (spans.last?.rows.upperBound ?? 0) &+ 1)
      let high = min(changes.int64(1), last)
      let importID = changes.int64(2)
      guard low <= high else { continue }
      // The batches of one file are mostly consecutive.
      if let before = spans.last, before.importID == importID, before.rows.upperBound == low - 1 {
        spans[spans.count - 1].rows = before.rows.lowerBound...high
      } else {
        spans.append(Span(rows: low...high, importID: importID))
      }
    }
  }

  /// How many of the rows still exist, by import.
  func countsByImport(_ db: Database) throws -> [Int64: Int] {
    try counts(db, inSpan: \.count, isCounted: { _ in true })
  }

  /// How many of the rows that meet a condition still exist.
  ///
  /// - Parameters:
  ///   - inSpan: how many row ids of a span meet it, whether or not the rows exist.
  ///   - isCounted: the condition.
  /// - Complexity: O(transactions), and O(tombstones) or O(rows), whichever are fewer.
  func count(
    _ db: Database, inSpan: (ClosedRange<Int64>) -> Int, where isCounted: (Int64) -> Bool
  ) throws -> Int {
    try counts(db, inSpan: inSpan, isCounted: isCounted).values.reduce(0, +)
  }

  private func counts(
    _ db: Database, inSpan: (ClosedRange<Int64>) -> Int, isCounted: (Int64) -> Bool
  ) throws -> [Int64: Int] {
    var counts: [Int64: Int] = [:]
    let given = spans.reduce(0) { $0 + $1.rows.count }
    let tombstones = try Int.fetchOne(db, sql: "SELECT max(id) FROM tombstone") ?? 0
    guard tombstones < given else {
      try forEach(db) { row, importID in if isCounted(row) { counts[importID, default: 0] += 1 } }
      return counts
    }
    for span in spans { counts[span.importID, default: 0] += inSpan(span.rows) }
    let deleted = try RawStatement(db, "SELECT sample_id FROM tombstone")
    defer { deleted.reset() }
    while try deleted.step() {
      let row = deleted.int64(0)
      if let span = span(of: row), isCounted(row) { counts[span.importID, default: 0] -= 1 }
    }
    return counts
  }

  private func span(of row: Int64) -> Span? {
    var low = 0
    var high = spans.count
    while low < high {
      let middle = (low + high) / 2
      if spans[middle].rows.upperBound < row { low = middle + 1 } else { high = middle }
    }
    return low < spans.count && spans[low].rows.contains(row) ? spans[low] : nil
  }

  /// Calls `body` with every row that still exists, and its import.
  ///
  /// - Complexity: O(rows).
  func forEach(_ db: Database, _ body: (_ row: Int64, _ importID: Int64) throws -> Void) throws {
    for span in spans {
      let rows = try RawStatement(db, "SELECT id FROM sample WHERE id BETWEEN ? AND ?")
      rows.bind(1, span.rows.lowerBound)
      rows.bind(2, span.rows.upperBound)
      defer { rows.reset() }
      while try rows.step() { try body(rows.int64(0), span.importID) }
    }
  }
}
