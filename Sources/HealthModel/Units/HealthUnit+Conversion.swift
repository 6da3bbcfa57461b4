extension HealthUnit {
  /// Whether values can be converted: both units have the same dimension. Counts, percent and the null unit do.
  package func isCompatible(with other: HealthUnit) -> Bool {
    self == other || dimension == other.dimension
  }

  /// The value in `other`, or nil if the dimensions differ or the factor is out of the range of doubles.
  ///
  /// A bare temperature (`degC`, not `degC/m`) is also shifted by its zero point: 27 degC are 80.6 degF.
  package func convert(_ value: Double, to other: HealthUnit) -> Double? {
    conversion(to: other).map { $0(value) }
  }

  /// The conversion from this unit to `other`, or nil as for `convert(_:to:)`. Worth keeping: creating it takes
  /// longer than applying it.
  package func conversion(to other: HealthUnit) -> UnitConversion? {
    if self == other { return .identity }
    guard dimension == other.dimension else { return nil }
    // Common factors cancel before any arithmetic: kcal/hr·kg to kcal/min·kg only divides by 60.
    var theirs = Dictionary(uniqueKeysWithValues: other.factors.map { ($0.atom, $0.power) })
    var ratio = UnitRatio()
    for factor in factors {
      let power = factor.power - (theirs.removeValue(forKey: factor.atom) ?? 0)
      ratio.multiply(by: factor.atom.scale, power: power)
    }
    for factor in other.factors where theirs[factor.atom] != nil {
      ratio.multiply(by: factor.atom.scale, power: -factor.power)
    }
    let (multiplier, divisor) = ratio.fraction
    if let zero = bareTemperatureZero, let otherZero = other.bareTemperatureZero {
      // In hundredths of a degree all zero points are whole numbers, so the offset is exact.
      return UnitConversion(
        multiplier: multiplier * 100, divisor: divisor * 100, addend: zero * multiplier - otherZero * divisor)
    }
    return UnitConversion(multiplier: multiplier, divisor: divisor)
  }

  /// The zero point of a unit that is a single temperature scale, in hundredths of its degree.
  private var bareTemperatureZero: Double? {
    guard factors.count == 1, let factor = factors.first, factor.power == 1 else { return nil }
    return factor.atom.symbol.hundredthsAboveAbsoluteZero
  }
}

extension HealthUnit {
  /// A quantity without its unit: its dimension, and the value in base units.
  package struct Magnitude: Hashable, Sendable {
    package let dimension: UnitDimension
    package let value: Double
  }

  /// The value in the base units of the dimension (gram, metre, second, kelvin …), rounded once.
  ///
  /// Equal for 1 km and 1000 m, so that quantities can be compared and hashed across all compatible units.
  package func magnitude(of value: Double) -> Magnitude {
    Magnitude(dimension: dimension, value: conversionToBase?(value) ?? value)
  }

  /// nil if the factor is out of the range of doubles.
  private var conversionToBase: UnitConversion? {
    var ratio = UnitRatio()
    for factor in factors {
      ratio.multiply(by: factor.atom.scale, power: factor.power)
    }
    let (multiplier, divisor) = ratio.fraction
    return UnitConversion(
      multiplier: multiplier * 100, divisor: divisor * 100, addend: (bareTemperatureZero ?? 0) * multiplier)
  }
}
