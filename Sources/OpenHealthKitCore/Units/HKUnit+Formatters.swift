public import Foundation
import HealthModel

extension HKUnit {
  /// The unit of a mass formatter.
  public convenience init(from massFormatterUnit: MassFormatter.Unit) {
    self.init(Self.massUnits.first { $0.formatter == massFormatterUnit }?.model ?? .gram)
  }

  /// The unit of a length formatter.
  public convenience init(from lengthFormatterUnit: LengthFormatter.Unit) {
    self.init(Self.lengthUnits.first { $0.formatter == lengthFormatterUnit }?.model ?? .meter)
  }

  /// The unit of an energy formatter.
  public convenience init(from energyFormatterUnit: EnergyFormatter.Unit) {
    self.init(Self.energyUnits.first { $0.formatter == energyFormatterUnit }?.model ?? .kilocalorie)
  }

  /// The mass formatter's unit for this one. A unit that it does not have traps.
  public class func massFormatterUnit(from unit: HKUnit) -> MassFormatter.Unit {
    match(unit, in: massUnits)
  }

  /// The length formatter's unit for this one. A unit that it does not have traps.
  public class func lengthFormatterUnit(from unit: HKUnit) -> LengthFormatter.Unit {
    match(unit, in: lengthUnits)
  }

  /// The energy formatter's unit for this one. A unit that it does not have traps.
  public class func energyFormatterUnit(from unit: HKUnit) -> EnergyFormatter.Unit {
    match(unit, in: energyUnits)
  }

  private class func match<Formatter>(
    _ unit: HKUnit, in table: [(formatter: Formatter, model: HealthUnit)]
  ) -> Formatter {
    guard let row = table.first(where: { $0.model == unit.model }) else {
      HKPrecondition.fail("No formatter unit for HKUnit \(unit.unitString)")
    }
    return row.formatter
  }

  private class func unit(_ symbol: UnitSymbol, _ prefix: MetricPrefix = .none) -> HealthUnit {
    HealthUnit(symbol, prefix) ?? .null
  }

  private class var massUnits: [(formatter: MassFormatter.Unit, model: HealthUnit)] {
    [
      (.gram, .gram), (.kilogram, .kilogram), (.ounce, unit(.ounce)), (.pound, unit(.pound)),
      (.stone, unit(.stone)),
    ]
  }

  private class var lengthUnits: [(formatter: LengthFormatter.Unit, model: HealthUnit)] {
    [
      (.millimeter, unit(.meter, .milli)), (.centimeter, .centimeter), (.meter, .meter),
      (.kilometer, unit(.meter, .kilo)), (.inch, unit(.inch)), (.foot, unit(.foot)), (.yard, unit(.yard)),
      (.mile, unit(.mile)),
    ]
  }

  private class var energyUnits: [(formatter: EnergyFormatter.Unit, model: HealthUnit)] {
    [
      (.joule, unit(.joule)), (.kilojoule, unit(.joule, .kilo)), (.calorie, unit(.smallCalorie)),
      (.kilocalorie, .kilocalorie),
    ]
  }
}
