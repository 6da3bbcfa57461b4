import FoundationEssentials

/// Some hundreds of points of a route in few bytes, every number to its last bit.
///
/// Numbers stand column by column. Those of files have few decimals and change little from point to point, so that a
/// column of whole multiples of a power of ten is stored as the differences between them: about 20 bytes a point.
package enum RouteChunk {
  /// The most points of one chunk.
  package static let length = 512

  /// How the numbers of a column are stored.
  private enum Form: UInt8 {
    /// One number for all points.
    case constant = 0
    /// The number of decimals, then differences between whole numbers.
    case decimal = 1
    /// Eight bytes each.
    case raw = 2
  }

  /// Whole numbers up to here are doubles without loss.
  private static let largestWhole = Double(1 << 53 as Int64)
  private static let powers: [Double] = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]
  /// Files print whole seconds, milliseconds or six decimals, so that few are tried.
  private static let tried: [UInt8] = [0, 3, 6, 9]

  // MARK: - Writing

  /// - Parameter points: at most `length`.
  package static func encode(_ points: [RoutePoint]) -> [UInt8] {
    var bytes: [UInt8] = []
    append(UInt64(points.count), to: &bytes)
    for column in RoutePoint.columns { append(points.map { $0[keyPath: column] }, to: &bytes) }
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
        // Both lie within 53 bits.
        let difference = whole - last
        append(UInt64(bitPattern: difference << 1 ^ difference >> 63), to: &bytes)
        last = whole
      }
      return
    }
    bytes.append(Form.raw.rawValue)
    for value in values { append(bits: value, to: &bytes) }
  }

  /// The numbers times a power of ten, nil unless that gives every one of them back.
  private static func wholes(_ values: [Double], decimals: UInt8) -> [Int64]? {
    let power = powers[Int(decimals)]
    var wholes: [Int64] = []
    wholes.reserveCapacity(values.count)
    for value in values {
      let scaled = (value * power).rounded()
      guard scaled.magnitude < largestWhole else { return nil }
      let whole = Int64(scaled)
      // Zero below zero is no whole number.
      guard (Double(whole) / power).bitPattern == value.bitPattern else { return nil }
      wholes.append(whole)
    }
    return wholes
  }

  private static func append(bits value: Double, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Seven bits a byte, the low ones first.
  private static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    var value = value
    while value >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    bytes.append(UInt8(value))
  }

  // MARK: - Reading

  /// The points, nil for bytes that `encode` has not written.
  package static func decode(_ bytes: UnsafeRawBufferPointer) -> [RoutePoint]? {
    var reader = Reader(bytes: bytes)
    guard let count = reader.whole(), count <= UInt64(length) else { return nil }
    var points = [RoutePoint](
      repeating: RoutePoint(date: Date(timeIntervalSinceReferenceDate: 0), latitude: 0, longitude: 0),
      count: Int(count))
    if !points.isEmpty {
      for column in RoutePoint.columns {
        guard reader.column(into: &points, column) else { return nil }
      }
    }
    guard reader.isAtEnd, points.allSatisfy(\.isPlausible) else { return nil }
    return points
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

    mutating func column(into points: inout [RoutePoint], _ column: WritableKeyPath<RoutePoint, Double>) -> Bool {
      guard let form = byte().flatMap(Form.init) else { return false }
      switch form {
      case .constant:
        guard let value = number() else { return false }
        for index in points.indices { points[index][keyPath: column] = value }
      case .decimal:
        guard let decimals = byte(), Int(decimals) < powers.count else { return false }
        var last: Int64 = 0
        for index in points.indices {
          guard let folded = whole() else { return false }
          let (sum, overflows) = last.addingReportingOverflow(
            Int64(bitPattern: folded >> 1) ^ -Int64(bitPattern: folded & 1))
          guard !overflows else { return false }
          last = sum
          points[index][keyPath: column] = Double(sum) / powers[Int(decimals)]
        }
      case .raw:
        for index in points.indices {
          guard let value = number() else { return false }
          points[index][keyPath: column] = value
        }
      }
      return true
    }
  }
}

/// The points of a route, kept in chunks while they come, so that a long one takes little memory.
package struct RoutePoints: Sendable {
  /// The most points of the routes of one workout: three days, one each second.
  package static let most = 1 << 18

  private var closed: [[UInt8]] = []
  private var open: [RoutePoint] = []
  package private(set) var count = 0

  package init() {}

  package init(_ points: some Sequence<RoutePoint>) {
    for point in points { append(point) }
  }

  package var isEmpty: Bool { count == 0 }

  /// Adds a point behind the last. Whether there may be so many is for the caller to see to.
  package mutating func append(_ point: RoutePoint) {
    open.append(point)
    count += 1
    if open.count == RouteChunk.length {
      closed.append(RouteChunk.encode(open))
      open.removeAll(keepingCapacity: true)
    }
  }

  /// As they are stored.
  package var chunks: [[UInt8]] {
    open.isEmpty ? closed : closed + [RouteChunk.encode(open)]
  }

  /// All of them, in the order in which they came.
  package var points: [RoutePoint] {
    closed.flatMap { chunk in chunk.withUnsafeBytes { RouteChunk.decode($0) } ?? [] } + open
  }
}
