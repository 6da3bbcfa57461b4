package import FoundationEssentials
package import HealthModel

/// Made-up days, the same in every run.
package enum SampleDays {
  package static let today = Day(number: 20_776)  // Thursday 19 November 2026
  /// 18:36 today, in a time zone without an offset.
  package static let now = midnight(today) + 18.6 * 3600

  package static func midnight(_ day: Day) -> Date {
    Date(timeIntervalSince1970: Double(day.number) * 86_400)
  }

  /// A day with these fractions of 600 kcal, 30 minutes and 12 hours.
  package static func summary(_ day: Day, _ move: Double, _ exercise: Double, _ stand: Double, isPaused: Bool = false)
    -> DaySummary
  {
    DaySummary(
      day: day, interval: midnight(day)..<midnight(day + 1), move: RingValue(value: 600 * move, goal: 600),
      exercise: RingValue(value: 30 * exercise, goal: 30), stand: RingValue(value: 12 * stand, goal: 12),
      isPaused: isPaused, basis: .apple)
  }

  /// 77%, 126% and 50% today; before that three open days among closed ones in every two weeks.
  package static func summary(_ day: Day) -> DaySummary? {
    guard day <= today else { return nil }
    if day == today {
      var open = summary(day, 0.77, 38.0 / 30, 0.5)
      open.basis = .computed
      return open
    }
    let turn = ((day.number % 14) + 14) % 14
    return switch turn {
    case 3: summary(day, 0.91, 1.3, 1)
    case 9: summary(day, 1.2, 0.4, 11.0 / 12)
    case 10: summary(day, 0.3, 0, 7.0 / 12)
    default: summary(day, 1 + Double(turn) / 10, 1 + Double(turn % 5) / 3, 1 + Double(turn % 3) / 12)
    }
  }
}
