/// The source of a JSON text: a file of any size, or bytes in memory.
package struct JSONInput: Sendable {
  private enum Content: Sendable {
    case file(OpenFile)
    case bytes([UInt8])
  }

  private let content: Content

  /// - Throws: the error that prevents reading the file.
  package init(path: String) throws(ImportError) {
    content = .file(try OpenFile(path: path, input: path))
  }

  package init(bytes: [UInt8]) {
    content = .bytes(bytes)
  }

  package var size: Int {
    switch content {
    case .file(let file): file.size
    case .bytes(let bytes): bytes.count
    }
  }

  /// Fills the buffer from an offset on.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImportError) -> Int {
    switch content {
    case .file(let file): return try file.read(into: buffer, at: offset)
    case .bytes(let bytes):
      let count = max(0, min(buffer.count, bytes.count - offset))
      guard count > 0 else { return 0 }
      bytes.withUnsafeBytes { buffer.copyMemory(from: $0.part(offset, offset + count)) }
      return count
    }
  }
}
