import Foundation

/// What a type came to in one quarter hour of UTC.
package struct QuarterTotal: Sendable, Hashable {
  /// Of a cumulative type: the merged sum. Of a discrete one: the plain sum of its values.
  package var sum = 0.0
  /// Samples that start in the quarter, of every source.
  package var count = 0
  package var minimum = Double.infinity
  package var maximum = -Double.infinity
  /// The sum of value times duration in seconds.
  package var weighted = 0.0
  /// The sum of the durations, in seconds.
  package var duration = 0.0

  package init() {}

  package var isEmpty: Bool { sum == 0 && count == 0 }

  package mutating func add(_ other: QuarterTotal) {
    sum += other.sum
    count += other.count
    minimum = min(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
    weighted += other.weighted
    duration += other.duration
  }
}

/// The quarter hours of one UTC day, from which the days of any of today's zones add up: every offset in use is a
/// multiple of a quarter hour.
struct ChunkTotals: Sendable, Equatable {
  static let quarterCount = 96
  static let quarter = 900.0
  static let length = 86_400.0

  var quarters = [QuarterTotal](repeating: QuarterTotal(), count: quarterCount)

  /// The number of the chunk that holds a time: days since 2001-01-01 UTC.
  static func chunk(of time: Double) -> Int {
    Int((time / length).rounded(.down))
  }
}

// MARK: - On disk

extension ChunkTotals {
  /// A bit for each quarter that is not empty, then its numbers. Little-endian.
  ///
  /// Cumulative types need the sum and the count; discrete ones all of it.
  func encoded(isCumulative: Bool) -> Data {
    var data = Data(capacity: 12 + 12 * Self.quarterCount)
    for byte in 0..<(Self.quarterCount / 8) {
      var bits: UInt8 = 0
      for bit in 0..<8 where !quarters[byte * 8 + bit].isEmpty { bits |= 1 << bit }
      data.append(bits)
    }
    func append<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
    for quarter in quarters where !quarter.isEmpty {
      append(quarter.sum.bitPattern)
      append(UInt32(clamping: quarter.count))
      if !isCumulative {
        append(quarter.minimum.bitPattern)
        append(quarter.maximum.bitPattern)
        append(quarter.weighted.bitPattern)
        append(quarter.duration.bitPattern)
      }
    }
    return data
  }

  /// Reads what `encoded` wrote; a damaged value reads as nothing, and the caller computes it anew.
  init?(encoded bytes: UnsafeRawBufferPointer, isCumulative: Bool) {
    let maskSize = Self.quarterCount / 8
    guard bytes.count >= maskSize else { return nil }
    let size = isCumulative ? 12 : 44
    var offset = maskSize
    for index in 0..<Self.quarterCount where bytes[index / 8] & (1 << (index % 8)) != 0 {
      guard offset + size <= bytes.count else { return nil }
      func double(_ at: Int) -> Double {
        Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + at, as: UInt64.self)))
      }
      var quarter = QuarterTotal()
      quarter.sum = double(0)
      quarter.count = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt32.self)))
      if !isCumulative {
        quarter.minimum = double(12)
        quarter.maximum = double(20)
        quarter.weighted = double(28)
        quarter.duration = double(36)
      }
      quarters[index] = quarter
      offset += size
    }
    guard offset == bytes.count else { return nil }
  }
}
