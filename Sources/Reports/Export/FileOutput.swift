import Foundation
package import HealthDatabase
import HealthModel
import Processes
import StoreCare

/// A private file that replaces its target when it is complete; or standard output.
package final class FileOutput {
  private let path: String?
  private var partial: String?
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// - Parameters:
  ///   - path: nil for standard output. A link is followed.
  ///   - store: its files are not replaced.
  package init(path: String?, store: StoreConnection) throws {
    guard let named = path else {
      self.path = nil
      descriptor = STDOUT_FILENO
      return
    }
    guard let path = StoreBackup.pathForWriting(to: named, besideStore: store.path) else {
      throw Failure(.cannotCreate, "\(named) belongs to the store and is not replaced.")
    }
    self.path = path
    var status = stat()
    // As it was named: what a link in /dev leads to may have no name in the file system.
    guard stat(named, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        .cannotCreate,
        "\(named) cannot be replaced: it is not a regular file. Without --output, standard output is written to.")
    }
    let partial = "\(path).\(UUID().uuidString)"
    descriptor = open(partial, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "\(path) cannot be created: \(SystemError.text(errno)).")
    }
    self.partial = partial
  }

  deinit {
    guard let partial else { return }
    close(descriptor)
    unlink(partial)
  }

  package func write(_ text: String) throws {
    buffer += text.utf8
    if buffer.count > 1 << 16 { try flush() }
  }

  package func write(_ bytes: [UInt8]) throws {
    try flush()
    buffer = bytes
    try flush()
  }

  private func flush() throws {
    let code = buffer.withUnsafeBytes { Output.send($0, to: descriptor) }
    buffer = []
    guard code == 0 else {
      throw Failure(
        .inputOutput, "\(path ?? "The output") cannot be written: \(SystemError.text(code)).")
    }
  }

  /// Moves the file to its target.
  package func finish() throws {
    try flush()
    guard let path, let partial else { return }
    guard fsync(descriptor) == 0, rename(partial, path) == 0 else {
      throw Failure(.inputOutput, "\(path) cannot be written: \(SystemError.text(errno)).")
    }
    close(descriptor)
    self.partial = nil
  }
}
