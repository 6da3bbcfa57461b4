/// How values of one unit become values of another: a straight line, computed once and applied to many values.
package struct UnitConversion: Hashable, Sendable {
  // Kept apart, because 418 / 100 is exact to the last bit and 418 · 0.01 is not.
  private let multiplier: Double
  private let divisor: Double
  private let addend: Double

  /// The factor from one unit to the other.
  package let scale: Double
  /// What is added after scaling; 0 except between temperature scales.
  package let offset: Double

  /// nil where the line leaves the range of doubles.
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

  /// True where values stay what they are.
  package var isIdentity: Bool { multiplier == 1 && divisor == 1 && addend == 0 }

  /// The value in the other unit, rounded once. Works on NaN and infinity as arithmetic does.
  package func callAsFunction(_ value: Double) -> Double {
    let exact = (value * multiplier + addend) / divisor
    // A value near the end of the range may overflow on the way though its result would not.
    return exact.isFinite ? exact : value * scale + offset
  }
}
