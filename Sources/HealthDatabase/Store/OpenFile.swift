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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    var head = [UInt8](repeating: 0, count: 108)
    let count = pread(descriptor, &head, head.count, 0)
    close(descriptor)
    guard count == head.count, head.starts(with: "SQLite format 3\0".utf8) else { return false }
    let application = head[68..<72].reduce(0) { $0 << 8 | Int($1) }
    let hasTables = head[103] != 0 || head[104] != 0
    var log = stat()
    let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
    return application != Schema.applicationID && hasTables && !hasLog
  }
}
