#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Lets one process at a time make a store's tables.
///
/// SQLite waits for nobody while a file is turned into one with a WAL, and migrations look first and write later. The
/// lock is on the signal file: closing a descriptor of the store itself would drop SQLite's own locks on it.
enum CreationLock {
  /// Waits for whoever has the lock, then does something with it. The system takes it from a process that dies.
  static func withLock<Result>(storePath: String, _ body: () throws -> Result) rethrows -> Result {
    let descriptor = open(ChangeSignal(storePath: storePath).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a file there is no lock; whether the store can be made is found out when it is.
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }
}
