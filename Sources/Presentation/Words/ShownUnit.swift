import HealthAnalysis
import HealthModel

/// The unit for values of a quantity type.
package struct ShownUnit: Hashable, Sendable {
  /// Empty if there is none.
  package var symbol: String
  /// The number of these units in one stored unit.
  package var scale: Double
}

extension Formatting {
  /// The unit of a quantity type, with the user's units for energy and distance.
  package func unit(of identifier: String) -> ShownUnit {
    if let measure = MeasureName(rawValue: identifier) { return unit(of: measure) }
    if DayAmount.has(identifier) {
      if !DayAmount.isTime(identifier) { return ShownUnit(symbol: "h", scale: 1) }
      return identifier == TypeIdentifier.sleepAnalysis
        ? ShownUnit(symbol: "h", scale: 1 / 3_600) : ShownUnit(symbol: "min", scale: 1 / 60)
    }
    guard let entry = QuantityTypeCatalog.readable(identifier) else { return ShownUnit(symbol: "", scale: 1) }
    let isMetric = distanceUnit == .kilometres
    switch entry.unit {
    case .kilocalorie: return ShownUnit(symbol: energy.symbol, scale: energy.perKilocalorie)
    case .meter where entry.name.hasPrefix("distance"):
      return ShownUnit(symbol: distanceUnit.symbol, scale: 1 / distanceUnit.metres)
    case .meterPerSecond:
      return isMetric ? ShownUnit(symbol: "km/h", scale: 3.6) : ShownUnit(symbol: "mph", scale: 3_600 / 1_609.344)
    case .percent: return ShownUnit(symbol: "%", scale: 100)
    case .countPerMinute:
      return ShownUnit(symbol: entry.name.lowercased().contains("heartrate") ? "bpm" : "a minute", scale: 1)
    case .count where entry.name == "stepCount": return ShownUnit(symbol: "steps", scale: 1)
    case .count where entry.name == "flightsClimbed": return ShownUnit(symbol: "flights", scale: 1)
    case .count: return ShownUnit(symbol: "", scale: 1)
    case .degreeCelsius: return ShownUnit(symbol: "°C", scale: 1)
    case .soundPressureLevel: return ShownUnit(symbol: "dB", scale: 1)
    case .milliliterPerKilogramMinute: return ShownUnit(symbol: "mL/kg/min", scale: 1)
    case .kilocaloriePerKilogramHour: return ShownUnit(symbol: "kcal/kg/h", scale: 1)
    case .literPerMinute: return ShownUnit(symbol: "L/min", scale: 1)
    case .milligramPerDeciliter: return ShownUnit(symbol: "mg/dL", scale: 1)
    case .appleEffortScore: return ShownUnit(symbol: "", scale: 1)
    default: return ShownUnit(symbol: entry.unitText, scale: 1)
    }
  }

  private func unit(of measure: MeasureName) -> ShownUnit {
    switch measure.unit {
    case "count/min": ShownUnit(symbol: measure == .nightRespiratoryRate ? "a minute" : "bpm", scale: 1)
    case "s":
      measure.group == .recovery ? ShownUnit(symbol: "h", scale: 1 / 3_600) : ShownUnit(symbol: "min", scale: 1 / 60)
    case "m": ShownUnit(symbol: distanceUnit.symbol, scale: 1 / distanceUnit.metres)
    case "degC": ShownUnit(symbol: "\u{B0}C", scale: 1)
    case "d": ShownUnit(symbol: "days", scale: 1)
    case "mL/min\u{B7}kg": ShownUnit(symbol: "mL/kg/min", scale: 1)
    default: ShownUnit(symbol: measure.unit, scale: 1)
    }
  }

  /// A number with significant decimals only: none from 100 on, one from 10 on, otherwise two; none for a whole number.
  package func shortNumber(_ value: Double) -> String {
    let size = abs(value)
    if abs(value - value.rounded()) < 1e-9 { return number(value, 0) }
    return number(value, size >= 100 ? 0 : size >= 10 ? 1 : 2)
  }

  /// `1,234 steps`: a stored value in the unit for its type.
  package func amount(_ value: Double, of identifier: String) -> String {
    let unit = unit(of: identifier)
    let isCount = ["steps", "flights"].contains(unit.symbol)
    // As on the day: a part of a step is none.
    let text = shortNumber(isCount ? Rounding.down(value * unit.scale) : value * unit.scale)
    if text == "1", isCount { return "1 \(unit.symbol.dropLast())" }
    return unit.symbol.isEmpty ? text : unit.symbol == "%" ? text + "%" : text + " " + unit.symbol
  }

  /// `1:02:33`, `42:10`: a duration in seconds.
  package func clockDuration(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let whole = Int(min(max(0, seconds.rounded()), 1e9))
    let (minutes, seconds) = (whole / 60, (whole % 60).twoDigits)
    return minutes >= 60 ? "\(minutes / 60):\((minutes % 60).twoDigits):\(seconds)" : "\(minutes):\(seconds)"
  }

  /// `7 h 12 min`, `42 min`.
  package func hoursAndMinutes(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let minutes = Int(min(max(0, (seconds / 60).rounded()), 1e9))
    return minutes >= 60 ? "\(number(minutes / 60)) h \(minutes % 60) min" : "\(minutes) min"
  }

  /// `4:52 /km`: a pace, given in seconds per metre.
  package func pace(_ secondsPerMetre: Double) -> String {
    clockDuration(secondsPerMetre * distanceUnit.metres)
  }

  /// A speed in metres per second: `24.1 km/h`, or on foot and in water as a pace, `5:12 /km`.
  ///
  /// - Parameter activity: the raw number of a workout's activity.
  package func speed(_ speed: Double, of activity: Int) -> String {
    guard Self.isPaced(activity) else {
      return number(speed * 3_600 / distanceUnit.metres, 1) + " \(distanceUnit.symbol)/h"
    }
    return speed > 0.05 ? "\(pace(1 / speed)) /\(distanceUnit.symbol)" : "standing"
  }

  /// Whether the pace of an activity is shown instead of its speed.
  package static func isPaced(_ activity: Int) -> Bool { [24, 37, 46, 52].contains(activity) }

  /// A distance in metres without the unit, always with two decimals for alignment.
  package func distanceNumber(_ metres: Double) -> String {
    number(metres / distanceUnit.metres, 2)
  }
}
