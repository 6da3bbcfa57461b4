import Foundation
import HealthImport

/// A received body: in memory if it is small, otherwise in a file without a name.
final class RequestBody {
  private(set) var size = 0
  private var bytes: [UInt8] = []
  private var descriptor: Int32 = -1
  /// A name of the file, for an importer that needs one.
  private var link: String?
  private let folder: TemporaryFolder

  private static let mostInMemory = 1 << 18

  init(folder: TemporaryFolder) {
    self.folder = folder
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    if let link { unlink(link) }
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
    descriptor = try folder.makeFile()
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
    descriptor < 0 ? JSONInput(bytes: bytes) : try JSONInput(path: path)
  }

  /// A path that leads to the file as long as it is open.
  private var path: String { "/dev/fd/\(descriptor)" }

  /// The path of a file with the body, in a private folder, valid for the lifetime of this object.
  func file() throws -> String {
    if descriptor < 0 {
      try openFile()
      try bytes.withUnsafeBytes(write)
      bytes = []
    }
    let link = try folder.path() + "/body-\(descriptor)"
    guard symlink(path, link) == 0 || errno == EEXIST else { throw Self.noRoom }
    self.link = link
    return link
  }
}
