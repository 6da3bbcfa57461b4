import FoundationEssentials
import HealthAnalysis
import HealthModel
import TestSupport

@testable import Dashboard

extension SampleDays {
  static func activity(_ day: Day) -> DayActivity {
    let hours = (0..<24).map { hour in
      let isAwake = (7..<23).contains(hour)
      let isBusy = hour == 8 || hour == 18
      return HourActivity(
        start: midnight(day) + Double(hour) * 3600, hour: hour,
        move: isAwake ? isBusy ? 110 : Double(12 + hour * 5 % 17) : 2,
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

extension SampleDays {
  private static func known(_ day: Day, _ summary: (Day) -> DaySummary?) -> DaySummary {
    summary(day) ?? DaySummary(day: day, interval: midnight(day)..<midnight(day + 1))
  }

  static func streaks(_ today: Day, _ weekStart: Int, _ summary: (Day) -> DaySummary?) -> StreakReport {
    let days = ((today - 800)...(today + 31)).map { day in day <= today ? known(day, summary) : known(day) { _ in nil }
    }
    guard let first = days.firstIndex(where: { $0.basis != .none }) else {
      return StreakReport([], known: nil, workouts: [], today: today, weekStart: weekStart)
    }
    let workouts = stride(from: 600, to: 0, by: -3).map { ago in
      WorkoutMark(
        day: today - ago, activity: [37, 57, 13][ago % 3 == 0 ? ago / 3 % 3 : 0], duration: 1_800,
        energy: Double(200 + ago * 7 % 190))
    }
    let last = days.last { $0.basis != .none } ?? days[first]
    return StreakReport(
      Array(days[first...]), known: days[first].day...last.day,
      workouts: workouts.filter { $0.day >= days[first].day }, today: today, weekStart: weekStart)
  }

  static func trends(_ today: Day, _ summary: (Day) -> DaySummary?) -> TrendReport {
    let days = TrendReport.days(before: today)
    let summaries = days.map { known($0, summary) }
    var values: [TrendMetric: [Double?]] = [:]
    for metric in TrendMetric.allCases {
      values[metric] = summaries.enumerated().map { index, day in
        if let ring = metric.ring { return day[ring].value }
        guard day.basis != .none else { return nil }
        let wave = 1 + 0.1 * Double((index / 30 + metric.rawValue.count) % 5) - 0.0004 * Double(index)
        return switch metric {
        case .steps: 8_000 * wave
        case .distance: 6_100 * wave
        case .flights: 9 * wave
        case .walkingSpeed: 1.35 * wave
        case .cardioFitness: index % 5 == 0 ? 41 * wave : nil
        case .restingHeartRate: 57 / wave
        case .heartRateVariability: 48 * wave
        default: 27_000 * wave
        }
      }
    }
    return TrendReport(values, today: today, moveMode: .activeEnergy)
  }

  static func usualDays(_ day: Day, _ summary: (Day) -> DaySummary?) -> [DayActivity] {
    UsualHours.days(before: day).filter { summary($0)?.basis ?? .none != .none }.map(activity)
  }
}
