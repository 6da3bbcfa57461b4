/// Reads the bytes of a source in order, with only a part of them in memory.
package struct ByteCursor {
  private var source: any ByteSource
  /// Those from `index` to `count` have not been passed on yet.
  private var buffer: [UInt8]
  private var index = 0
  private var count = 0

  package init(_ source: any ByteSource, chunk: Int = 1 << 16) {
    self.source = source
    buffer = [UInt8](repeating: 0, count: max(1, chunk))
  }

  /// The next byte, which remains the next one; nil at the end.
  @inline(__always)
  package mutating func peek() throws -> UInt8? {
    if index == count, try !fill(1) { return nil }
    return buffer[index]
  }

  /// The next byte; nil at the end.
  @inline(__always)
  package mutating func next() throws -> UInt8? {
    let byte = try peek()
    if byte != nil { index += 1 }
    return byte
  }

  /// The next bytes; nil if there are fewer.
  @inline(__always)
  package mutating func take(_ number: Int) throws -> ArraySlice<UInt8>? {
    if count - index < number, try !fill(number) { return nil }
    defer { index += number }
    return buffer[index..<index + number]
  }

  /// Appends the bytes in memory before the first one for which the condition holds.
  @inline(__always)
  mutating func append(to bytes: inout [UInt8], until isEnd: (UInt8) -> Bool) {
    buffer.withUnsafeBytes { buffer in
      var end = index
      while end < count, !isEnd(buffer[end]) { end += 1 }
      bytes.append(contentsOf: buffer.part(index, end))
      index = end
    }
  }

  /// Reads until this many bytes are in memory; false if there are fewer.
  private mutating func fill(_ number: Int) throws -> Bool {
    buffer.replaceSubrange(0..<count - index, with: Array(buffer[index..<count]))
    (index, count) = (0, count - index)
    if buffer.count < number { buffer += [UInt8](repeating: 0, count: number - buffer.count) }
    while count < number {
      let start = count
      let read = try buffer.withUnsafeMutableBytes {
        try source.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[start...]))
      }
      guard read > 0 else { return false }
      count += read
    }
    return true
  }
}
