import FoundationEssentials
import HealthModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Collects the data of a sample: a little in memory, more in a temporary file without a name.
struct SpooledData {
  private var pieces: [[UInt8]] = []
  private var spool: Spool?
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  mutating func append(_ bytes: [UInt8]) throws(ImportError) {
    count += bytes.count
    if let spool { return try spool.append(bytes) }
    pieces.append(bytes)
    guard count > SampleData.longestInMemory else { return }
    let spool = try Spool()
    for piece in pieces { try spool.append(piece) }
    pieces = []
    self.spool = spool
  }

  var data: SampleData {
    guard let spool else { return SampleData(pieces) }
    return SampleData(count: count) { [count] body in try spool.read(count, body) }
  }
}

/// A temporary file that is deleted with its last reference, also if the program is killed.
private final class Spool: Sendable {
  private let descriptor: Int32
  private let folder: String

  init() throws(ImportError) {
    folder = FileManager.default.temporaryDirectory.path
    var template = Array((folder + "/ringtop-XXXXXX").utf8CString)
    descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw ImportError(.readFailed, path: folder, underlying: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
  }

  deinit { close(descriptor) }

  func append(_ bytes: [UInt8]) throws(ImportError) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ImportError(.readFailed, path: folder, underlying: errno) }
      done += count
    }
  }

  func read(_ count: Int, _ body: ([UInt8]) throws -> Void) throws {
    var offset = 0
    while offset < count {
      var bytes = [UInt8](repeating: 0, count: min(SampleData.longestPiece, count - offset))
      let read = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
      if read < 0, errno == EINTR { continue }
      guard read > 0 else { throw ImportError(.readFailed, path: folder, underlying: errno) }
      bytes.removeLast(bytes.count - read)
      try body(bytes)
      offset += read
    }
  }
}
