/// A unit without its prefix, named as in a unit string.
package enum UnitSymbol: String, Hashable, Sendable, CaseIterable {
  case gram = "g"
  case ounce = "oz"
  case pound = "lb"
  case stone = "st"
  case mole = "mol"

  case meter = "m"
  case inch = "in"
  case foot = "ft"
  case yard = "yd"
  case mile = "mi"

  case liter = "L"
  case fluidOunceUS = "fl_oz_us"
  case fluidOunceImperial = "fl_oz_imp"
  case pintUS = "pt_us"
  case pintImperial = "pt_imp"
  case cupUS = "cup_us"
  case cupImperial = "cup_imp"

  case pascal = "Pa"
  case millimeterOfMercury = "mmHg"
  case centimeterOfWater = "cmAq"
  case atmosphere = "atm"
  case inchesOfMercury = "inHg"
  case decibelAWeightedSoundPressureLevel = "dBASPL"

  case second = "s"
  case minute = "min"
  case hour = "hr"
  case day = "d"

  case joule = "J"
  case smallCalorie = "cal"
  case kilocalorie = "kcal"
  case largeCalorie = "Cal"

  case kelvin = "K"
  case degreeCelsius = "degC"
  case degreeFahrenheit = "degF"

  case siemen = "S"
  case volt = "V"
  case watt = "W"
  case hertz = "Hz"
  case lux = "lx"
  case radian = "rad"
  case degreeAngle = "deg"

  case internationalUnit = "IU"
  case count = "count"
  case percent = "%"
  case decibelHearingLevel = "dBHL"
  case diopter = "D"
  case prismDiopter = "pD"
  case appleEffortScore = "appleEffortScore"

  /// Whether a metric prefix is allowed in the unit string.
  package var takesPrefix: Bool {
    switch self {
    case .gram, .mole, .meter, .liter, .pascal, .second, .joule, .kelvin, .siemen, .volt, .watt, .hertz, .lux, .radian:
      true
    default:
      false
    }
  }
}
