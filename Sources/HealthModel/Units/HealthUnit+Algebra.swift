extension HealthUnit {
  /// A power exceeded ±`HealthUnit.maximumPower`.
  package struct PowerOverflow: Error, Hashable, Sendable, CustomStringConvertible {
    package let atom: UnitAtom

    package var description: String {
      "the power of \(atom.text) exceeds \(HealthUnit.maximumPower)"
    }
  }

  /// The product. The null unit is its neutral element.
  package func multiplied(by other: HealthUnit) throws(PowerOverflow) -> HealthUnit {
    try HealthUnit(product: factors + other.factors)
  }

  /// The quotient.
  package func divided(by other: HealthUnit) throws(PowerOverflow) -> HealthUnit {
    try multiplied(by: other.reciprocal)
  }

  /// The unit taken to a power; to the power of 0 it is null, to the power of 1 itself.
  package func raised(toPower power: Int) throws(PowerOverflow) -> HealthUnit {
    guard power != 0 else { return .null }
    var raised: [Factor] = []
    raised.reserveCapacity(factors.count)
    for factor in factors {
      let (product, overflow) = factor.power.multipliedReportingOverflow(by: power)
      guard !overflow, Self.allowedPowers.contains(product) else { throw PowerOverflow(atom: factor.atom) }
      raised.append(Factor(atom: factor.atom, power: product))
    }
    return HealthUnit(sorted: raised)
  }

  package var reciprocal: HealthUnit {
    HealthUnit(sorted: factors.map { Factor(atom: $0.atom, power: -$0.power) })
  }

  private static var allowedPowers: ClosedRange<Int> { -maximumPower...maximumPower }

  /// Adds up the powers of each atom and drops those that cancel.
  init(product factors: [Factor]) throws(PowerOverflow) {
    var powers: [UnitAtom: Int] = [:]
    for factor in factors {
      powers[factor.atom, default: 0] += factor.power
    }
    var sorted: [(text: String, factor: Factor)] = []
    for (atom, power) in powers where power != 0 {
      guard Self.allowedPowers.contains(power) else { throw PowerOverflow(atom: atom) }
      sorted.append((atom.text, Factor(atom: atom, power: power)))
    }
    sorted.sort { $0.text < $1.text }
    self.init(sorted: sorted.map(\.factor))
  }
}
