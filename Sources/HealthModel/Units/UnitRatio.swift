/// The product of many scales, kept as a fraction and a power of ten until the end so that it rounds as late as it can.
struct UnitRatio {
  private var multiplier = 1.0
  private var divisor = 1.0
  private var exponent = 0

  mutating func multiply(by scale: UnitScale, power: Int) {
    let above = Self.power(of: power > 0 ? scale.mantissa : scale.divisor, abs(power))
    let below = Self.power(of: power > 0 ? scale.divisor : scale.mantissa, abs(power))
    multiplier *= above
    divisor *= below
    exponent += scale.exponent * power
  }

  /// The ratio as one division. Infinite or not a number where it leaves the range of doubles.
  var fraction: (multiplier: Double, divisor: Double) {
    let tens = Self.power(of: 10, abs(exponent))
    return exponent >= 0 ? (multiplier * tens, divisor) : (multiplier, divisor * tens)
  }

  /// Powers by squaring: exact as long as the result fits into a double's 53 bits, so up to 10^22.
  private static func power(of base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var remaining = exponent
    while remaining > 0 {
      if remaining & 1 == 1 { result *= square }
      remaining >>= 1
      // Squaring once more than needed could overflow and spoil nothing but the flags.
      if remaining > 0 { square *= square }
    }
    return result
  }
}
