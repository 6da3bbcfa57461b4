import Foundation
import GRDBSQLite
import HealthModel

/// A connection that holds one state of a store and reads its pages.
///
/// While it is in a transaction, SQLite neither begins the log again nor moves later pages from it to the file, so what it
/// read stays in place. SQLite's own handles are used: closing another one would release the locks on the store.
final class PageReader {
  private let db: OpaquePointer
  private let path: String
  private(set) var isPinned = false

  private let timeout: Int32

  /// How long one that keeps others from writing waits for them, in milliseconds.
  private static let writerTimeout: Int32 = 250

  /// - Parameter milliseconds: how long locks of other programs may last.
  /// - Throws: `StoreError`.
  init(path: String, timeout milliseconds: Int32 = 2_000) throws {
    var db: OpaquePointer?
    let code = sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let db else {
      let error = StoreError(code, db, path)
      sqlite3_close(db)
      throw error
    }
    (self.db, self.path, timeout) = (db, path, milliseconds)
    sqlite3_busy_timeout(db, timeout)
    // The last connection must leave the log, as those of `HealthDatabase` do.
    var keepsLog: Int32 = 1
    sqlite3_file_control(db, nil, SQLITE_FCNTL_PERSIST_WAL, &keepsLog)
  }

  /// Those of `run`.
  private var statements: [String: OpaquePointer] = [:]

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(db)
  }

  /// Executes a statement that is prepared once. Of its rows only the first one is read.
  private func run(_ sql: String) throws {
    if statements[sql] == nil {
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v2(db, sql, -1, &statement, nil)
      guard code == SQLITE_OK else { throw StoreError(code, db, path) }
      statements[sql] = statement
    }
    let code = sqlite3_step(statements[sql])
    defer { sqlite3_reset(statements[sql]) }
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw StoreError(code, db, path) }
  }

  func execute(_ sql: String) throws {
    let code = sqlite3_exec(db, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw StoreError(code, db, path) }
  }

  /// The rows of a query as texts; NULL is an empty one.
  func rows(_ sql: String) throws -> [[String]] {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var code = sqlite3_prepare_v2(db, sql, -1, &statement, nil)
    var rows: [[String]] = []
    while code == SQLITE_OK || code == SQLITE_ROW {
      code = sqlite3_step(statement)
      guard code == SQLITE_ROW else { break }
      rows.append(
        (0..<sqlite3_column_count(statement)).map {
          sqlite3_column_text(statement, $0).map { String(cString: $0) } ?? ""
        })
    }
    guard code == SQLITE_DONE else { throw StoreError(code, db, path) }
    return rows
  }

  // MARK: - One state

  /// Holds the latest state.
  ///
  /// - Parameter isWriting: whether nobody else may write meanwhile.
  func pin(isWriting: Bool = false) throws {
    if isWriting { sqlite3_busy_timeout(db, Self.writerTimeout) }
    defer { sqlite3_busy_timeout(db, timeout) }
    try run(isWriting ? "BEGIN IMMEDIATE" : "BEGIN")
    isPinned = true
    do {
      // Only a read begins the transaction.
      try run("SELECT 1 FROM sqlite_schema LIMIT 1")
    } catch {
      release()
      throw error
    }
  }

  func release() {
    try? run("ROLLBACK")
    isPinned = false
  }

  /// Moves what the log contains to the file, without waiting for anybody.
  func checkpoint() {
    sqlite3_wal_checkpoint_v2(db, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }

  private func pointer(_ operation: Int32) -> UnsafeMutablePointer<sqlite3_file>? {
    var file: UnsafeMutablePointer<sqlite3_file>?
    guard sqlite3_file_control(db, "main", operation, &file) == SQLITE_OK, file?.pointee.pMethods != nil else {
      return nil
    }
    return file
  }

  /// The store's file, for reading and, by `StorePatch`, for writing.
  var file: UnsafeMutablePointer<sqlite3_file>? { pointer(SQLITE_FCNTL_FILE_POINTER) }

  /// What is committed in the log, which is at least the state that is held; nil if the store has none.
  func logHeader() throws -> LogHeader? {
    guard var header = file.flatMap({ LogHeader($0) }) else { return nil }
    // An empty log says nothing of the file.
    if header.frames == 0 {
      header.pageSize = try rows("PRAGMA page_size").first.flatMap { Int($0[0]) } ?? 0
      header.pages = try rows("PRAGMA page_count").first.flatMap { UInt32($0[0]) } ?? 0
    }
    return header.pageSize >= 512 && header.pages > 0 ? header : nil
  }

  // MARK: - Pages

  private static let logHead = 32
  private static let frameHead = 24

  private static func position(ofFrame frame: UInt32, _ pageSize: Int) -> Int64 {
    Int64(logHead) + Int64(frame - 1) * Int64(frameHead + pageSize)
  }

  private func read(
    _ file: UnsafeMutablePointer<sqlite3_file>?, _ buffer: UnsafeMutableRawBufferPointer, at position: Int64
  ) throws {
    guard let file, let read = file.pointee.pMethods.pointee.xRead else {
      throw StoreError(.inputOutput, path: path, reason: "could not be read")
    }
    let code = read(file, buffer.baseAddress, Int32(buffer.count), position)
    // Beyond the end, SQLite has filled the buffer with zeros: the page of its locks need not be written.
    guard code == SQLITE_OK || code == PageReader.shortRead else {
      throw StoreError(.inputOutput, path: path, reason: "could not be read (error \(code))")
    }
  }

  private static let shortRead = SQLITE_IOERR | 2 << 8

  /// The numbers of the pages in some frames of the log, in their order.
  ///
  /// - Throws: `StoreError` if they are not of this generation of the log.
  func pages(inFrames frames: ClosedRange<UInt32>, of header: LogHeader) throws -> [UInt32] {
    let log = pointer(SQLITE_FCNTL_JOURNAL_POINTER)
    return try withUnsafeTemporaryAllocation(byteCount: Self.frameHead, alignment: 8) { head in
      try frames.map { frame in
        try read(log, head, at: Self.position(ofFrame: frame, header.pageSize))
        guard head.loadUnaligned(fromByteOffset: 8, as: UInt64.self) == header.salt else {
          throw StoreError(.inputOutput, path: path, reason: "has a log that changed while it was read")
        }
        return UInt32(bigEndian: head.loadUnaligned(as: UInt32.self))
      }
    }
  }

  /// Reads a page from the file, or from a frame of the log.
  func read(page: UInt32, frame: UInt32?, into buffer: UnsafeMutableRawBufferPointer) throws {
    if let frame {
      let position = Self.position(ofFrame: frame, buffer.count) + Int64(Self.frameHead)
      try read(pointer(SQLITE_FCNTL_JOURNAL_POINTER), buffer, at: position)
    } else {
      try read(file, buffer, at: Int64(page - 1) * Int64(buffer.count))
    }
  }
}

extension StoreError {
  /// An error of SQLite's own interface.
  init(_ code: Int32, _ db: OpaquePointer?, _ path: String) {
    let message = db.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "error \(code)"
    let (kind, reason): (Code, String) =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: (.busy, "is locked by another program")
      case SQLITE_FULL: (.diskFull, "the disk is full")
      case SQLITE_NOTADB: (.notAStore, "is not a ringtop store (\(message))")
      case SQLITE_CORRUPT: (.damaged, "is damaged (\(message))")
      case SQLITE_READONLY, SQLITE_CANTOPEN: (.readOnly, "cannot be opened (\(message))")
      default: (.inputOutput, "could not be read or written (\(message))")
      }
    self.init(kind, path: path, reason: reason)
  }
}
