/// The dimension of a unit, as powers of base dimensions. Units are convertible exactly if their dimensions are
/// equal.
///
/// Where Apple's behaviour is unknown or clearly a bug, this table decides:
/// - Watts are joules per second, and hertz are per second. Apple rejects W ↔ J/s, which its own engineers call a
///   bug; no program can rely on a rejection, but one that divides energy by time relies on the conversion.
/// - A dioptre is not 1/m, although opticians define it so: it is the number of a prescription, and a lens of 2 D
///   must not become a wave number by accident. The prism dioptre is a ratio of lengths and would otherwise be a
///   plain number.
/// - `dBASPL` is not a pressure. It is logarithmic, so no factor converts it to pascals, and the mean of levels is
///   not the level of the mean.
/// - A bare mole counts particles. Only `mol<M>`, which contains the molar mass, is a mass.
package struct UnitDimension: Hashable, Sendable {
  private var exponents: SIMD16<Int32>

  private init(exponents: SIMD16<Int32>) {
    self.exponents = exponents
  }

  private init(_ pairs: (index: Int, exponent: Int32)...) {
    var exponents = SIMD16<Int32>()
    for pair in pairs {
      exponents[pair.index] = pair.exponent
    }
    self.exponents = exponents
  }

  /// Counts, fractions and the null unit: mutually convertible with factor 1.
  package static let none = UnitDimension()
  package static let mass = UnitDimension((0, 1))
  package static let length = UnitDimension((1, 1))
  package static let time = UnitDimension((2, 1))
  package static let temperature = UnitDimension((3, 1))
  package static let amount = UnitDimension((4, 1))
  package static let conductance = UnitDimension((5, 1))
  package static let voltage = UnitDimension((6, 1))
  package static let illuminance = UnitDimension((7, 1))
  package static let angle = UnitDimension((8, 1))
  package static let internationalUnits = UnitDimension((9, 1))
  package static let hearingLevel = UnitDimension((10, 1))
  package static let soundPressureLevel = UnitDimension((11, 1))
  package static let refraction = UnitDimension((12, 1))
  package static let prism = UnitDimension((13, 1))
  package static let effort = UnitDimension((14, 1))

  package static let volume = UnitDimension((1, 3))
  package static let frequency = UnitDimension((2, -1))
  package static let pressure = UnitDimension((0, 1), (1, -1), (2, -2))
  package static let energy = UnitDimension((0, 1), (1, 2), (2, -2))
  package static let power = UnitDimension((0, 1), (1, 2), (2, -3))

  /// Adds `other` multiplied by `power`, for multiplying units.
  package mutating func multiply(by other: UnitDimension, power: Int) {
    exponents = exponents &+ other.exponents &* Int32(truncatingIfNeeded: power)
  }
}
