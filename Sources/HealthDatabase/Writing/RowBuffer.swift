import GRDB

/// Buffers new rows of a table whose ids others refer to before they are inserted.
///
/// Starting and finishing a statement costs about as much as inserting a row, so rows are collected and inserted many
/// at a time.
struct RowBuffer {
  /// A value of a column.
  enum Value: RawBindable {
    case null
    case integer(Int64)
    case text(String)

    init(_ text: String?) { self = text.map(Value.text) ?? .null }

    init(_ integer: Int64?) { self = integer.map(Value.integer) ?? .null }

    func bind(to statement: RawStatement, at index: Int32) {
      switch self {
      case .null: statement.bindNull(index)
      case .integer(let integer): statement.bind(index, integer)
      case .text(let text): statement.bind(index, text: text)
      }
    }
  }

  private static let rowsPerStatement = 32

  private let table: String
  private let columns: [String]
  private var single: RawStatement?
  private var full: RawStatement?
  /// The values of the buffered rows, each after its id.
  private var waiting: [Value] = []
  /// nil until the transaction's first row.
  private var nextID: Int64?

  /// - Parameter columns: those of the values, beside `id`.
  init(_ table: String, _ columns: [String]) {
    self.table = table
    self.columns = columns
  }

  private var columnCount: Int { columns.count + 1 }

  /// A failure rolls back the whole transaction, so it needs no statement journal (`OR FAIL`).
  private func insert(_ db: Database, rows: Int) throws -> RawStatement {
    let row = "(?" + String(repeating: ", ?", count: columns.count) + ")"
    let values = [String](repeating: row, count: rows).joined(separator: ", ")
    return try RawStatement(
      db, "INSERT OR FAIL INTO \(table) (id, \(columns.joined(separator: ", "))) VALUES \(values)")
  }

  /// Whether all buffered rows can be inserted by one statement.
  var isFull: Bool { waiting.count == columnCount * Self.rowsPerStatement }

  /// Adds a row, which is in the table after the next `flush`. Call that at the latest when the buffer is full.
  ///
  /// - Returns: its id.
  mutating func append(_ db: Database, _ values: Value...) throws -> Int64 {
    let id = try nextID ?? firstID(db)
    nextID = id + 1
    waiting.append(.integer(id))
    waiting += values
    return id
  }

  private func firstID(_ db: Database) throws -> Int64 {
    try StoredRow.next(after: Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM \(table)")), table)
  }

  /// Inserts all buffered rows.
  mutating func flush(_ db: Database) throws {
    guard !waiting.isEmpty else { return }
    let rows = isFull ? Self.rowsPerStatement : 1
    let statement = try (isFull ? full : single) ?? insert(db, rows: rows)
    if isFull { full = statement } else { single = statement }
    for start in stride(from: 0, to: waiting.count, by: rows * columnCount) {
      for place in 0..<rows * columnCount { waiting[start + place].bind(to: statement, at: Int32(place) + 1) }
      try statement.run()
    }
    waiting.removeAll(keepingCapacity: true)
  }

  /// Call after the last `flush` of a transaction: until the next one, others may add rows to the table.
  mutating func finishTransaction() { nextID = nil }
}
