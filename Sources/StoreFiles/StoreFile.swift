package import Foundation
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The store's files: their modes, and clear messages where SQLite only reports "unable to open".
package enum StoreFile {
  /// Creates the directory (0700) and an empty file (0600) if they are missing.
  package static func prepare(path: String) throws {
    try makeDirectory(StorePath.directory(of: path), store: path)
    // An existing file is not opened: closing it would release the locks that SQLite holds on it in this process.
    if let status = status(path) {
      try requireRegular(status, path: path)
      return
    }
    // Created here because SQLite would use the umask.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      let exists = access(path, F_OK) == 0
      throw StoreError(
        code == ENOSPC ? .diskFull : exists ? .readOnly : .cannotCreate, path: path,
        reason: exists
          ? "cannot be written (\(SystemError.text(code)))" : "cannot be created (\(SystemError.text(code)))")
    }
    close(descriptor)
  }

  /// Creates the directory of a store (0700) if it is missing.
  package static func prepareDirectory(path: String) throws {
    try makeDirectory(StorePath.directory(of: path), store: path)
  }

  private static func makeDirectory(_ directory: String, store path: String) throws {
    if access(directory, F_OK) == 0 { return }
    try makeDirectory(StorePath.directory(of: directory), store: path)
    // Another process may create it at the same time.
    guard mkdir(directory, 0o700) == 0 || errno == EEXIST else {
      let code = errno
      throw StoreError(
        code == ENOSPC ? .diskFull : .cannotCreate, path: path,
        reason: "its directory cannot be created (\(SystemError.text(code)))")
    }
  }

  package static func requireReadable(path: String) throws {
    guard let status = status(path) else {
      let code = errno
      throw StoreError(
        code == EACCES ? .unreadable : .missing, path: path,
        reason: code == EACCES ? "cannot be read: permission denied" : "there is no store here yet")
    }
    try requireRegular(status, path: path)
    guard access(path, R_OK) == 0 else {
      throw StoreError(.unreadable, path: path, reason: "cannot be read: permission denied")
    }
  }

  /// Opening a FIFO or a device could block, or worse.
  private static func requireRegular(_ status: stat, path: String) throws {
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw StoreError(.notAStore, path: path, reason: "is a directory")
    default: throw StoreError(.notAStore, path: path, reason: "is not a regular file")
    }
  }

  package static func requireWritable(path: String) throws {
    guard access(path, W_OK) == 0, access(StorePath.directory(of: path), W_OK) == 0 else {
      throw StoreError(.readOnly, path: path, reason: "cannot be written (\(SystemError.text(errno)))")
    }
  }

  /// The files that SQLite keeps beside a store.
  package static let companions = ["-wal", "-shm", "-journal"]

  /// Whether a path leads to a file of a store: by its name, also if there is no such file yet, by a symbolic link or by
  /// a hard link.
  package static func isPart(_ path: String, ofStore store: String) -> Bool {
    let name = StorePath.resolved(path)
    let files = ([""] + companions + ["-signal", "-observers"]).map { StorePath.resolved(store) + $0 }
    if files.contains(name) { return true }
    guard let identity = Identity(path: name) else { return false }
    return files.contains { Identity(path: $0) == identity }
  }

  /// Removes all permissions of other users: a store contains personal health data.
  package static func makePrivate(path: String) {
    for file in [""] + companions + ["-signal"] {
      // Not through a link, which may lead to a file of another purpose. chmod instead of fchmod, because closing a
      // file of the store would release SQLite's locks on it.
      var status = stat()
      guard lstat(path + file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0,
        status.st_uid == geteuid()
      else { continue }
      _ = chmod(path + file, status.st_mode & 0o700)
    }
  }

  /// Whether other users may read or write a file.
  package static func isOpenToOthers(_ path: String) -> Bool {
    status(path).map { $0.st_mode & 0o077 != 0 } ?? false
  }

  /// The free disk space for the user on the file system of a file, in bytes.
  package static func freeSpace(beside path: String) -> Int64? {
    var status = statvfs()
    guard statvfs(StorePath.directory(of: path), &status) == 0 else { return nil }
    let (bytes, overflows) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
      by: Int64(clamping: status.f_frsize))
    return overflows ? .max : bytes
  }

  /// The result of `stat`, following links; nil with `errno` if it fails.
  package static func status(_ path: String) -> stat? {
    var status = stat()
    return stat(path, &status) == 0 ? status : nil
  }

  /// The identity of the file at a path, nil if there is none.
  package struct Identity: Equatable {
    private let device: dev_t
    private let node: ino_t

    package init?(path: String) {
      guard let status = StoreFile.status(path) else { return nil }
      device = status.st_dev
      node = status.st_ino
    }
  }

  package static func percentEncoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  /// Runs the body while no other process and no other thread runs it for the same store: turning a new file into a
  /// store takes several steps, between which SQLite holds no lock.
  ///
  /// The lock is on the signal file. One on the store itself would release SQLite's own locks when it is closed.
  ///
  /// - Parameter seconds: the maximum time to wait.
  package static func whileAlone<Result>(
    path: String, waitingAtMost seconds: Double, _ body: () throws -> Result
  ) throws -> Result {
    let signal = ChangeSignal(storePath: path)
    let isNew = access(signal.path, F_OK) != 0
    guard let descriptor = signal.open(O_RDWR | O_CREAT) else { return try body() }
    defer { close(descriptor) }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(seconds)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard clock.now < end else {
        throw StoreError(.busy, path: path, reason: "is still being opened by another program")
      }
      Thread.sleep(forTimeInterval: 0.005)
    }
    do {
      return try body()
    } catch {
      // No file remains beside one that turns out not to be a store.
      if isNew { unlink(signal.path) }
      throw error
    }
  }
}
