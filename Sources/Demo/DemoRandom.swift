/// Deterministic random numbers, the same on every system and with every compiler (SplitMix64).
struct DemoRandom {
  private var state: UInt64

  /// - Parameter stream: numbers of different streams are independent.
  init(seed: UInt64, stream: Int) {
    state = seed
    state = next() ^ UInt64(bitPattern: Int64(stream))
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// A number in the half-open range.
  mutating func number(_ range: Range<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(next() >> 11) * 0x1p-53
  }

  mutating func integer(_ range: ClosedRange<Int>) -> Int {
    Int(number(Double(range.lowerBound)..<Double(range.upperBound + 1)))
  }

  mutating func chance(_ probability: Double) -> Bool {
    number(0..<1) < probability
  }
}
