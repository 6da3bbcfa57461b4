import HealthModel

extension HKUnit {
  /// The unit of a symbol. Private callers pass symbols that allow the prefix, so the null unit is never returned.
  private class func unit(_ symbol: UnitSymbol, _ prefix: HKMetricPrefix = .none) -> Self {
    self.init(HealthUnit(symbol, prefix.model) ?? .null)
  }

  // MARK: - Mass

  /// A gram: `g`.
  public class func gram() -> Self { unit(.gram) }

  /// `g` with a metric prefix.
  public class func gramUnit(with prefix: HKMetricPrefix) -> Self { unit(.gram, prefix) }

  /// An ounce, 28.349523125 g: `oz`.
  public class func ounce() -> Self { unit(.ounce) }

  /// A pound, 453.59237 g: `lb`.
  public class func pound() -> Self { unit(.pound) }

  /// A stone, 14 pounds: `st`.
  public class func stone() -> Self { unit(.stone) }

  /// A mole of a substance: `mol<M>`, a mass of `gramsPerMole`.
  public class func moleUnit(withMolarMass gramsPerMole: Double) -> Self {
    moleUnit(with: .none, molarMass: gramsPerMole)
  }

  /// A mole of a substance with a metric prefix, such as the mmol of blood glucose.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of the mole.
  ///   - gramsPerMole: above 0; anything else traps.
  public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> Self {
    guard let model = HealthUnit(.mole, prefix.model, molarMass: gramsPerMole) else {
      HKPrecondition.fail("Invalid molar mass \(gramsPerMole)")
    }
    return self.init(model)
  }

  // MARK: - Length

  /// A metre: `m`.
  public class func meter() -> Self { unit(.meter) }

  /// `m` with a metric prefix.
  public class func meterUnit(with prefix: HKMetricPrefix) -> Self { unit(.meter, prefix) }

  /// An inch, 25.4 mm: `in`.
  public class func inch() -> Self { unit(.inch) }

  /// A foot, 0.3048 m: `ft`.
  public class func foot() -> Self { unit(.foot) }

  /// A yard, 0.9144 m: `yd`.
  public class func yard() -> Self { unit(.yard) }

  /// A mile, 1609.344 m: `mi`.
  public class func mile() -> Self { unit(.mile) }

  // MARK: - Volume

  /// A litre: `L`.
  public class func liter() -> Self { unit(.liter) }

  /// `L` with a metric prefix.
  public class func literUnit(with prefix: HKMetricPrefix) -> Self { unit(.liter, prefix) }

  /// A US fluid ounce, 29.5735295625 mL: `fl_oz_us`.
  public class func fluidOunceUS() -> Self { unit(.fluidOunceUS) }

  /// An imperial fluid ounce, 28.4130625 mL: `fl_oz_imp`.
  public class func fluidOunceImperial() -> Self { unit(.fluidOunceImperial) }

  /// A US pint, 473.176473 mL: `pt_us`.
  public class func pintUS() -> Self { unit(.pintUS) }

  /// An imperial pint, 568.26125 mL: `pt_imp`.
  public class func pintImperial() -> Self { unit(.pintImperial) }

  /// A US cup, 236.5882365 mL: `cup_us`.
  public class func cupUS() -> Self { unit(.cupUS) }

  /// An imperial cup, 284.130625 mL: `cup_imp`.
  public class func cupImperial() -> Self { unit(.cupImperial) }

  // MARK: - Pressure

  /// A pascal: `Pa`.
  public class func pascal() -> Self { unit(.pascal) }

  /// `Pa` with a metric prefix.
  public class func pascalUnit(with prefix: HKMetricPrefix) -> Self { unit(.pascal, prefix) }

  /// A millimetre of mercury, 133.322387415 Pa: `mmHg`.
  public class func millimeterOfMercury() -> Self { unit(.millimeterOfMercury) }

  /// A centimetre of water, 98.0665 Pa: `cmAq`.
  public class func centimeterOfWater() -> Self { unit(.centimeterOfWater) }

  /// An atmosphere, 101325 Pa: `atm`.
  public class func atmosphere() -> Self { unit(.atmosphere) }

  /// An inch of mercury, 3386.38816 Pa: `inHg`.
  public class func inchesOfMercury() -> Self { unit(.inchesOfMercury) }

  /// A sound pressure level in A-weighted decibels: `dBASPL`. Logarithmic, and therefore not a pressure: it is not
  /// convertible.
  public class func decibelAWeightedSoundPressureLevel() -> Self { unit(.decibelAWeightedSoundPressureLevel) }

  // MARK: - Time

  /// A second: `s`.
  public class func second() -> Self { unit(.second) }

  /// `s` with a metric prefix.
  public class func secondUnit(with prefix: HKMetricPrefix) -> Self { unit(.second, prefix) }

  /// A minute: `min`.
  public class func minute() -> Self { unit(.minute) }

  /// An hour: `hr`.
  public class func hour() -> Self { unit(.hour) }

  /// A day of 24 hours: `d`.
  public class func day() -> Self { unit(.day) }

  // MARK: - Energy

  /// A joule: `J`.
  public class func joule() -> Self { unit(.joule) }

  /// `J` with a metric prefix.
  public class func jouleUnit(with prefix: HKMetricPrefix) -> Self { unit(.joule, prefix) }

  /// A kilocalorie, 4184 J: `kcal`.
  public class func kilocalorie() -> Self { unit(.kilocalorie) }

  /// A calorie of physics, 4.184 J: `cal`.
  public class func smallCalorie() -> Self { unit(.smallCalorie) }

  /// A calorie of nutrition, 4184 J, the same as a kilocalorie: `Cal`.
  public class func largeCalorie() -> Self { unit(.largeCalorie) }

  /// The calorie of physics under its old name.
  @available(*, deprecated, message: "Use smallCalorie() or largeCalorie(), depending on which calorie is meant.")
  public class func calorie() -> Self { smallCalorie() }

  // MARK: - Temperature

  /// A degree Celsius: `degC`.
  public class func degreeCelsius() -> Self { unit(.degreeCelsius) }

  /// A degree Fahrenheit: `degF`.
  public class func degreeFahrenheit() -> Self { unit(.degreeFahrenheit) }

  /// A kelvin: `K`.
  public class func kelvin() -> Self { unit(.kelvin) }

  // MARK: - Electricity

  /// A siemens: `S`.
  public class func siemen() -> Self { unit(.siemen) }

  /// `S` with a metric prefix.
  public class func siemenUnit(with prefix: HKMetricPrefix) -> Self { unit(.siemen, prefix) }

  /// A volt: `V`.
  public class func volt() -> Self { unit(.volt) }

  /// `V` with a metric prefix.
  public class func voltUnit(with prefix: HKMetricPrefix) -> Self { unit(.volt, prefix) }

  // MARK: - Power and frequency

  /// A watt, compatible with a joule per second: `W`.
  public class func watt() -> Self { unit(.watt) }

  /// `W` with a metric prefix.
  public class func wattUnit(with prefix: HKMetricPrefix) -> Self { unit(.watt, prefix) }

  /// A hertz, compatible with one per second: `Hz`.
  public class func hertz() -> Self { unit(.hertz) }

  /// `Hz` with a metric prefix.
  public class func hertzUnit(with prefix: HKMetricPrefix) -> Self { unit(.hertz, prefix) }

  // MARK: - Light and angle

  /// A lux: `lx`.
  public class func lux() -> Self { unit(.lux) }

  /// `lx` with a metric prefix.
  public class func luxUnit(with prefix: HKMetricPrefix) -> Self { unit(.lux, prefix) }

  /// A dioptre: `D`. Not compatible with anything else, including one over a metre.
  public class func diopter() -> Self { unit(.diopter) }

  /// A prism dioptre: `pD`.
  public class func prismDiopter() -> Self { unit(.prismDiopter) }

  /// A radian: `rad`.
  public class func radianAngle() -> Self { unit(.radian) }

  /// `rad` with a metric prefix.
  public class func radianAngleUnit(with prefix: HKMetricPrefix) -> Self { unit(.radian, prefix) }

  /// A degree of angle: `deg`.
  public class func degreeAngle() -> Self { unit(.degreeAngle) }

  // MARK: - Pharmacology, hearing and effort

  /// An international unit: `IU`.
  public class func internationalUnit() -> Self { unit(.internationalUnit) }

  /// A hearing level in decibels: `dBHL`.
  public class func decibelHearingLevel() -> Self { unit(.decibelHearingLevel) }

  /// A step of the effort score: `appleEffortScore`.
  public class func appleEffortScore() -> Self { unit(.appleEffortScore) }

  // MARK: - Scalars

  /// A count: `count`.
  public class func count() -> Self { unit(.count) }

  /// A fraction: 0.5 means one half: `%`.
  public class func percent() -> Self { unit(.percent) }
}
