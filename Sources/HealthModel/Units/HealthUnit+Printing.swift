extension HealthUnit: CustomStringConvertible {
  /// The unit in HealthKit's grammar: `kg`, `mL/kg·min`, `1/s^2`, `()`. Parsing it results in the same unit.
  ///
  /// Apple prints the factors in an arbitrary order; here they are sorted, so that equal units are printed alike.
  package var unitString: String {
    guard !isNull else { return "()" }
    let above = Self.product(factors.lazy.filter { $0.power > 0 })
    let below = Self.product(factors.lazy.filter { $0.power < 0 })
    if below.isEmpty { return above }
    return "\(above.isEmpty ? "1" : above)/\(below)"
  }

  package var description: String { unitString }

  private static func product(_ factors: some Sequence<Factor>) -> String {
    factors.map { factor in
      let power = abs(factor.power)
      return power == 1 ? factor.atom.text : "\(factor.atom.text)^\(power)"
    }.joined(separator: "·")
  }
}
