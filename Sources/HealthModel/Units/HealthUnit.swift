/// A unit of measure: atoms with powers, `mL/kg·min`. Equal to every other notation of the same factors.
///
/// Equal means the same atoms with the same powers in any order, as in HealthKit; `cm^3` and `mL` are compatible but
/// not equal.
package struct HealthUnit: Hashable, Sendable {
  /// One atom and its power, which is never 0.
  package struct Factor: Hashable, Sendable {
    package let atom: UnitAtom
    package let power: Int
  }

  /// Larger powers are rejected, so that no sequence of operations can overflow.
  package static let maximumPower = 999

  /// Sorted by the atoms' texts, each atom once.
  package let factors: [Factor]

  /// The dimensionless unit without a name, `()`.
  package static let null = HealthUnit(sorted: [])

  package init(_ atom: UnitAtom) {
    self.init(sorted: [Factor(atom: atom, power: 1)])
  }

  /// The unit with one atom, or nil for a combination that no unit string can express.
  package init?(_ symbol: UnitSymbol, _ prefix: MetricPrefix = .none, molarMass: Double? = nil) {
    guard let atom = UnitAtom(prefix, symbol, molarMass: molarMass) else { return nil }
    self.init(atom)
  }

  init(sorted factors: [Factor]) {
    self.factors = factors
  }

  /// True for the unit that has no factors: `()`, `m/m`, `count^0`.
  package var isNull: Bool { factors.isEmpty }

  package var dimension: UnitDimension {
    factors.reduce(into: .none) { $0.multiply(by: $1.atom.dimension, power: $1.power) }
  }
}
