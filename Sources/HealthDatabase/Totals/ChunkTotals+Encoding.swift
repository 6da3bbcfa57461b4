import Foundation

extension ChunkTotals {
  /// A bit for each quarter hour that a sample overlaps, then its numbers. Little-endian.
  ///
  /// Every quarter hour has its sum and its count. A discrete one has a minimum and a maximum if there are several
  /// samples, and the weighted sums if any of them has a duration, which the highest bit of the count indicates.
  func encoded(isCumulative: Bool) -> Data {
    // Appending to an array is several times as fast as to `Data`.
    var bytes: [UInt8] = []
    bytes.reserveCapacity(12 + 12 * Self.quarterCount)
    for byte in 0..<(Self.quarterCount / 8) {
      var bits: UInt8 = 0
      for bit in 0..<8 where quarters[byte * 8 + bit].isTouched { bits |= 1 << bit }
      bytes.append(bits)
    }
    func append<Value: FixedWidthInteger>(_ value: Value) {
      withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }
    for quarter in quarters where quarter.isTouched {
      let lasts = !isCumulative && (quarter.weighted != 0 || quarter.duration != 0)
      append(quarter.sum.bitPattern)
      append(min(UInt32(clamping: quarter.count), ~Self.lasts) | (lasts ? Self.lasts : 0))
      guard !isCumulative else { continue }
      if quarter.count != 1 {
        append(quarter.minimum.bitPattern)
        append(quarter.maximum.bitPattern)
      }
      if lasts {
        append(quarter.weighted.bitPattern)
        append(quarter.duration.bitPattern)
      }
    }
    return Data(bytes)
  }

  private static let lasts: UInt32 = 1 << 31

  /// Decodes the output of `encoded`, replacing the contents.
  ///
  /// - Returns: false for a damaged value; the caller then recomputes it.
  package mutating func read(_ bytes: UnsafeRawBufferPointer, isCumulative: Bool) -> Bool {
    let maskSize = Self.quarterCount / 8
    guard bytes.count >= maskSize else { return false }
    var offset = maskSize
    func take<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
      let end = offset + MemoryLayout<Value>.size
      guard end <= bytes.count else { return nil }
      defer { offset = end }
      return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
    func takeDouble() -> Double? { take(UInt64.self).map(Double.init(bitPattern:)) }
    for index in 0..<Self.quarterCount {
      var quarter = QuarterTotal()
      guard bytes[index / 8] & (1 << (index % 8)) != 0 else {
        quarters[index] = quarter
        continue
      }
      quarter.isTouched = true
      guard let sum = takeDouble(), let head = take(UInt32.self) else { return false }
      quarter.sum = sum
      quarter.count = Int(head & ~Self.lasts)
      if !isCumulative {
        quarter.minimum = sum
        quarter.maximum = sum
        if quarter.count != 1 {
          guard let minimum = takeDouble(), let maximum = takeDouble() else { return false }
          quarter.minimum = minimum
          quarter.maximum = maximum
        }
        if head & Self.lasts != 0 {
          guard let weighted = takeDouble(), let duration = takeDouble() else { return false }
          quarter.weighted = weighted
          quarter.duration = duration
        }
      }
      quarters[index] = quarter
    }
    return offset == bytes.count
  }
}
