package import HealthModel

/// How numbers and dates are written. The dashboard itself knows no locale.
package struct Formatting: Sendable {
  /// A finite number with so many decimals, rounded to nearest.
  package var number: @Sendable (_ value: Double, _ decimals: Int) -> String
  /// `Thursday 19 November 2026`
  package var longDate: @Sendable (Day) -> String
  /// `Thu 19 Nov`
  package var shortDate: @Sendable (Day) -> String
  /// `Thu`, at most four columns.
  package var weekday: @Sendable (Day) -> String
  /// `16 – 22 November 2026`; false asks for ASCII.
  package var dates: @Sendable (ClosedRange<Day>, _ ascii: Bool) -> String
  /// Metres as a distance with its unit.
  package var distance: @Sendable (_ metres: Double) -> String
  package var energy: EnergyUnit

  package init(
    number: @escaping @Sendable (Double, Int) -> String,
    longDate: @escaping @Sendable (Day) -> String,
    shortDate: @escaping @Sendable (Day) -> String,
    weekday: @escaping @Sendable (Day) -> String,
    dates: @escaping @Sendable (ClosedRange<Day>, Bool) -> String,
    distance: @escaping @Sendable (Double) -> String,
    energy: EnergyUnit = .kilocalories
  ) {
    self.number = number
    self.longDate = longDate
    self.shortDate = shortDate
    self.weekday = weekday
    self.dates = dates
    self.distance = distance
    self.energy = energy
  }
}

/// The unit that active energy is shown in; the store keeps kilocalories.
package enum EnergyUnit: Hashable, Sendable {
  case kilocalories
  case kilojoules

  package var symbol: String {
    switch self {
    case .kilocalories: "kcal"
    case .kilojoules: "kJ"
    }
  }

  /// How many there are in a kilocalorie.
  package var perKilocalorie: Double {
    switch self {
    case .kilocalories: 1
    case .kilojoules: 4.184
    }
  }
}
