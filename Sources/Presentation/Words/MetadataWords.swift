package import HealthModel

/// Metadata in readable form.
package struct MetadataWords {
  private let clock: LocalClock

  package init(clock: LocalClock) {
    self.clock = clock
  }

  private var formatting: Formatting { clock.formatting }

  /// `Weather humidity` for `HKWeatherHumidity`; keys of other programs are unchanged.
  package static func name(_ key: String) -> String {
    key.hasPrefix("HK") ? TypeWords.words(String(key.dropFirst(2))).capitalizedFirst : key
  }

  package func text(_ entry: Metadata.Entry) -> String {
    switch entry.value {
    case .text(let text): String(text.prefix(2_000))
    case .number(let number): formatting.shortNumber(number)
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .flag(let flag): flag ? "yes" : "no"
    case .date(let date): clock.text(date)
    case .quantity(let value, let unit): quantity(value, unit, key: entry.key)
    }
  }

  private func quantity(_ value: Double, _ unit: String, key: String) -> String {
    let isMetric = formatting.distanceUnit == .kilometres
    let parsed = try? HealthUnit(parsing: unit)
    func converted(_ other: HealthUnit) -> Double? { parsed?.convert(value, to: other) }
    // Exports print 2000 % for a fifth.
    if key == "HKWeatherHumidity", unit == "%" {
      return formatting.number(value > 100 ? value / 100 : value > 1 ? value : value * 100, 0) + "%"
    }
    if let celsius = converted(.degreeCelsius) {
      return isMetric ? "\(formatting.number(celsius, 0)) °C" : "\(formatting.number(celsius * 1.8 + 32, 0)) °F"
    }
    if key.contains("Elevation"), let metres = converted(.meter) {
      return isMetric ? "\(formatting.number(metres, 0)) m" : "\(formatting.number(metres / 0.3048, 0)) ft"
    }
    if let speed = converted(.meterPerSecond) {
      return formatting.number(speed * 3_600 / formatting.distanceUnit.metres, 1)
        + " \(formatting.distanceUnit.symbol)/h"
    }
    if let effort = converted(.kilocaloriePerKilogramHour) { return formatting.shortNumber(effort) + " kcal/kg/h" }
    return formatting.shortNumber(value) + (unit == "%" ? "%" : " " + unit)
  }
}
