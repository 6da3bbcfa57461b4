import HealthModel
import TestSupport

extension HealthUnit {
  /// A unit of up to four random atoms with powers of up to ±3.
  static func random(using random: inout SplitMix) -> HealthUnit {
    var unit = HealthUnit.null
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let symbol = UnitSymbol.allCases.randomElement(using: &random) ?? .meter
      let prefix = symbol.takesPrefix ? MetricPrefix.allCases.randomElement(using: &random) ?? .none : .none
      let mass = symbol == .mole && Bool.random(using: &random) ? Double.random(in: 1e-3...1e6, using: &random) : nil
      guard let atom = UnitAtom(prefix, symbol, molarMass: mass),
        let power = try? HealthUnit(atom).raised(toPower: Int.random(in: -3...3, using: &random)),
        let product = try? unit.multiplied(by: power)
      else { continue }
      unit = product
    }
    return unit
  }
}
