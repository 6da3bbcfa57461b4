package import GRDB
package import HealthModel

/// The data of samples in the store.
package enum SampleDataTable {
  /// - Parameter importID: the import that adds the data to a sample of an earlier one; undoing it removes the data
  ///   again.
  package static func insert(_ db: Database, sample: Int64, _ data: SampleData, importID: Int64? = nil) throws {
    let insert = try RawStatement(db, "INSERT INTO sample_data (sample_id, content, import_id) VALUES (?, ?, ?)")
    try data.forEachPiece { piece in
      insert.bind(1, sample)
      piece.withUnsafeBytes { insert.bind(2, bytes: $0) }
      if let importID { insert.bind(3, importID) } else { insert.bindNull(3) }
      try insert.run()
    }
  }

  package static func isEmpty(_ db: Database, sample: Int64) throws -> Bool {
    guard try db.tableExists("sample_data") else { return true }
    return try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT NOT EXISTS (SELECT 1 FROM sample_data WHERE sample_id = ?)"), arguments: [sample])
      ?? true
  }

  /// The data of a sample, chunk by chunk. A store of an earlier format has none.
  package static func forEachPiece(_ db: Database, sample: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void)
    throws
  {
    guard try db.tableExists("sample_data") else { return }
    let pieces = try RawStatement(db, "SELECT content FROM sample_data WHERE sample_id = ? ORDER BY id")
    pieces.bind(1, sample)
    defer { pieces.reset() }
    while try pieces.step() { try body(pieces.blob(0)) }
  }

  /// Removes the data that an import added to samples of earlier ones.
  ///
  /// - Returns: the types of the samples.
  static func empty(_ db: Database, filledBy importID: Int64) throws -> Set<Int64> {
    let types = try Int64.fetchSet(
      db, sql: "SELECT DISTINCT type_id FROM sample_data JOIN sample ON sample.id = sample_id WHERE import_id = ?",
      arguments: [importID])
    try db.execute(sql: "DELETE FROM sample_data WHERE import_id = ?", arguments: [importID])
    return types
  }
}
