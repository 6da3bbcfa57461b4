import Foundation
import HealthImport

/// A received body: in memory if it is small, otherwise in a file that is removed with this object.
final class RequestBody {
  private(set) var size = 0
  private var bytes: [UInt8] = []
  private var descriptor: Int32 = -1
  private var path: String?
  private let folder: String

  private static let mostInMemory = 1 << 18

  /// - Parameter folder: the folder of the file.
  init(folder: String) {
    self.folder = folder
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let path { unlink(path) }
  }

  static func isLarge(_ request: HTTPRequest) -> Bool {
    (request.contentLength ?? .max) > mostInMemory
  }

  func append(_ more: UnsafeRawBufferPointer) throws {
    size += more.count
    if descriptor < 0 {
      bytes.append(contentsOf: more)
      guard bytes.count > Self.mostInMemory else { return }
      try openFile()
      try bytes.withUnsafeBytes(write)
      bytes = []
      return
    }
    try write(more)
  }

  private func openFile() throws {
    var template = Array((folder + "/body-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Self.noRoom }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } }
  }

  private func write(_ raw: UnsafeRawBufferPointer) throws {
    var written = 0
    while written < raw.count {
      let count = Foundation.write(descriptor, raw.baseAddress.map { $0 + written }, raw.count - written)
      if count > 0 {
        written += count
      } else if errno != EINTR {
        throw Self.noRoom
      }
    }
  }

  private static let noRoom = HTTPFault(
    507, "noRoom", "The disk is too full for the body.", headers: [("Retry-After", "60")], closes: true)

  /// The body as a JSON text.
  func json() throws -> JSONInput {
    guard let path else { return JSONInput(bytes: bytes) }
    return try JSONInput(path: path)
  }

  /// The path of a file with the body, valid for the lifetime of this object.
  func file() throws -> String {
    if path == nil {
      try openFile()
      try bytes.withUnsafeBytes(write)
      bytes = []
    }
    return path ?? ""
  }
}
