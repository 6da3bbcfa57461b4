package import HealthAnalysis
package import HealthModel
import TerminalModel

extension TrendMetric {
  package var name: String {
    switch self {
    case .move: Ring.move.name
    case .exercise: Ring.exercise.name
    case .stand: Ring.stand.name
    case .steps: "Steps"
    case .distance: "Distance"
    case .flights: "Flights climbed"
    case .walkingSpeed: "Walking speed"
    case .cardioFitness: "Cardio fitness"
    case .restingHeartRate: "Resting heart rate"
    case .heartRateVariability: "Heart rate variability"
    case .sleep: TypeWords.amountTitle(TypeIdentifier.sleepAnalysis)
    }
  }

  /// The unit for its values; empty for counts. Sleep is shown in hours and minutes.
  package func unit(_ formatting: Formatting, _ moveMode: MoveMode) -> RingUnit {
    switch self {
    case .move, .exercise, .stand: (ring ?? .move).unit(moveMode, energy: formatting.energy)
    case .steps, .flights: RingUnit(symbol: "", scale: 1)
    case .distance: RingUnit(symbol: formatting.distanceUnit.symbol, scale: 1 / formatting.distanceUnit.metres)
    case .walkingSpeed:
      RingUnit(
        symbol: formatting.distanceUnit == .miles ? "mph" : "km/h", scale: 3_600 / formatting.distanceUnit.metres)
    case .cardioFitness: RingUnit(symbol: "mL/kg/min", scale: 1)
    case .restingHeartRate: RingUnit(symbol: "bpm", scale: 1)
    case .heartRateVariability: RingUnit(symbol: "ms", scale: 1)
    case .sleep: RingUnit(symbol: "h", scale: 1 / 3_600)
    }
  }

  private var decimals: Int {
    switch self {
    case .move, .exercise, .steps: 0
    case .walkingSpeed: 2
    default: 1
    }
  }

  /// `512 kcal`, `4.82 km/h`, `7 h 32 min`.
  ///
  /// - Parameter rounding: how the value is rounded to the last digit.
  package func words(
    _ value: Double, _ formatting: Formatting, _ moveMode: MoveMode,
    rounding: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> String {
    guard value.isFinite else { return "?" }
    let unit = unit(formatting, moveMode)
    if self == .sleep { return formatting.hoursAndMinutes((value / 60).rounded(rounding) * 60) }
    let power = (0..<decimals).reduce(1.0) { power, _ in power * 10 }
    let number = formatting.number((value * unit.scale * power).rounded(rounding) / power, decimals)
    return unit.symbol.isEmpty ? number : "\(number) \(unit.symbol)"
  }
}

extension Trend {
  /// `+4.2%`; nil without a value to compare with.
  package func changeWords(_ formatting: Formatting) -> String? {
    change.map { ($0 < 0 ? "-" : "+") + formatting.number(abs($0) * 100, 1) + "%" }
  }

  /// What is needed to end an unfavourable trend; nil for other trends.
  ///
  /// - Parameter columns: the width, in which it is said shorter if need be.
  package func turningWords(_ formatting: Formatting, _ moveMode: MoveMode, within columns: Int = .max) -> String? {
    guard let turning else { return nil }
    guard turning > 0 else { return "Levels out by itself within \(Trend.turningDays) days." }
    let value = metric.words(turning, formatting, moveMode, rounding: metric.isBetterLower ? .down : .up)
    let amount =
      switch metric {
      case .steps: value + " steps a day"
      case .flights: value + " flights a day"
      case .walkingSpeed, .cardioFitness, .restingHeartRate, .heartRateVariability: value
      default: value + " a day"
      }
    let days = "\(metric.isBetterLower ? "At most" : "At least") \(amount) for \(Trend.turningDays) days"
    let whole = days + " levels it out."
    return TextWidth.columns(of: whole) <= columns ? whole : days
  }

  /// Whether the change is an improvement; nil if there is none.
  package var isGood: Bool? { direction == .level ? nil : (direction == .down) == metric.isBetterLower }
}

extension TrendReport {
  /// The reason why no trend is available yet.
  package func emptyWords(_ formatting: Formatting) -> [String] {
    guard let firstDay, let firstTrendDay else { return ["No trends: there is no data from the last year."] }
    guard firstTrendDay > today else {
      return ["No trends: there is no data from the last \(Trend.recentDays) days."]
    }
    return [
      "Trends need \(Trend.leastDays) days.",
      "The first day with data is \(formatting.date(firstDay)),",
      "so they will be available from \(formatting.date(firstTrendDay)).",
    ]
  }
}
