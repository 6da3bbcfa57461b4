import Foundation
import GRDBSQLite
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries

/// Runs one SELECT of a client on a connection of its own that can read nothing but the views of `ringtop sql`, limited
/// to the types that are shared.
///
/// The views that a statement may name select from views whose names nobody can guess; only these may read the store's
/// tables. So the tables cannot be reached by any statement, not even by a common table expression with a view's name.
/// The store is attached under such a name too, and its tables are hidden behind views with their names: SQLite reports
/// a table of which a view needs only the existence of rows without the view.
struct SandboxedSelect {
  struct Result {
    var columns: [String] = []
    var rows: [[JSONValue]] = []
    /// Whether there were more rows.
    var isCut = false
  }

  /// The views that exist for this client, with their columns.
  private(set) var views: [(name: String, columns: String)] = []
  private var statements = ""
  private let file: String
  private let secret: String

  static let mostRows = 1_000
  private static let timeLimit = 5
  /// In bytes. Searching one long text for another costs the product of their lengths, and SQLite does not stop within it.
  private static let largestValue: Int32 = 1 << 14
  private static let longestPattern: Int32 = 200
  /// How many instructions of SQLite's run between two looks at the clock.
  private static let instructions: Int32 = 50
  private static let mostColumns = 40

  /// - Throws: `StoreError`.
  init(_ store: Store, _ sharing: Sharing) throws {
    var generator = SystemRandomNumberGenerator()
    secret = "hidden_\(String(generator.next(), radix: 36))\(String(generator.next(), radix: 36))_"
    file = store.nameForSQLite
    _ = try store.typeOverview()
    let all = try store.plainViews()
    statements = all.replacing("CREATE TEMP VIEW ", with: "CREATE TEMP VIEW \(secret)")
      .replacing("main.", with: "\(secret).")
    var views: [(name: String, columns: String)] = []
    var created = ""
    let secret = secret
    func add(_ name: String, _ columns: [(String, needs: [String])], where condition: String = "") {
      let selected = columns.map { column, needs in needs.allSatisfy(sharing.allows) ? column : "NULL AS \(column)" }
      let condition = condition.isEmpty ? "" : " WHERE \(condition)"
      created +=
        "CREATE TEMP VIEW \(name) AS SELECT \(selected.joined(separator: ", ")) FROM \(secret)\(name)\(condition);\n"
      views.append((name, columns.map(\.0).joined(separator: ", ")))
    }
    func plain(_ columns: String) -> [(String, needs: [String])] {
      columns.split(separator: " ").map { (String($0), []) }
    }
    if sharing.allows(TypeIdentifier.activitySummary) {
      add("day", plain("date move move_goal exercise exercise_goal stand stand_goal move_unit paused basis"))
    }
    // A type that is in no catalog is named by its identifier, which can be any text.
    let unlisted = UnlistedTypes.identifiers.filter { sharing.allows($0) && !$0.contains("\0") }
    let names = (TypeName.all.filter { sharing.allows($0.identifier) }.map(\.name) + unlisted)
      .map { "'\($0.replacing("'", with: "''"))'" }
    if !names.isEmpty {
      let isShared = "type IN (\(names.joined(separator: ",")))"
      add(
        "sample", plain("id type start end start_unix end_unix value unit source device entered_by_hand"),
        where: isShared)
      add("type", plain("type identifier unit samples"), where: isShared)
    }
    if sharing.allows(TypeIdentifier.workout) {
      add(
        "workout",
        plain("id activity start end start_unix duration_seconds") + [
          ("energy_kcal", [TypeIdentifier.activeEnergyBurned]), ("distance_m", WorkoutTotal.distance.types),
          ("heart_rate", [TypeIdentifier.heartRate]), ("source", []),
        ])
    }
    if sharing.allows(TypeIdentifier.sleepAnalysis) {
      add("sleep", plain("id stage start end start_unix seconds source"))
    }
    statements += created
    self.views = views
  }

  /// - Parameters:
  ///   - seconds: the maximum time.
  ///   - isCancelled: asked while the statement runs, which ends when it is true.
  /// - Throws: `Refusal` for a statement that fails, takes too long, was cancelled, or is not a single SELECT.
  func run(
    _ sql: String, seconds: Int = timeLimit, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> Result {
    var opened: OpaquePointer?
    // An attached database is opened as the first one is.
    let code = sqlite3_open_v2(":memory:", &opened, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    defer { sqlite3_close_v2(opened) }
    guard code == SQLITE_OK, let connection = opened else { throw Refusal("The store cannot be opened for SQL.") }
    sqlite3_busy_timeout(connection, 5_000)
    let attach = "ATTACH '\(file.replacing("'", with: "''"))' AS \(secret);"
    guard sqlite3_exec(connection, attach + statements, nil, nil, nil) == SQLITE_OK, let hidden = hideTables(connection)
    else { throw Refusal("The views for SQL cannot be created.") }
    let policy = Policy(secret: secret, views: Set(views.map(\.name)), hidden: hidden)
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.largestValue)
    sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
    sqlite3_limit(connection, SQLITE_LIMIT_EXPR_DEPTH, 100)
    sqlite3_limit(connection, SQLITE_LIMIT_VDBE_OP, 100_000)
    sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, Self.longestPattern)
    let limit = Interruption(seconds: seconds, isCancelled)
    return try withExtendedLifetime((limit, policy)) {
      sqlite3_progress_handler(
        connection, Self.instructions,
        { $0.map { Unmanaged<Interruption>.fromOpaque($0).takeUnretainedValue().isDue ? 1 : 0 } ?? 0 },
        Unmanaged.passUnretained(limit).toOpaque())
      sqlite3_set_authorizer(
        connection,
        { context, action, first, second, database, view in
          guard let context else { return SQLITE_DENY }
          return Unmanaged<Policy>.fromOpaque(context).takeUnretainedValue()
            .allows(action, first, second, database: database, view: view) ? SQLITE_OK : SQLITE_DENY
        }, Unmanaged.passUnretained(policy).toOpaque())
      return try select(sql, connection, limit)
    }
  }

  /// Puts a view before each table that no shared view is before, so that its name does not lead to the table.
  ///
  /// - Returns: the names of these views in lower case; nil if they cannot be created.
  private func hideTables(_ connection: OpaquePointer) -> Set<String>? {
    var prepared: OpaquePointer?
    defer { sqlite3_finalize(prepared) }
    let query = """
      SELECT printf('CREATE TEMP VIEW "%w" AS SELECT NULL AS hidden;', name), lower(name) FROM \(secret).sqlite_master
      WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'
        AND lower(name) NOT IN (SELECT lower(name) FROM temp.sqlite_master)
      """
    guard sqlite3_prepare_v2(connection, query, -1, &prepared, nil) == SQLITE_OK, let statement = prepared else {
      return nil
    }
    var views = ""
    var names: Set<String> = []
    while sqlite3_step(statement) == SQLITE_ROW {
      views += sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? ""
      if let name = sqlite3_column_text(statement, 1) { names.insert(String(cString: name)) }
    }
    sqlite3_reset(statement)
    return sqlite3_exec(connection, views, nil, nil, nil) == SQLITE_OK ? names : nil
  }

  private func select(_ sql: String, _ connection: OpaquePointer, _ limit: Interruption) throws -> Result {
    func failure() -> Refusal {
      if limit.isCancelled() { return Refusal("The statement was cancelled.") }
      if limit.hasPassed {
        return Refusal("The statement took longer than \(limit.seconds) s. Select a shorter time.")
      }
      let message = (sqlite3_errmsg(connection).map { String(cString: $0) } ?? "").replacing(secret, with: "")
      // A denied table and a missing one are the same to a client.
      let isDenied = sqlite3_errcode(connection) == SQLITE_AUTH
      let known = views.map { "\($0.name) (\($0.columns))" }.joined(separator: "; ")
      return Refusal(
        (isDenied
          ? "The statement reads something that is not a shared view." : "SQLite: \(Untrusted.quoted(message)).")
          + " The views are \(known).")
    }
    var prepared: OpaquePointer?
    var isAlone = true
    let code = sql.withCString { start in
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, start, -1, &prepared, &tail)
      if let tail { isAlone = String(cString: tail).allSatisfy { $0.isWhitespace || $0 == ";" } }
      return code
    }
    defer { sqlite3_finalize(prepared) }
    guard code == SQLITE_OK else { throw failure() }
    guard let statement = prepared, isAlone, sqlite3_stmt_readonly(statement) != 0,
      sqlite3_stmt_isexplain(statement) == 0,
      (1...Int32(Self.mostColumns)).contains(sqlite3_column_count(statement))
    else { throw Refusal("Write one SELECT of at most \(Self.mostColumns) columns.") }
    let columns = 0..<sqlite3_column_count(statement)
    var result = Result()
    result.columns = columns.map { index in
      Self.shown(sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "")
    }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW:
        guard result.rows.count < Self.mostRows else {
          result.isCut = true
          return result
        }
        result.rows.append(columns.map { Self.value(statement, $0) })
      case SQLITE_DONE: return result
      default: throw failure()
      }
    }
  }

  private static func value(_ statement: OpaquePointer, _ column: Int32) -> JSONValue {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .whole(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .measured(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_text(statement, column), count: min(1_000, Int(sqlite3_column_bytes(statement, column))))
      return .text(shown(String(decoding: bytes, as: UTF8.self)))
    case SQLITE_BLOB: return "(bytes)"
    default: return .null
    }
  }

  /// Names and dates of our own as they are; anything else is text from the data, or of the client.
  private static func shown(_ text: String) -> String {
    let isWord =
      text.utf8.count <= 60
      && text.utf8.allSatisfy { ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F }
    let isDate =
      text.utf8.count <= 30
      && text.utf8.allSatisfy { ($0 >= 0x30 && $0 <= 0x3A) || $0 == 0x2D || $0 == 0x20 || $0 == 0x2E }
    return isWord || isDate ? text : Untrusted.quoted(text)
  }
}

/// What a statement may do.
private final class Policy: Sendable {
  private let secret: String
  private let views: Set<String>
  private let hidden: Set<String>

  init(secret: String, views: Set<String>, hidden: Set<String>) {
    (self.secret, self.views, self.hidden) = (secret, views, hidden)
  }

  func allows(
    _ action: Int32, _ first: UnsafePointer<CChar>?, _ second: UnsafePointer<CChar>?,
    database: UnsafePointer<CChar>?, view: UnsafePointer<CChar>?
  ) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_FUNCTION: return second.map { String(cString: $0) } != "load_extension"
    case SQLITE_READ:
      if let view, String(cString: view).hasPrefix(secret) { return true }
      guard let first, let second else { return false }
      let table = String(cString: first)
      guard let database else {
        // Only the number of rows, of a common table expression or a shared view.
        let name = table.lowercased()
        return second.pointee == 0 && !hidden.contains(name) && !name.hasPrefix("sqlite_") && !name.hasPrefix("pragma_")
      }
      if String(cString: database) == secret { return second.pointee == 0 && !table.hasPrefix("sqlite_") }
      return String(cString: database) == "temp" && (views.contains(table) || table.hasPrefix(secret))
    default: return false
    }
  }
}

/// When a statement ends before it is done.
private final class Interruption: Sendable {
  let seconds: Int
  private let end: ContinuousClock.Instant
  let isCancelled: @Sendable () -> Bool

  init(seconds: Int, _ isCancelled: @escaping @Sendable () -> Bool) {
    (self.seconds, end, self.isCancelled) = (seconds, .now + .seconds(seconds), isCancelled)
  }

  var hasPassed: Bool { .now > end }
  var isDue: Bool { hasPassed || isCancelled() }
}
