import Foundation
import GRDBSQLite

/// Code for a single query without a library: a connection, a prepared statement, and plain values.
///
/// It depends on the tables, keeps the statement between runs, and does not handle permissions, units or changes.
final class PlainSQL {
  private let connection: OpaquePointer
  private let statement: OpaquePointer

  /// - Parameter canWrite: whether a leftover log may be merged into the file.
  init(_ path: String, _ sql: String, canWrite: Bool = false) throws {
    var connection: OpaquePointer?
    guard
      sqlite3_open_v2(
        path, &connection, (canWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_NOMUTEX, nil)
        == SQLITE_OK,
      let connection
    else {
      throw BenchmarkError("SQLite cannot open \(path)")
    }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
      throw BenchmarkError("\(String(cString: sqlite3_errmsg(connection))): \(sql)")
    }
    self.connection = connection
    self.statement = statement
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close(connection)
  }

  /// Runs the statement and calls a block with each row.
  func run(_ arguments: [Double] = [], _ row: (OpaquePointer) throws -> Void) throws {
    for (index, argument) in arguments.enumerated() { sqlite3_bind_double(statement, Int32(index + 1), argument) }
    defer { sqlite3_reset(statement) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try row(statement)
      case SQLITE_DONE: return
      default: throw BenchmarkError(String(cString: sqlite3_errmsg(connection)))
      }
    }
  }
}

/// A sample in handwritten code: shared properties remain numbers.
struct PlainSample {
  let row: Int64
  let uuid: UUID
  let start: Double
  let end: Double
  let value: Double
  let provenance: Int64
  let metadata: Int64

  static let columns = "s.id, s.start, s.end, s.value, s.provenance_id, s.metadata_id"

  /// From a SELECT of `columns`, followed by a column with the sample's own identity, if any.
  init(_ row: OpaquePointer, store: UUID) {
    let id = sqlite3_column_int64(row, 0)
    self.row = id
    start = sqlite3_column_double(row, 1)
    end = sqlite3_column_double(row, 2)
    value = sqlite3_column_double(row, 3)
    provenance = sqlite3_column_int64(row, 4)
    metadata = sqlite3_column_int64(row, 5)
    if sqlite3_column_count(row) > 6, let own = sqlite3_column_blob(row, 6) {
      uuid = UUID(uuid: own.loadUnaligned(as: uuid_t.self))
    } else {
      var bytes = store.uuid
      withUnsafeMutableBytes(of: &bytes) { buffer in
        let tail = UInt64(bigEndian: buffer.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        buffer.storeBytes(of: (tail ^ UInt64(bitPattern: id)).bigEndian, toByteOffset: 8, as: UInt64.self)
      }
      uuid = UUID(uuid: bytes)
    }
  }
}

/// A day's rings in handwritten code.
struct PlainSummary {
  let day: Int64
  let values: (move: Double, exercise: Double, stand: Double)
  let goals: (move: Double, exercise: Double, stand: Double)
  let isPaused: Bool

  static let columns = "day, move, exercise, stand, move_goal, exercise_goal, stand_goal, paused"

  init(_ row: OpaquePointer) {
    func number(_ column: Int32) -> Double { sqlite3_column_double(row, column) }
    day = sqlite3_column_int64(row, 0)
    values = (number(1), number(2), number(3))
    goals = (number(4), number(5), number(6))
    isPaused = sqlite3_column_int64(row, 7) != 0
  }
}
