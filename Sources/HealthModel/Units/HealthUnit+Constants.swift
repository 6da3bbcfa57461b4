/// Units by name, for tables and code that would otherwise parse a literal.
extension HealthUnit {
  /// A product of symbols with powers, each symbol once. Private: powers are small by construction.
  private init(_ pairs: (prefix: MetricPrefix, symbol: UnitSymbol, power: Int)...) {
    let factors = pairs.compactMap { pair in
      UnitAtom(pair.prefix, pair.symbol).map { Factor(atom: $0, power: pair.power) }
    }
    self.init(sorted: factors.sorted { $0.atom.text < $1.atom.text })
  }

  package static let gram = HealthUnit((.none, .gram, 1))
  package static let kilogram = HealthUnit((.kilo, .gram, 1))
  package static let meter = HealthUnit((.none, .meter, 1))
  package static let centimeter = HealthUnit((.centi, .meter, 1))
  package static let liter = HealthUnit((.none, .liter, 1))
  package static let milliliter = HealthUnit((.milli, .liter, 1))
  package static let second = HealthUnit((.none, .second, 1))
  package static let millisecond = HealthUnit((.milli, .second, 1))
  package static let minute = HealthUnit((.none, .minute, 1))
  package static let hour = HealthUnit((.none, .hour, 1))
  package static let kilocalorie = HealthUnit((.none, .kilocalorie, 1))
  package static let count = HealthUnit((.none, .count, 1))
  package static let percent = HealthUnit((.none, .percent, 1))
  package static let degreeCelsius = HealthUnit((.none, .degreeCelsius, 1))
  package static let millimeterOfMercury = HealthUnit((.none, .millimeterOfMercury, 1))
  package static let soundPressureLevel = HealthUnit((.none, .decibelAWeightedSoundPressureLevel, 1))
  package static let siemen = HealthUnit((.none, .siemen, 1))
  package static let watt = HealthUnit((.none, .watt, 1))
  package static let lux = HealthUnit((.none, .lux, 1))
  package static let kilopascal = HealthUnit((.kilo, .pascal, 1))
  package static let internationalUnit = HealthUnit((.none, .internationalUnit, 1))
  package static let appleEffortScore = HealthUnit((.none, .appleEffortScore, 1))

  package static let countPerMinute = HealthUnit((.none, .count, 1), (.none, .minute, -1))
  package static let meterPerSecond = HealthUnit((.none, .meter, 1), (.none, .second, -1))
  package static let literPerMinute = HealthUnit((.none, .liter, 1), (.none, .minute, -1))
  package static let milligramPerDeciliter = HealthUnit((.milli, .gram, 1), (.deci, .liter, -1))
  /// Metabolic equivalents.
  package static let kilocaloriePerKilogramHour = HealthUnit(
    (.none, .kilocalorie, 1), (.kilo, .gram, -1), (.none, .hour, -1))
  /// Oxygen uptake.
  package static let milliliterPerKilogramMinute = HealthUnit(
    (.milli, .liter, 1), (.kilo, .gram, -1), (.none, .minute, -1))
}
