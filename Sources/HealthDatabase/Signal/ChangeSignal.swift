#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file beside the store that every writer touches after its commit, so that other processes wake.
///
/// Watching SQLite's own files would miss commits: the last event on the -wal file comes before the commit can be read.
/// The signal file holds the number of the latest change and is written only after COMMIT has returned.
package struct ChangeSignal: Sendable {
  package let path: String

  package init(storePath: String) {
    path = storePath + "-signal"
  }

  /// Announces a change. A signal that cannot be sent costs watchers a wake-up, never the data, so failures are quiet.
  package func send(change: Int64) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    var bytes = change.littleEndian
    _ = pwrite(descriptor, &bytes, MemoryLayout<Int64>.size, 0)
    close(descriptor)
  }

  /// The number of the change that was announced last, 0 if none was.
  package func latest() -> Int64 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var bytes: Int64 = 0
    guard pread(descriptor, &bytes, MemoryLayout<Int64>.size, 0) == MemoryLayout<Int64>.size else { return 0 }
    return Int64(littleEndian: bytes)
  }
}
