/// A conversion between two units: a linear function, computed once and applied to many values.
package struct UnitConversion: Hashable, Sendable {
  // Kept separate, because 418 / 100 is exact and 418 · 0.01 is not.
  private let multiplier: Double
  private let divisor: Double
  private let addend: Double

  /// The factor from one unit to the other.
  package let scale: Double
  /// The offset added after scaling; 0 except between temperature scales.
  package let offset: Double

  /// nil if a coefficient is out of the range of doubles.
  init?(multiplier: Double, divisor: Double, addend: Double = 0) {
    let scale = multiplier / divisor
    guard scale > 0, scale.isFinite, multiplier.isFinite, divisor.isFinite else { return nil }
    self.multiplier = multiplier
    self.divisor = divisor
    self.addend = addend
    self.scale = scale
    self.offset = addend / divisor
  }

  package static let identity = UnitConversion(multiplier: 1, divisor: 1, addend: 0, scale: 1, offset: 0)

  private init(multiplier: Double, divisor: Double, addend: Double, scale: Double, offset: Double) {
    self.multiplier = multiplier
    self.divisor = divisor
    self.addend = addend
    self.scale = scale
    self.offset = offset
  }

  /// Whether values do not change.
  package var isIdentity: Bool { multiplier == 1 && divisor == 1 && addend == 0 }

  /// The value in the other unit, rounded once. NaN and infinity are handled as in arithmetic.
  package func callAsFunction(_ value: Double) -> Double {
    let exact = (value * multiplier + addend) / divisor
    // A value near the limits may overflow in an intermediate step although its result would not.
    return exact.isFinite ? exact : value * scale + offset
  }
}
