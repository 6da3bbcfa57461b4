import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that this process has open as a store.
///
/// Closing a file drops all locks that the process has on it, SQLite's among them, after which another program takes
/// itself for the last one and removes the log that is being written. So a file is looked into by ourselves only while
/// nobody in the process has it open.
final class OpenFile: Sendable {
  private static let all = Lock<[StoreFile.Identity]>([])
  /// Nil where there was no file.
  let identity: StoreFile.Identity?

  /// Refuses another program's database without letting SQLite open it, which would leave a -wal and a -shm file beside
  /// one that uses a WAL.
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

  /// The file's first page answers, unless its WAL may hold a later one. What is not SQLite at all is left to SQLite.
  private static func isForeign(path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    var page = [UInt8](repeating: 0, count: 4_096)
    let count = pread(descriptor, &page, page.count, 0)
    close(descriptor)
    guard count >= 108, page.starts(with: "SQLite format 3\0".utf8) else { return false }
    let application = page[68..<72].reduce(0) { $0 << 8 | Int($1) }
    // Of the tree's root, which is a single page while there are few tables.
    let tables = Int(page[103]) << 8 | Int(page[104])
    if application == Schema.applicationID || tables == 0 { return false }
    // Earlier versions named the store theirs only with its tables, and may have ended before, with this one alone.
    if application == 0, page[100] == 0x0D, tables <= 2, page.contains("grdb_migrations".utf8) { return false }
    let log = StoreFile.status(StorePath.resolved(path) + "-wal")
    return log.map { $0.st_size == 0 } ?? true
  }
}
