import Foundation
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file system's side of the store: modes, and sentences for what SQLite would only call "unable to open".
enum StoreFile {
  /// Makes the directory (0700) and an empty file (0600) where they are missing.
  static func prepare(path: String) throws {
    let directory = directory(of: path)
    if !directory.isEmpty {
      do {
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      } catch {
        throw StoreError(
          .cannotCreate, path: path, reason: "its directory cannot be made", underlying: error)
      }
    }
    // A file that is there is not opened: closing it would drop the locks that SQLite holds on it in this process.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, W_OK) == 0 { return }
    // Made here rather than by SQLite, whose files have the mode of the umask.
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      let code = errno
      if code == EISDIR { throw StoreError(.notAStore, path: path, reason: "is a directory") }
      let exists = access(path, F_OK) == 0
      throw StoreError(
        code == ENOSPC ? .diskFull : exists ? .readOnly : .cannotCreate, path: path,
        reason: exists ? "cannot be written (\(message(code)))" : "cannot be made (\(message(code)))")
    }
    close(descriptor)
  }

  /// The directory in which a path lies; empty for a name alone. Foundation's own function traps on some names of one
  /// character.
  static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func requireReadable(path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
      let code = errno
      throw StoreError(
        code == EACCES ? .unreadable : .missing, path: path,
        reason: code == EACCES ? "may not be read" : "there is no store here yet")
    }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw StoreError(.notAStore, path: path, reason: "is a directory")
    }
    guard access(path, R_OK) == 0 else { throw StoreError(.unreadable, path: path, reason: "may not be read") }
  }

  static func requireWritable(path: String) throws {
    let directory = directory(of: path)
    guard access(path, W_OK) == 0, access(directory.isEmpty ? "." : directory, W_OK) == 0 else {
      throw StoreError(.readOnly, path: path, reason: "cannot be written (\(message(errno)))")
    }
  }

  /// Which file lies at a path, nil where there is none.
  struct Identity: Equatable {
    private let device: dev_t
    private let node: ino_t

    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = status.st_dev
      node = status.st_ino
    }
  }

  static func percentEncoded(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
  }

  private static func message(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }

  /// Runs while no other process and no other thread runs this for the same store: turning a new file into a store takes
  /// several steps between which SQLite holds no lock.
  ///
  /// The lock lies on the signal's file. One on the store itself would drop SQLite's own locks when it is closed.
  static func whileAlone<Result>(path: String, _ body: () throws -> Result) throws -> Result {
    let signal = ChangeSignal(storePath: path).path
    let isNew = access(signal, F_OK) != 0
    let descriptor = open(signal, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return try body() }
    defer { close(descriptor) }
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    do {
      return try body()
    } catch {
      // Nothing is left beside a file that turns out to be no store.
      if isNew { unlink(signal) }
      throw error
    }
  }
}
