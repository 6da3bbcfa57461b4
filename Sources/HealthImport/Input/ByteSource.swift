/// A sequence of bytes that can be read once.
package protocol ByteSource {
  /// Fills the buffer completely or partly; returns 0 only at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int
  /// How many bytes of the file have been read, for a progress bar.
  var bytesDone: Int { get }
  /// The final value of `bytesDone`.
  var bytesTotal: Int { get }
}

/// A whole file.
package struct FileByteSource: ByteSource {
  package let file: OpenFile
  package private(set) var bytesDone = 0
  package var bytesTotal: Int { file.size }

  package init(_ file: OpenFile) {
    self.file = file
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = try file.read(into: buffer, at: bytesDone)
    bytesDone += count
    return count
  }
}

/// Bytes in memory.
package struct BytesSource: ByteSource {
  private let bytes: [UInt8]
  package private(set) var bytesDone = 0
  package var bytesTotal: Int { bytes.count }

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(ImportError) -> Int {
    let count = min(buffer.count, bytes.count - bytesDone)
    bytes.withUnsafeBytes { buffer.copyMemory(from: $0.part(bytesDone, bytesDone + count)) }
    bytesDone += count
    return count
  }
}

extension ByteSource {
  /// The next bytes, at most 64 KB; none at the end.
  package mutating func piece() throws(ImportError) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    var failure: ImportError?
    let count = piece.withUnsafeMutableBytes { buffer in
      do throws(ImportError) {
        return try read(into: buffer)
      } catch {
        failure = error
        return 0
      }
    }
    if let failure { throw failure }
    return Array(piece.prefix(count))
  }
}
