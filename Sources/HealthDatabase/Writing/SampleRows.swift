package import GRDB
import HealthModel

/// Buffers rows for the table of samples.
///
/// Starting and finishing a statement costs about as much as inserting a row, so rows are collected and inserted many
/// at a time.
package struct SampleRows {
  package struct Row {
    package var type: Int64
    /// Seconds since the reference date.
    package var start: Double
    package var end: Double
    /// NaN if there is none.
    package var value: Double
    package var provenance: Int64
    /// 0 if there is none.
    package var metadata: Int64
    /// `SampleFlag` bits.
    package var flags: Int64
    /// Seconds after the end at which it was written; infinite if unknown.
    var creationDelay: Double
  }

  /// How many rows one statement inserts. More would hardly be faster.
  static let rowsPerStatement = 64
  private static let columns = 8

  private var waiting: [Row] = []
  /// The row id of the first buffered row.
  private var firstID: Int64
  /// Whether the previous row is in the table and has the highest id, so that SQLite assigns the id that we expect.
  private var followsLast = false
  /// Kept, because looking it up by its long text each time would take as long as binding a few rows.
  private var manyStatement: RawStatement?

  /// - Parameter nextID: the row id of the next row. No row in the table has this or a higher id.
  init(nextID: Int64) {
    firstID = nextID
  }

  var nextID: Int64 { firstID + Int64(waiting.count) }

  /// Adds a row, which is in the table at the latest after the next `flush`.
  ///
  /// - Returns: its id.
  package mutating func append(_ db: Database, _ row: Row) throws -> Int64 {
    let id = nextID
    waiting.append(row)
    if waiting.count == Self.rowsPerStatement { try flush(db) }
    return id
  }

  /// Inserts all buffered rows.
  mutating func flush(_ db: Database) throws {
    guard !waiting.isEmpty else { return }
    var next = 0
    if !followsLast {
      // The id that SQLite would assign may be that of a deleted row, and ids are never reused.
      let statement = try RawStatement(db, Self.withID)
      statement.bind(Int32(Self.columns + 1), firstID)
      Self.bind(statement, waiting[0], at: 0)
      try statement.run()
      next = 1
      followsLast = true
    }
    if waiting.count - next == Self.rowsPerStatement {
      let statement = try manyStatement ?? RawStatement(db, Self.many)
      manyStatement = statement
      for (place, row) in waiting.enumerated() { Self.bind(statement, row, at: place) }
      try statement.run()
      next = waiting.count
    }
    if next < waiting.count {
      let statement = try RawStatement(db, Self.one)
      for row in waiting[next...] {
        Self.bind(statement, row, at: 0)
        try statement.run()
      }
    }
    guard db.lastInsertedRowID == nextID - 1 else {
      throw DatabaseError(
        resultCode: .SQLITE_CORRUPT,
        message: "row \(nextID - 1) of sample was stored as \(db.lastInsertedRowID)")
    }
    firstID = nextID
    waiting.removeAll(keepingCapacity: true)
  }

  // MARK: - Statements

  /// A failure rolls back the whole transaction, so none of them needs a statement journal (`OR FAIL`).
  private static let head =
    "INSERT OR FAIL INTO sample (type_id, start, end, value, provenance_id, metadata_id, flags, created"
  private static let row = "(?, ?, ?, ?, ?, ?, ?, ?)"
  /// Without an explicit id SQLite need not check whether it is free.
  private static let one = "\(head)) VALUES \(row)"
  private static let many =
    "\(head)) VALUES " + [String](repeating: row, count: rowsPerStatement).joined(separator: ", ")
  private static let withID = "\(head), id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"

  private static func bind(_ statement: RawStatement, _ row: Row, at place: Int) {
    let first = Int32(place * columns)
    statement.bind(first + 1, row.type)
    statement.bind(first + 2, row.start)
    statement.bind(first + 3, row.end)
    if row.value.isNaN { statement.bindNull(first + 4) } else { statement.bind(first + 4, row.value) }
    statement.bind(first + 5, row.provenance)
    if row.metadata == 0 { statement.bindNull(first + 6) } else { statement.bind(first + 6, row.metadata) }
    statement.bind(first + 7, row.flags)
    if row.creationDelay.isFinite {
      statement.bind(first + 8, row.creationDelay)
    } else {
      statement.bindNull(first + 8)
    }
  }
}
