import HealthModel

/// A power of ten in front of a unit.
public enum HKMetricPrefix: Int, Sendable {
  case none = 0
  case pico = 1
  case nano = 2
  case micro = 3
  case milli = 4
  case centi = 5
  case deci = 6
  case deca = 7
  case hecto = 8
  case kilo = 9
  case mega = 10
  case giga = 11
  case tera = 12
  case femto = 13

  /// The same prefix below the class layer, with the same raw values.
  var model: MetricPrefix { MetricPrefix(rawValue: rawValue) ?? .none }
}
