import GRDB

/// Inserts the tombstones of a deletion.
///
/// Starting and finishing a statement costs about as much as inserting a row, so one statement inserts many.
struct TombstoneRows {
  private static let rowsPerStatement = 64
  private static let columns: Int32 = 8
  private static let row = "(?, ?, ?, ?, ?, ?, ?, ?)"
  private static let head =
    "INSERT INTO tombstone (change_id, sample_id, uuid, type_id, client, start, end, metadata) VALUES "
  private static let one = head + row
  private static let many = head + [String](repeating: row, count: rowsPerStatement).joined(separator: ", ")

  private let one: RawStatement
  private let many: RawStatement
  private let change: Int64
  /// How many of the remaining rows are inserted by `many`.
  private var grouped: Int
  /// How many rows have been bound to `many`.
  private var waiting = 0

  /// - Parameters:
  ///   - change: the entry in the log of the deletion.
  ///   - count: the number of tombstones, exactly.
  init(_ db: Database, change: Int64, count: Int) throws {
    one = try RawStatement(db, Self.one)
    many = try RawStatement(db, Self.many)
    self.change = change
    grouped = count - count % Self.rowsPerStatement
  }

  /// Adds a tombstone, which is in the table at the latest after `finish`.
  mutating func append(
    sample: Int64, uuid: UnsafeRawBufferPointer, type: Int64, client: String, start: Double, end: Double,
    metadata: String?
  ) throws {
    let isGrouped = grouped > 0
    let statement = isGrouped ? many : one
    let first = isGrouped ? Int32(waiting) * Self.columns : 0
    statement.bind(first + 1, change)
    statement.bind(first + 2, sample)
    statement.bind(first + 3, bytes: uuid)
    statement.bind(first + 4, type)
    statement.bind(first + 5, text: client)
    statement.bind(first + 6, start)
    statement.bind(first + 7, end)
    metadata.bind(to: statement, at: first + 8)
    guard isGrouped else { return try one.run() }
    waiting += 1
    guard waiting == Self.rowsPerStatement else { return }
    try many.run()
    grouped -= waiting
    waiting = 0
  }

  /// - Throws: `DatabaseError` if there were fewer tombstones than announced.
  func finish() throws {
    guard grouped == 0 else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "fewer samples were deleted than selected")
    }
  }
}
