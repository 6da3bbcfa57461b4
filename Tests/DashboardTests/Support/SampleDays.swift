import FoundationEssentials
import HealthModel

@testable import Dashboard

/// Made-up days, the same in every run.
enum SampleDays {
  static let today = Day(number: 20_776)  // Thursday 19 November 2026
  /// 18:36 of today, in a zone without an offset.
  static let now = midnight(today) + 18.6 * 3600

  static func midnight(_ day: Day) -> Date {
    Date(timeIntervalSince1970: Double(day.number) * 86_400)
  }

  /// A day with these fractions of 600 kcal, 30 minutes and 12 hours.
  static func summary(_ day: Day, _ move: Double, _ exercise: Double, _ stand: Double, isPaused: Bool = false)
    -> DaySummary
  {
    DaySummary(
      day: day, interval: midnight(day)..<midnight(day + 1), move: RingValue(value: 600 * move, goal: 600),
      exercise: RingValue(value: 30 * exercise, goal: 30), stand: RingValue(value: 12 * stand, goal: 12),
      isPaused: isPaused, basis: .apple)
  }

  /// 77, 126 and 50 % today; before that three open days among closed ones in every two weeks.
  static func summary(_ day: Day) -> DaySummary? {
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

  static func activity(_ day: Day) -> DayActivity {
    let hours = (0..<24).map { hour in
      let isAwake = (7..<23).contains(hour)
      let isBusy = hour == 8 || hour == 18
      return HourActivity(
        start: midnight(day) + Double(hour) * 3600, move: isAwake ? isBusy ? 110 : Double(12 + hour * 5 % 17) : 2,
        exercise: isBusy ? 16 : isAwake ? Double(hour % 3) : 0, stood: hour < 6 ? nil : isAwake && hour % 4 != 2,
        steps: isAwake ? 400 : 0)
    }
    return DayActivity(day: day, steps: 8432, distance: 6120, hours: hours)
  }
}

extension SampleDays {
  static func details(_ day: Day) -> DayDetails {
    DayDetails(
      day: day, heartRate: 52...148,
      workouts: [
        WorkoutFact(name: "running", minuteOfDay: 8 * 60 + 5, duration: 42 * 60 + 10, energy: 380),
        WorkoutFact(name: "yoga", minuteOfDay: 18 * 60 + 30, duration: 1_800),
      ])
  }
}
