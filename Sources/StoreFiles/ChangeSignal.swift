import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file beside the store that every writer updates after its commit to wake other processes.
///
/// Watching SQLite's own files would miss commits: the last event on the -wal file comes before the commit is
/// readable. The signal file contains the number of the latest change and is written only after COMMIT has returned.
///
/// It is a regular file of eight bytes owned by the user. Anything else at its path, in particular a link to another
/// file, is not touched; writers and watchers then work without it.
package struct ChangeSignal: Sendable {
  /// Beside the file that the store's path resolves to.
  package let path: String

  package init(storePath: String) {
    path = StorePath.resolved(storePath) + "-signal"
  }

  /// Announces a change. If that fails, watchers miss a wake-up but no data is lost, so errors are ignored.
  package func send(change: Int64) {
    guard let descriptor = open(O_WRONLY | O_CREAT) else { return }
    var bytes = change.littleEndian
    _ = pwrite(descriptor, &bytes, MemoryLayout<Int64>.size, 0)
    close(descriptor)
  }

  /// The number of the last announced change, 0 if there is none.
  package func latest() -> Int64 {
    guard let descriptor = open(O_RDONLY) else { return 0 }
    defer { close(descriptor) }
    var bytes: Int64 = 0
    guard pread(descriptor, &bytes, MemoryLayout<Int64>.size, 0) == MemoryLayout<Int64>.size else { return 0 }
    return Int64(littleEndian: bytes)
  }

  /// Creates the file if it is missing: only an existing file can be watched.
  package func make() {
    if let descriptor = open(O_WRONLY | O_CREAT) { close(descriptor) }
  }

  /// Opens the file.
  ///
  /// - Returns: nil if it cannot be opened or is not a signal file of this user.
  package func open(_ flags: Int32) -> Int32? {
    guard let (descriptor, status) = RegularFile.open(path, flags | O_NOFOLLOW) else { return nil }
    // Root may write to stores of other users, but not to their files through another name.
    guard status.st_nlink <= 1,
      status.st_uid == geteuid() || geteuid() == 0 || flags & O_ACCMODE == O_RDONLY,
      status.st_size == 0 || status.st_size == MemoryLayout<Int64>.size
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// The problem with the file, nil if there is none or the file does not exist.
  package var problem: Problem? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
    return status.st_nlink > 1 || (status.st_size != 0 && status.st_size != MemoryLayout<Int64>.size)
      ? .anotherFile : nil
  }

  /// Whether there is a symbolic link in its place.
  package var isLink: Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  package enum Problem {
    /// A link, a directory or a FIFO.
    case notAFile
    /// A file that something else wrote, or that has a second name.
    case anotherFile
  }
}
