package import GRDB

/// Which rows belong to which import.
///
/// Each transaction stores rows with consecutive ids, and row ids are never used twice, so an import owns ranges of them.
/// How many of its rows still exist is counted in `import.samples`.
package struct ImportRows {
  /// Ascending, without overlaps.
  private var spans: [ClosedRange<Int64>] = []
  /// How many rows of these files exist, whatever their ids.
  private let existing: Int

  // MARK: - Writing

  /// Files new rows under an import.
  package static func add(_ db: Database, _ rows: ClosedRange<Int64>, to importID: Int64) throws {
    // The batches of one file are mostly consecutive.
    try db.cachedStatement(sql: "UPDATE import_rows SET last_sample = ? WHERE last_sample = ? AND import_id = ?")
      .execute(arguments: [rows.upperBound, rows.lowerBound - 1, importID])
    if db.changesCount == 0 {
      try db.cachedStatement(sql: "INSERT INTO import_rows (first_sample, last_sample, import_id) VALUES (?, ?, ?)")
        .execute(arguments: [rows.lowerBound, rows.upperBound, importID])
    }
    try db.cachedStatement(sql: "UPDATE import SET samples = samples + ? WHERE id = ?")
      .execute(arguments: [rows.count, importID])
  }

  /// Subtracts rows that are being deleted from the counts of their imports.
  ///
  /// - Parameter table: a table whose `id` is the row.
  static func subtract(_ db: Database, rowsOf table: String) throws {
    let counts = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT (
              SELECT CASE WHEN last_sample >= doomed.id THEN import_id END FROM import_rows
              WHERE first_sample <= doomed.id ORDER BY first_sample DESC LIMIT 1
            ) AS owner, count(*)
          FROM \(table) AS doomed GROUP BY owner HAVING owner IS NOT NULL
          """))
    let update = try db.cachedStatement(sql: "UPDATE import SET samples = samples - ? WHERE id = ?")
    for row in counts {
      try update.execute(arguments: [row.value(1, "import") as Int, row.value(0, "import") as Int64])
    }
  }

  /// Counts again how many rows of each import exist.
  package static func recount(_ db: Database) throws {
    try db.execute(
      sql: """
        UPDATE import SET samples = (
          SELECT count(*) FROM import_rows CROSS JOIN sample ON sample.id BETWEEN first_sample AND last_sample
          WHERE import_id = import.id)
        """)
  }

  // MARK: - Reading

  /// The import to which a row belongs; nil if it belongs to none.
  static func owner(_ db: Database, of row: Int64) throws -> Int64? {
    let found = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT import_id, last_sample FROM import_rows WHERE first_sample <= ? ORDER BY first_sample DESC LIMIT 1
          """), arguments: [row])
    guard let found, try found.value(1, "import_rows") as Int64 >= row else { return nil }
    return try found.value(0, "import_rows") as Int64
  }

  /// The rows of the files that contain the date on which they were made, up to a row.
  package init(ofDatedFiles db: Database, upTo last: Int64) throws {
    let rows = try RawStatement(
      db,
      """
      SELECT first_sample, last_sample FROM import_rows JOIN import ON import.id = import_id
      WHERE first_sample <= ?1 AND import.export_date IS NOT NULL ORDER BY first_sample
      """)
    rows.bind(1, last)
    existing = try Int.fetchOne(db, sql: "SELECT sum(samples) FROM import WHERE export_date IS NOT NULL") ?? 0
    defer { rows.reset() }
    while try rows.step() {
      let (low, high) = (max(rows.int64(0), (spans.last?.upperBound ?? 0) &+ 1), min(rows.int64(1), last))
      if low <= high { spans.append(low...high) }
    }
  }

  /// How many rows of Apple's exports a run has not matched.
  ///
  /// - Parameter own: the rows after the last one of these that the run has stored.
  /// - Complexity: O(rows / 64) if all were matched, otherwise O(rows).
  func countUnmatched(_ db: Database, by matched: MatchedRows, own: Int) throws -> Int {
    let ids = spans.reduce(0) { $0 + $1.count }
    let unmatchedIDs = spans.reduce(0) { $0 + matched.unmatchedCount(in: $1) }
    // Rows that were matched exist, unless others have deleted some since.
    if !matched.othersHaveWritten, existing == ids - unmatchedIDs + own { return 0 }
    var count = 0
    try forEachExported(db) { if !matched.contains($0) { count += 1 } }
    return count
  }

  /// Calls `body` with every row of Apple's exports that still exists. A dated file of our own also contains samples of
  /// programs and feeds, which no export of Apple's has; those name a bundle.
  ///
  /// - Complexity: O(rows).
  package func forEachExported(_ db: Database, _ body: (_ row: Int64) throws -> Void) throws {
    for span in spans {
      let rows = try RawStatement(
        db,
        """
        SELECT id FROM sample WHERE id BETWEEN ? AND ? AND provenance_id IN (
          SELECT provenance.id FROM provenance JOIN source ON source.id = source_id WHERE bundle_identifier = '')
        """)
      rows.bind(1, span.lowerBound)
      rows.bind(2, span.upperBound)
      defer { rows.reset() }
      while try rows.step() { try body(rows.int64(0)) }
    }
  }
}
