extension HealthUnit {
  /// The reason why a text is not a unit, and the position of the error.
  package struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
      case unknownSymbol
      case unexpectedCharacter
      case unexpectedEnd
      case invalidPower
      case invalidMolarMass
      case nullUnitInProduct
      case secondSlash
      case nestedTooDeeply
      case tooLong
    }

    package let code: Code
    package let text: String
    /// The offset of the error in UTF-8 bytes.
    package let offset: Int

    package var description: String {
      let reason =
        switch code {
        case .unknownSymbol: "unknown symbol"
        case .unexpectedCharacter: "unexpected character"
        case .unexpectedEnd: "unexpected end"
        case .invalidPower: "not a power, or one above \(HealthUnit.maximumPower)"
        case .invalidMolarMass: "not a molar mass"
        case .nullUnitInProduct: "the null unit cannot be part of a product"
        case .secondSlash: "a unit can have only one /"
        case .nestedTooDeeply: "parentheses are nested too deeply"
        case .tooLong: "longer than \(HealthUnit.longestText) bytes"
        }
      return "Unable to parse unit string '\(text)': \(reason) at byte \(offset)"
    }
  }

  /// The maximum length of a unit, in UTF-8 bytes. Real ones have about twenty.
  package static let longestText = 1_024

  /// Parses a unit in HealthKit's grammar.
  ///
  /// Factors are joined by `·`, `*` or `.`; one `/` at most divides all factors before it by all factors after it, so
  /// `kg/m.s^2` is kg/(m·s²). Powers are whole numbers of at most `maximumPower`. White space is not part of a unit.
  ///
  /// - Parameter text: for example `count/min`, `mL/(kg·min)`, `mmol<180.1558800000541>/L`; empty or `()` for the
  ///   null unit.
  /// - Throws: the reason and the position of the error.
  /// - Complexity: O(*n* log *n*) in the length of the text.
  package init(parsing text: String) throws(ParseError) {
    var parser = UnitParser(text)
    self = try parser.parseUnit()
  }
}

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
