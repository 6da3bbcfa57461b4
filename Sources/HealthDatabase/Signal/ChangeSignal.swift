#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file beside the store that every writer touches after its commit, so that other processes wake.
///
/// Watching SQLite's own files would miss commits: the last event on the -wal file comes before the commit can be read.
/// The signal file holds the number of the latest change and is written only after COMMIT has returned.
///
/// It is eight bytes of a user's own regular file. What else lies at its path, a link to another file above all, is left
/// alone; writers and watchers then do without.
package struct ChangeSignal: Sendable {
  /// Beside the file that the store's path leads to.
  package let path: String

  package init(storePath: String) {
    path = StorePath.resolved(storePath) + "-signal"
  }

  /// Announces a change. A signal that cannot be sent costs watchers a wake-up, never the data, so failures are quiet.
  package func send(change: Int64) {
    guard let descriptor = open(O_WRONLY | O_CREAT) else { return }
    var bytes = change.littleEndian
    _ = pwrite(descriptor, &bytes, MemoryLayout<Int64>.size, 0)
    close(descriptor)
  }

  /// The number of the change that was announced last, 0 if none was.
  package func latest() -> Int64 {
    guard let descriptor = open(O_RDONLY) else { return 0 }
    defer { close(descriptor) }
    var bytes: Int64 = 0
    guard pread(descriptor, &bytes, MemoryLayout<Int64>.size, 0) == MemoryLayout<Int64>.size else { return 0 }
    return Int64(littleEndian: bytes)
  }

  /// Makes the file where it is missing: only what is there can be watched.
  func make() {
    if let descriptor = open(O_WRONLY | O_CREAT) { close(descriptor) }
  }

  /// Opens the file.
  ///
  /// - Returns: nil where it cannot be opened or is no signal of this user's.
  func open(_ flags: Int32) -> Int32? {
    // Not waiting is for a FIFO; what is opened is looked at before it is used.
    #if canImport(Glibc)
      let descriptor = Glibc.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    #else
      let descriptor = Darwin.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
    #endif
    guard descriptor >= 0 else { return nil }
    var status = stat()
    // Root writes other people's stores too, but no file of theirs that another name leads to.
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink <= 1,
      status.st_uid == geteuid() || geteuid() == 0 || flags & O_ACCMODE == O_RDONLY,
      status.st_size == 0 || status.st_size == MemoryLayout<Int64>.size
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// What is wrong with the file, nil where nothing is or it is not there.
  var problem: Problem? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
    return status.st_nlink > 1 || (status.st_size != 0 && status.st_size != MemoryLayout<Int64>.size)
      ? .anotherFile : nil
  }

  /// Whether a symbolic link lies in its place.
  var isLink: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  enum Problem {
    /// A link, a directory or a FIFO.
    case notAFile
    /// A file that something else wrote, or that has another name too.
    case anotherFile
  }
}
