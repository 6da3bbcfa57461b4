/// The size of a unit in the base units (gram, metre, second, kelvin …): mantissa · 10^exponent / divisor.
///
/// Mantissas and divisors are whole numbers that doubles represent exactly (except for π), so that a conversion
/// rounds once, at the end, and 418 cm are exactly 4.18 m.
struct UnitScale {
  var mantissa: Double
  var exponent: Int
  var divisor: Double

  init(_ mantissa: Double = 1, tenToThe exponent: Int = 0, over divisor: Double = 1) {
    self.mantissa = mantissa
    self.exponent = exponent
    self.divisor = divisor
  }
}

extension UnitSymbol {
  /// Size and dimension. Legal definitions (international foot and pound, US and imperial gallon, thermochemical
  /// calorie, conventional millimetre of mercury and water column), where Apple's headers have rounded values.
  var measure: (scale: UnitScale, dimension: UnitDimension) {
    switch self {
    case .gram: (UnitScale(), .mass)
    case .ounce: (UnitScale(28_349_523_125, tenToThe: -9), .mass)
    case .pound: (UnitScale(45_359_237, tenToThe: -5), .mass)
    case .stone: (UnitScale(635_029_318, tenToThe: -5), .mass)
    case .mole: (UnitScale(), .amount)

    case .meter: (UnitScale(), .length)
    case .inch: (UnitScale(254, tenToThe: -4), .length)
    case .foot: (UnitScale(3_048, tenToThe: -4), .length)
    case .yard: (UnitScale(9_144, tenToThe: -4), .length)
    case .mile: (UnitScale(1_609_344, tenToThe: -3), .length)

    case .liter: (UnitScale(tenToThe: -3), .volume)
    case .fluidOunceUS: (UnitScale(295_735_295_625, tenToThe: -16), .volume)
    case .fluidOunceImperial: (UnitScale(284_130_625, tenToThe: -13), .volume)
    case .pintUS: (UnitScale(473_176_473, tenToThe: -12), .volume)
    case .pintImperial: (UnitScale(56_826_125, tenToThe: -11), .volume)
    case .cupUS: (UnitScale(2_365_882_365, tenToThe: -13), .volume)
    case .cupImperial: (UnitScale(284_130_625, tenToThe: -12), .volume)

    // The base mass is the gram, so a pascal is 1000 g/(m·s²).
    case .pascal: (UnitScale(tenToThe: 3), .pressure)
    case .millimeterOfMercury: (UnitScale(133_322_387_415, tenToThe: -6), .pressure)
    case .centimeterOfWater: (UnitScale(980_665, tenToThe: -1), .pressure)
    case .atmosphere: (UnitScale(101_325, tenToThe: 3), .pressure)
    case .inchesOfMercury: (UnitScale(338_638_816, tenToThe: -2), .pressure)
    case .decibelAWeightedSoundPressureLevel: (UnitScale(), .soundPressureLevel)

    case .second: (UnitScale(), .time)
    case .minute: (UnitScale(60), .time)
    case .hour: (UnitScale(3_600), .time)
    case .day: (UnitScale(86_400), .time)

    case .joule: (UnitScale(tenToThe: 3), .energy)
    case .smallCalorie: (UnitScale(4_184), .energy)
    case .kilocalorie, .largeCalorie: (UnitScale(4_184, tenToThe: 3), .energy)

    case .kelvin, .degreeCelsius: (UnitScale(), .temperature)
    case .degreeFahrenheit: (UnitScale(5, over: 9), .temperature)

    case .siemen: (UnitScale(), .conductance)
    case .volt: (UnitScale(), .voltage)
    case .watt: (UnitScale(tenToThe: 3), .power)
    case .hertz: (UnitScale(), .frequency)
    case .lux: (UnitScale(), .illuminance)
    case .radian: (UnitScale(), .angle)
    case .degreeAngle: (UnitScale(.pi, over: 180), .angle)

    case .internationalUnit: (UnitScale(), .internationalUnits)
    // A percentage is a fraction under another name: 0.5 % is 0.5, as HealthKit computes it in spite of its headers.
    case .count, .percent: (UnitScale(), .none)
    case .decibelHearingLevel: (UnitScale(), .hearingLevel)
    case .diopter: (UnitScale(), .refraction)
    case .prismDiopter: (UnitScale(), .prism)
    case .appleEffortScore: (UnitScale(), .effort)
    }
  }

  /// The zero point of the scale, in hundredths of its own degree above absolute zero. Applies only to a bare
  /// temperature; per degree there is no zero point.
  var hundredthsAboveAbsoluteZero: Double? {
    switch self {
    case .kelvin: 0
    case .degreeCelsius: 27_315
    case .degreeFahrenheit: 45_967
    default: nil
    }
  }
}
