#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension UnsafeRawBufferPointer {
  /// Whether these are exactly the bytes of the literal.
  @inline(__always)
  package func equals(_ literal: StaticString) -> Bool {
    count == literal.utf8CodeUnitCount && hasPrefix(literal)
  }

  @inline(__always)
  package func hasPrefix(_ literal: StaticString) -> Bool {
    let length = literal.utf8CodeUnitCount
    guard count >= length else { return false }
    guard let baseAddress else { return length == 0 }
    return memcmp(baseAddress, literal.utf8Start, length) == 0
  }

  @inline(__always)
  package func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let baseAddress, let theirs = other.baseAddress else { return count == 0 }
    return memcmp(baseAddress, theirs, count) == 0
  }

  /// The part from `lower` to `upper`, which must be inside.
  @inline(__always)
  package func part(_ lower: Int, _ upper: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: self[lower..<upper])
  }

  /// The index of the first such byte at or after `start`, or nil.
  @inline(__always)
  package func firstIndex(of byte: UInt8, from start: Int) -> Int? {
    guard let baseAddress, start < count,
      let found = memchr(baseAddress + start, Int32(byte), count - start)
    else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }

  /// Without white space at both ends.
  package var trimmed: UnsafeRawBufferPointer {
    var lower = 0
    var upper = count
    while lower < upper, self[lower].isBlank { lower += 1 }
    while upper > lower, self[upper - 1].isBlank { upper -= 1 }
    return part(lower, upper)
  }
}

extension UInt8 {
  /// Space, tab, line feed, carriage return.
  @inline(__always)
  package var isBlank: Bool {
    self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0D
  }

  /// The digit's value; 10 or more if it is not a digit.
  @inline(__always)
  package var digit: UInt8 {
    self &- 0x30
  }
}
