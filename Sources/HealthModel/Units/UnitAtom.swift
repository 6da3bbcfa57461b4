/// A unit with its prefix, the smallest part of a compound unit: `kg`, `min`, `mmol<180.16>`.
package struct UnitAtom: Sendable {
  package let prefix: MetricPrefix
  package let symbol: UnitSymbol
  /// The molar mass in grams, which turns a mole into a mass; nil for every other unit and for a bare mole.
  package let molarMass: Double?

  /// The atom, or nil for a combination that no unit string can express: a prefixed inch, a mole of negative mass.
  package init?(_ prefix: MetricPrefix, _ symbol: UnitSymbol, molarMass: Double? = nil) {
    guard prefix == .none || symbol.takesPrefix else { return nil }
    if let molarMass {
      guard symbol == .mole, molarMass > 0, molarMass.isFinite else { return nil }
    }
    self.prefix = prefix
    self.symbol = symbol
    self.molarMass = molarMass
  }

  /// Apple prints the molar mass of glucose with one digit less than needed to restore the number, and treats the
  /// printed unit as equal. So both are one unit here, but each converts with its own number, as Apple's do.
  private var printedMass: Double? {
    molarMass.map { ($0 - Self.glucose).magnitude < 1e-9 ? Self.glucose : $0 }
  }

  private static let glucose = 180.1558800000541

  package var text: String {
    guard let molarMass = printedMass else { return prefix.text + symbol.rawValue }
    // The shortest text from which the number can be restored, without the `.0` that Apple does not print.
    var number = "\(molarMass)"
    if number.hasSuffix(".0") { number.removeLast(2) }
    return "\(prefix.text)\(symbol.rawValue)<\(number)>"
  }

  var dimension: UnitDimension {
    molarMass == nil ? symbol.measure.dimension : .mass
  }

  var scale: UnitScale {
    var scale = symbol.measure.scale
    scale.exponent += prefix.exponent
    if let molarMass { scale.mantissa = molarMass }
    return scale
  }
}

extension UnitAtom: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.prefix == right.prefix && left.symbol == right.symbol && left.printedMass == right.printedMass
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(prefix)
    hasher.combine(symbol)
    hasher.combine(printedMass)
  }
}
