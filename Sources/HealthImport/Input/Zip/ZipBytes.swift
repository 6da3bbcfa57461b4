/// Little-endian fields of a zip structure; fields outside it are nil.
struct ZipBytes {
  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
  }

  subscript(offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    let start = bytes.startIndex + offset
    return bytes[start..<start + count]
  }

  func u16(_ offset: Int) -> Int? {
    integer(offset, 2).map { Int($0) }
  }

  func u32(_ offset: Int) -> UInt32? {
    integer(offset, 4).map { UInt32(truncatingIfNeeded: $0) }
  }

  /// A 64-bit field that must be valid as an offset or a size in a file.
  func u64(_ offset: Int) -> Int? {
    integer(offset, 8).flatMap { Int(exactly: $0) }
  }

  @inline(__always)
  private func integer(_ offset: Int, _ count: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    var value: UInt64 = 0
    var index = bytes.startIndex + offset + count
    while index > bytes.startIndex + offset {
      index -= 1
      value = value << 8 | UInt64(bytes[index])
    }
    return value
  }
}
