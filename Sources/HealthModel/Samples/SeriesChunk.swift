/// Encodes a series of measurements compactly and exactly.
///
/// Numbers are stored by column. Numbers from files have few decimals and change little from one to the next, so a
/// column of whole multiples of a power of ten is stored as the differences between them.
package enum SeriesChunk {
  /// The encoding of a column.
  private enum Form: UInt8 {
    /// A single number for all rows.
    case constant = 0
    /// The number of decimals, then differences between whole numbers.
    case decimal = 1
    /// Eight bytes each.
    case raw = 2
  }

  /// Whole numbers up to this are exact as doubles.
  private static let largestWhole = Double(1 << 53 as Int64)
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// Files print whole seconds, milliseconds or six decimals, so only a few are tried.
  private static let tried: [UInt8] = [0, 3, 6, 9]

  // MARK: - Writing

  /// - Parameter columns: all of the same length.
  package static func encode(_ columns: [[Double]]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(UInt64(columns.first?.count ?? 0), to: &bytes)
    for column in columns { append(column, to: &bytes) }
    return bytes
  }

  private static func append(_ values: [Double], to bytes: inout [UInt8]) {
    guard let first = values.first else { return }
    if values.allSatisfy({ $0.bitPattern == first.bitPattern }) {
      bytes.append(Form.constant.rawValue)
      append(bits: first, to: &bytes)
      return
    }
    for decimals in tried {
      guard let wholes = wholes(values, decimals: decimals) else { continue }
      bytes.append(Form.decimal.rawValue)
      bytes.append(decimals)
      var last: Int64 = 0
      for whole in wholes {
        // Both are within 53 bits.
        let difference = whole - last
        append(UInt64(bitPattern: difference << 1 ^ difference >> 63), to: &bytes)
        last = whole
      }
      return
    }
    bytes.append(Form.raw.rawValue)
    for value in values { append(bits: value, to: &bytes) }
  }

  /// The numbers times a power of ten, nil unless every one of them can be restored exactly.
  private static func wholes(_ values: [Double], decimals: UInt8) -> [Int64]? {
    let power = powers[Int(decimals)]
    var wholes: [Int64] = []
    wholes.reserveCapacity(values.count)
    for value in values {
      let scaled = (value * power).rounded()
      guard scaled.magnitude < largestWhole else { return nil }
      let whole = Int64(scaled)
      // Negative zero is not a whole number.
      guard (Double(whole) / power).bitPattern == value.bitPattern else { return nil }
      wholes.append(whole)
    }
    return wholes
  }

  private static func append(bits value: Double, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Seven bits per byte, the low ones first.
  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  // MARK: - Reading

  /// The columns, nil for bytes that `encode` has not produced for this number of columns with at most this many
  /// numbers each.
  package static func decode(_ bytes: UnsafeRawBufferPointer, columns: Int, most: Int) -> [[Double]]? {
    var reader = Reader(bytes: bytes)
    guard let count = reader.whole(), count <= UInt64(most) else { return nil }
    var result = [[Double]](repeating: [], count: columns)
    if count > 0 {
      for index in result.indices {
        guard let column = reader.column(Int(count)) else { return nil }
        result[index] = column
      }
    }
    return reader.isAtEnd ? result : nil
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    var index = 0

    var isAtEnd: Bool { index == bytes.count }

    mutating func byte() -> UInt8? {
      guard index < bytes.count else { return nil }
      defer { index += 1 }
      return bytes[index]
    }

    mutating func whole() -> UInt64? {
      var value: UInt64 = 0
      for shift in stride(from: UInt64(0), to: 64, by: 7) {
        guard let byte = byte() else { return nil }
        value |= UInt64(byte & 0x7F) << shift
        if byte < 0x80 { return value }
      }
      return nil
    }

    mutating func number() -> Double? {
      guard bytes.count - index >= 8 else { return nil }
      defer { index += 8 }
      return Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)))
    }

    mutating func column(_ count: Int) -> [Double]? {
      guard let form = byte().flatMap(Form.init) else { return nil }
      var values: [Double] = []
      switch form {
      case .constant:
        guard let value = number() else { return nil }
        return [Double](repeating: value, count: count)
      case .decimal:
        guard let decimals = byte(), Int(decimals) < powers.count else { return nil }
        values.reserveCapacity(count)
        var last: Int64 = 0
        for _ in 0..<count {
          guard let folded = whole() else { return nil }
          let (sum, overflows) = last.addingReportingOverflow(
            Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1))
          guard !overflows else { return nil }
          last = sum
          values.append(Double(sum) / powers[Int(decimals)])
        }
      case .raw:
        values.reserveCapacity(count)
        for _ in 0..<count {
          guard let value = number() else { return nil }
          values.append(value)
        }
      }
      return values
    }
  }
}
