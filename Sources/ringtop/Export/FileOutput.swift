import Foundation

/// A private file that replaces its target when it is complete; or standard output.
final class FileOutput {
  private let path: String?
  private var partial: String?
  private var descriptor: Int32
  private var buffer = ""

  /// - Parameter path: nil for standard output.
  init(path: String?) throws {
    self.path = path
    guard let path else {
      descriptor = STDOUT_FILENO
      return
    }
    var template = Array((path + ".XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw Failure(.cannotCreate, "\(path) cannot be created: \(String(cString: strerror(errno)).lowercased()).")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    partial = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  deinit {
    guard let partial else { return }
    close(descriptor)
    unlink(partial)
  }

  func write(_ text: String) throws {
    buffer += text
    if buffer.utf8.count > 1 << 16 { try flush() }
  }

  private func flush() throws {
    let code = Output.send(buffer, to: descriptor)
    buffer = ""
    guard code == 0 else {
      throw Failure(
        .inputOutput, "\(path ?? "The output") cannot be written: \(String(cString: strerror(code)).lowercased()).")
    }
  }

  /// Moves the file to its target.
  func finish() throws {
    try flush()
    guard let path, let partial else { return }
    guard fsync(descriptor) == 0, rename(partial, path) == 0 else {
      throw Failure(.inputOutput, "\(path) cannot be written: \(String(cString: strerror(errno)).lowercased()).")
    }
    close(descriptor)
    self.partial = nil
  }
}
