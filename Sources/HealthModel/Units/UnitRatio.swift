/// The product of many scales, kept as a fraction and a power of ten, so that it is rounded as late as possible.
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

  /// The ratio as a single division. Infinite or NaN if it is out of the range of doubles.
  var fraction: (multiplier: Double, divisor: Double) {
    let tens = Self.power(of: 10, abs(exponent))
    return exponent >= 0 ? (multiplier * tens, divisor) : (multiplier, divisor * tens)
  }

  /// Exponentiation by squaring: exact while the result fits into the 53 bits of a double, up to 10^22.
  private static func power(of base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var remaining = exponent
    while remaining > 0 {
      if remaining & 1 == 1 { result *= square }
      remaining >>= 1
      // One unneeded squaring could overflow, which would do no harm except to the floating-point flags.
      if remaining > 0 { square *= square }
    }
    return result
  }
}
