import Foundation
import GRDBSQLite
package import HealthModel

/// A SQLite file of another program, opened so that nothing in it can be executed or changed.
///
/// The file is read as it is on disk, without locks and without its log. Only tables are read, never views or virtual
/// tables; statements may only select, and may not even call functions, so triggers and the schema of a hostile file
/// have no effect. Reading ends with an error if a row takes longer than `rowTimeout`, if there are more rows than
/// fit into the file, or if a value exceeds `largestValue`.
package final class ForeignSQLite: ForeignDatabase {
  package let tables: [String: Set<String>]
  private let connection: OpaquePointer
  private let watchdog: Watchdog
  /// More rows than this cannot fit into the file.
  private let mostRows: Int

  /// The maximum size of the file in bytes: about a thousand times a phone's database after ten years.
  package static let largestFile = 1 << 36
  /// The maximum size of one value in bytes.
  static let largestValue: Int32 = 1 << 24
  /// The maximum time until the next row, in seconds.
  static let rowTimeout = 60.0
  /// The minimum size of a row in bytes: its length, its column count, and the two bytes of its cell pointer.
  private static let smallestRow = 4
  private static let mostTables = 4_096

  /// - Throws: `ForeignDatabaseError`.
  package init(path: String, cancellation: Cancellation? = nil) throws {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw ForeignDatabaseError(.notReadable, "cannot be read")
    }
    guard status.st_size <= Self.largestFile else {
      throw ForeignDatabaseError(.tooLarge, "is larger than \(Self.largestFile >> 30) GB")
    }
    var log = stat()
    if stat(path + "-wal", &log) == 0, log.st_size > 0 {
      throw ForeignDatabaseError(
        .unmerged, "has unmerged changes in a file that ends in -wal; opening it once with sqlite3 merges them"
      )
    }
    mostRows = Int(status.st_size) / Self.smallestRow
    let allowed = CharacterSet(charactersIn: "/._-~").union(.alphanumerics)
    let absolute = URL(filePath: path).path
    let uri = "file:\(absolute.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")?immutable=1"
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(uri, &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let connection = opened else {
      sqlite3_close_v2(opened)
      throw ForeignDatabaseError(.notReadable, "cannot be opened")
    }
    let watchdog = Watchdog(cancellation)
    do {
      try Self.sandbox(connection, watchdog)
      tables = try Self.readTables(connection, watchdog)
      Self.forbidAllButReading(connection)
    } catch {
      sqlite3_close_v2(connection)
      throw error
    }
    self.connection = connection
    self.watchdog = watchdog
  }

  deinit {
    sqlite3_close_v2(connection)
  }

  package func forEachRow(_ query: ForeignQuery, _ body: (ForeignRow) throws -> Void) throws {
    guard let sql = statement(for: query) else { return }
    let rows = try Rows(connection, sql, watchdog)
    var row = ForeignRow(count: query.columns.count)
    var count = 0
    while try rows.step() {
      count += 1
      guard count <= mostRows else {
        throw ForeignDatabaseError(
          .damaged, "is damaged: its table \(query.table) has more rows than fit into the file")
      }
      for index in query.columns.indices { row.values[index] = rows.value(Int32(index)) }
      try body(row)
    }
  }

  // MARK: - Statements

  /// nil if the table does not exist. A missing column or joined table is read as null.
  private func statement(for query: ForeignQuery) -> String? {
    guard let own = tables[query.table] else { return nil }
    var aliases = [query.table: "t"]
    var joins = ""
    for (number, join) in query.joins.enumerated() {
      guard let columns = tables[join.table], columns.contains(join.column), own.contains(join.equals) else { continue }
      aliases[join.table] = "j\(number)"
      joins +=
        " LEFT JOIN \(Self.quoted(join.table)) AS j\(number) ON j\(number).\(Self.quoted(join.column)) = t.\(Self.quoted(join.equals))"
    }
    let columns = query.columns.map { column in
      // Every row has a number, whether or not a column has that name.
      guard let alias = aliases[column.table],
        column.name == "ROWID" || tables[column.table]?.contains(column.name) == true
      else { return "NULL" }
      return "\(alias).\(Self.quoted(column.name))"
    }
    let order = query.order.filter(own.contains).map { "t." + Self.quoted($0) }
    return "SELECT \(columns.joined(separator: ", ")) FROM \(Self.quoted(query.table)) AS t\(joins)"
      + (order.isEmpty ? "" : " ORDER BY " + order.joined(separator: ", "))
  }

  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }

  private static func readTables(_ connection: OpaquePointer, _ watchdog: Watchdog) throws -> [String: Set<String>] {
    // A virtual table has no root page.
    let names = try Rows(connection, "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0", watchdog)
    var tables: [String: Set<String>] = [:]
    while try names.step() {
      guard let name = names.value(0).text, tables.count < mostTables else { continue }
      tables[name] = []
    }
    for name in tables.keys {
      let columns = try Rows(connection, "PRAGMA table_xinfo(\(quoted(name)))", watchdog)
      var known: Set<String> = []
      // A generated column would be computed, so it is treated as absent.
      while try columns.step() {
        if columns.value(6).integer == 0, let column = columns.value(1).text { known.insert(column) }
      }
      tables[name] = known
    }
    return tables
  }

  // MARK: - Sandboxing

  private static func sandbox(_ connection: OpaquePointer, _ watchdog: Watchdog) throws {
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, largestValue)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_TRIGGER_DEPTH, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 64)
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, 100_000)
    sqlite3_busy_timeout(connection, 0)
    sqlite3_progress_handler(
      connection, 10_000,
      { context in
        guard let context else { return 0 }
        return Unmanaged<Watchdog>.fromOpaque(context).takeUnretainedValue().ends ? 1 : 0
      }, Unmanaged.passUnretained(watchdog).toOpaque())
    watchdog.begin()
    for pragma in [
      "trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "query_only = ON", "writable_schema = OFF",
    ] {
      let code = sqlite3_exec(connection, "PRAGMA \(pragma)", nil, nil, nil)
      guard code == SQLITE_OK else { throw error(code, connection, watchdog) }
    }
  }

  /// From here on, statements may only select and read.
  private static func forbidAllButReading(_ connection: OpaquePointer) {
    sqlite3_set_authorizer(
      connection,
      { _, action, _, _, _, _ in action == SQLITE_SELECT || action == SQLITE_READ ? SQLITE_OK : SQLITE_DENY }, nil)
  }

  fileprivate static func error(_ code: Int32, _ connection: OpaquePointer, _ watchdog: Watchdog)
    -> ForeignDatabaseError
  {
    let message = sqlite3_errmsg(connection).map { String(cString: $0) } ?? "error \(code)"
    switch code & 0xFF {
    case SQLITE_INTERRUPT where watchdog.isCancelled: return ForeignDatabaseError(.cancelled, "was being read")
    case SQLITE_INTERRUPT: return ForeignDatabaseError(.tookTooLong, "took too long to read")
    case SQLITE_IOERR: return ForeignDatabaseError(.notReadable, "could not be read to its end")
    case SQLITE_NOTADB: return ForeignDatabaseError(.damaged, "is not a SQLite database")
    default: return ForeignDatabaseError(.damaged, "is damaged: \(message)")
    }
  }
}

/// Interrupts a statement that takes too long or was cancelled. Used by the thread that runs the statement.
private final class Watchdog {
  private let cancellation: Cancellation?
  private var started = ContinuousClock.now

  init(_ cancellation: Cancellation?) {
    self.cancellation = cancellation
  }

  func begin() { started = .now }

  var isCancelled: Bool { cancellation?.isCancelled ?? false }

  var ends: Bool { isCancelled || .now - started > .seconds(ForeignSQLite.rowTimeout) }
}

/// The rows of one statement.
private final class Rows {
  private let connection: OpaquePointer
  private let statement: OpaquePointer
  private let watchdog: Watchdog

  init(_ connection: OpaquePointer, _ sql: String, _ watchdog: Watchdog) throws {
    watchdog.begin()
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v2(connection, sql, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw ForeignSQLite.error(code, connection, watchdog) }
    statement = prepared
    self.connection = connection
    self.watchdog = watchdog
  }

  deinit {
    sqlite3_finalize(statement)
  }

  func step() throws -> Bool {
    watchdog.begin()
    let code = sqlite3_step(statement)
    switch code {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw ForeignSQLite.error(code, connection, watchdog)
    }
  }

  func value(_ column: Int32) -> ForeignValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_text(statement, column), count: Int(sqlite3_column_bytes(statement, column)))
      return .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, column)
      return .bytes(
        Array(
          UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, column)))))
    default: return .null
    }
  }
}
