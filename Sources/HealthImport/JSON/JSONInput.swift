/// The source of a JSON text: a file of any size, or bytes in memory.
package struct JSONInput: Sendable {
  private enum Content: Sendable {
    case file(OpenFile, Range<Int>)
    case bytes([UInt8])
  }

  private let content: Content

  /// - Throws: the error that prevents reading the file.
  package init(path: String) throws(ImportError) {
    let file = try OpenFile(path: path, input: path)
    content = .file(file, 0..<file.size)
  }

  package init(bytes: [UInt8]) {
    content = .bytes(bytes)
  }

  package var size: Int {
    switch content {
    case .file(_, let range): range.count
    case .bytes(let bytes): bytes.count
    }
  }

  package func part(_ range: Range<Int>) -> JSONInput {
    switch content {
    case .file(let file, let whole):
      JSONInput(.file(file, whole.lowerBound + range.lowerBound..<whole.lowerBound + range.upperBound))
    case .bytes(let bytes): JSONInput(bytes: Array(bytes[range]))
    }
  }

  private init(_ content: Content) {
    self.content = content
  }

  /// Fills the buffer from an offset on.
  ///
  /// - Returns: the number of bytes, 0 at the end.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ImportError) -> Int {
    switch content {
    case .file(let file, let range):
      let count = max(0, min(buffer.count, range.count - offset))
      return try file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(count)), at: range.lowerBound + offset)
    case .bytes(let bytes):
      let count = max(0, min(buffer.count, bytes.count - offset))
      guard count > 0 else { return 0 }
      bytes.withUnsafeBytes { buffer.copyMemory(from: $0.part(offset, offset + count)) }
      return count
    }
  }
}
