import Foundation
import HealthImport

/// A received body.
final class RequestBody {
  private let spool: Spool
  /// A name of the file, for an importer that needs one.
  private var link: String?
  private let folder: TemporaryFolder

  init(folder: TemporaryFolder) {
    self.folder = folder
    spool = Spool(folder: folder)
  }

  deinit {
    if let link { unlink(link) }
  }

  static func isLarge(_ request: HTTPRequest) -> Bool {
    (request.contentLength ?? .max) > Spool.mostInMemory
  }

  var size: Int { spool.size }

  func append(_ more: UnsafeRawBufferPointer) throws { try spool.append(more) }

  func json() throws -> JSONInput {
    if let bytes = spool.bytes { return JSONInput(bytes: bytes) }
    return try JSONInput(path: try path())
  }

  /// A path that leads to the file as long as it is open.
  private func path() throws -> String { "/dev/fd/\(try spool.fileDescriptor())" }

  /// The path of a file with the body, in a private folder, valid for the lifetime of this object.
  func file() throws -> String {
    let path = try path()
    let link = try folder.path() + "/body-\(try spool.fileDescriptor())"
    guard symlink(path, link) == 0 || errno == EEXIST else { throw Spool.noRoom }
    self.link = link
    return link
  }
}
