import Foundation
import HealthModel
import Processes

/// Standard input or a pipe, copied to a private file, because importers read a file more than once and at any place.
struct PipedInput {
  let path: String
  /// What messages call it.
  let name: String

  /// - Parameters:
  ///   - path: as the user gave it; - for standard input.
  ///   - isCancelled: asked after each piece and each signal.
  /// - Returns: nil for a file or a folder.
  /// - Throws: `Failure`, or `CancellationError` with nothing left behind.
  init?(_ path: String, isCancelled: () -> Bool) throws {
    var source = STDIN_FILENO
    if path != "-" {
      var status = stat()
      guard stat(path.expandingTilde, &status) == 0,
        [S_IFIFO, S_IFCHR].contains(status.st_mode & S_IFMT)
      else { return nil }
      source = open(path.expandingTilde, O_RDONLY | O_CLOEXEC)
    }
    defer { if path != "-", source >= 0 { close(source) } }
    name = path == "-" ? "standard input" : path
    let folder = FileManager.default.temporaryDirectory.path
    self.path = "\(folder)/ringtop-\(UUID().uuidString)"
    let copy = open(self.path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard copy >= 0 else {
      throw Failure(.cannotCreate, "No file can be created in \(folder): \(SystemError.text(errno)).")
    }
    defer { close(copy) }
    do {
      try Self.copy(source, to: copy, name, isCancelled)
    } catch {
      remove()
      throw error
    }
  }

  func remove() { unlink(path) }

  private static func copy(
    _ source: Int32, to copy: Int32, _ name: String, _ isCancelled: () -> Bool
  ) throws {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      // A signal is handled on another thread and interrupts no read.
      var state = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
      let isReadable = poll(&state, 1, 200) != 0
      if isCancelled() { throw CancellationError() }
      guard isReadable else { continue }
      let count = read(source, &bytes, bytes.count)
      if count == 0 { return }
      if count < 0, errno == EINTR { continue }
      guard count > 0,
        bytes.withUnsafeBytes({ Output.send(UnsafeRawBufferPointer(rebasing: $0[..<count]), to: copy) }) == 0
      else {
        throw Failure(.inputOutput, "\(name.capitalizedFirst) cannot be read, or its copy cannot be written.")
      }
    }
  }
}
