package import Foundation
import HealthModel
import Processes

/// A file beside the configuration that contains secrets: only its owner may read it.
package struct PrivateFile: Sendable {
  package let path: String

  /// Longer than any token or list of them; a larger file is something else.
  private static let longest = 1 << 20

  /// - Parameter name: of the file, in the folder of the configuration.
  package init(_ name: String, _ variables: [String: String]) {
    path = URL(filePath: ConfigurationFile.path(variables)).deletingLastPathComponent().appending(path: name).path
  }

  /// What changes with the file, without reading it; nil if there is none.
  package var version: [Int]? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    return [Int(truncatingIfNeeded: status.st_ino), Int(status.st_size), Int(status.st_mode)]
      + times.flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] }
  }

  /// Its content; nil if there is no file.
  ///
  /// - Throws: `Failure` if it cannot be read, or other users can read it.
  package func read() throws -> Data? {
    // Through links, with which files of the configuration are often kept elsewhere.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure(.noInput, "\(path) cannot be read: \(SystemError.text(errno)).")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(.noInput, "\(path) is not a file.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw Failure(.failed, "\(path) contains a secret that other users can access; use \"chmod 600\" on it.")
    }
    guard status.st_size <= Self.longest, let data = try? file.read(upToCount: Self.longest) ?? Data() else {
      throw Failure(.badData, "\(path) cannot be read.")
    }
    return data
  }

  /// Creates the file if there is none, with its folder.
  ///
  /// - Returns: false if there is one.
  /// - Throws: `Failure` if it cannot be written.
  package func create(_ content: String) throws -> Bool {
    _ = Self.makeFolder(of: path)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if descriptor < 0, errno == EEXIST { return false }
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "\(path) cannot be created: \(SystemError.text(errno)).")
    }
    defer { close(descriptor) }
    guard Output.send(content, to: descriptor) == 0, fsync(descriptor) == 0 else {
      unlink(path)
      throw Failure(.inputOutput, "\(path) cannot be written.")
    }
    return true
  }

  /// The value in the file; nil if there is no file.
  ///
  /// - Throws: `Failure` also if the file is malformed.
  package func value<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value? {
    try read().map { data in
      do {
        return try JSONDecoder().decode(Value.self, from: data)
      } catch {
        throw Failure(.badData, "\(path) is malformed.")
      }
    }
  }

  /// Changes the value in the file, or the one that stands for no file. The file is replaced as a whole, and no other
  /// process changes it at the same time.
  ///
  /// - Throws: `Failure`, and what the body throws; the file is unchanged then.
  package func update<Value: Codable, Result>(
    _ standard: Value, _ body: (inout Value) throws -> Result
  ) throws -> Result {
    // A link stays, and so does the file's folder.
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    guard let lock = Self.lockFolder(of: target) else { throw unwritable(errno) }
    defer { close(lock) }
    var value = try value() ?? standard
    let result = try body(&value)
    let code = Self.replace(target, with: try Output.json(value) + "\n", isDurable: true)
    guard code == 0 else { throw unwritable(code) }
    return result
  }

  private func unwritable(_ number: Int32) -> Failure {
    Failure(.cannotCreate, "\(path) cannot be written: \(SystemError.text(number)).")
  }

  /// Replaces a file in one step by one that only the user can read. Creates its folder.
  ///
  /// - Parameter isDurable: whether its content must survive the end of the system.
  /// - Returns: 0, or the number of the error.
  package static func replace(_ path: String, with content: String, isDurable: Bool = false) -> Int32 {
    _ = makeFolder(of: path)
    // Several programs may do so at once.
    let temporary = "\(path).\(UUID().uuidString)"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    var code = Output.send(content, to: descriptor)
    if code == 0, isDurable && fsync(descriptor) != 0 || rename(temporary, path) != 0 { code = errno }
    if code != 0 { unlink(temporary) }
    return code
  }

  /// Creates the folder of a file, and waits until nobody else has locked it.
  ///
  /// - Returns: the descriptor to close; nil with an error's number in `errno`.
  package static func lockFolder(of path: String) -> Int32? {
    let lock = open(makeFolder(of: path), O_RDONLY | O_CLOEXEC)
    guard lock >= 0 else { return nil }
    while flock(lock, LOCK_EX) != 0 {
      guard errno == EINTR else {
        let code = errno
        close(lock)
        errno = code
        return nil
      }
    }
    return lock
  }

  private static func makeFolder(of path: String) -> String {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return folder
  }
}
