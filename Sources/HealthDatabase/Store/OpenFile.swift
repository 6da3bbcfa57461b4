import HealthModel
import StoreFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that this process has open as a store.
///
/// Closing a file releases all locks that the process has on it, including SQLite's; another program then considers
/// itself the last one and deletes the log that is being written. So we read a file directly only while nothing in
/// the process has it open.
final class OpenFile: Sendable {
  private static let all = Lock<[StoreFile.Identity]>([])
  /// nil if there was no file.
  let identity: StoreFile.Identity?

  /// Rejects another program's database before SQLite opens it, which would leave -wal and -shm files beside a
  /// database in WAL mode.
  ///
  /// - Throws: `StoreError`.
  init(path: String) throws {
    guard let identity = StoreFile.Identity(path: path) else {
      self.identity = nil
      return
    }
    let isForeign = Self.all.withLock { all in
      guard all.contains(identity) || !Self.isForeign(path: path) else { return true }
      all.append(identity)
      return false
    }
    self.identity = isForeign ? nil : identity
    if isForeign { throw StoreError(.notAStore, path: path, reason: "is a SQLite database, but not a ringtop store") }
  }

  deinit {
    guard let identity else { return }
    Self.all.withLock { all in
      if let index = all.firstIndex(of: identity) { all.remove(at: index) }
    }
  }

  /// The file's first page is sufficient, unless its WAL may contain a later one. A file that is not SQLite at all is
  /// left to SQLite.
  private static func isForeign(path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    var page = [UInt8](repeating: 0, count: 4_096)
    let count = pread(descriptor, &page, page.count, 0)
    close(descriptor)
    guard count >= 108, page.starts(with: "SQLite format 3\0".utf8) else { return false }
    let application = page[68..<72].reduce(0) { $0 << 8 | Int($1) }
    // The root page of the schema, which is the only one while there are few tables.
    let tables = Int(page[103]) << 8 | Int(page[104])
    if application == Schema.applicationID || tables == 0 { return false }
    // Earlier versions set the application id only with the tables, and may have been interrupted before, with this
    // table alone.
    if application == 0, page[100] == 0x0D, tables <= 2, page.contains("grdb_migrations".utf8) { return false }
    let log = StoreFile.status(StorePath.resolved(path) + "-wal")
    return log.map { $0.st_size == 0 } ?? true
  }
}
