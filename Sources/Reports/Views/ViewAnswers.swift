package import Dashboard
package import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel

extension Store {
  /// The result of a view's query, for the dashboard and for `show`.
  ///
  /// - Throws: `StoreError`.
  package func result(of query: Query, now: Date) throws -> QueryResult {
    switch query {
    case .summaries(let days): .summaries(try summaries(days).filter(\.hasContent))
    case .activity(let day): .activity(try activity(day))
    case .details(let day): .details(try details(of: day))
    case .workouts(let request): .workouts(try workouts(request))
    case .workoutOverview(let weekStart): .workoutOverview(try workoutOverview(weekStart: weekStart, now: now))
    case .workout(let row):
      .workout(try workout(row: row).map { WorkoutDetail($0, zones: try heartRateZones(at: now)) })
    case .chart(let request): .chart(try chart(request))
    case .heart(let day): .heart(try heart(day))
    case .sleep(let day): .sleep(try sleep(upTo: day))
    case .samples(let request): .samples(try samples(request))
    case .sample(let row): .sample(try sample(row: row))
    case .sources(let type): .sources(try sources(ofType: type))
    case .sourceOrder(let type, let names): .sourceOrder(try effect(ofSourceOrder: names, forType: type))
    case .sourceTimes(let type): .sourceTimes(try sourceTimes(ofType: type))
    case .scatter(let request): .scatter(try scatter(request))
    case .types: .types(try typeOverview())
    case .records: .records(try records(at: now))
    case .streaks(let today, let weekStart): .streaks(try streaks(upTo: today, weekStart: weekStart))
    case .trends(let today): .trends(try trends(today: today))
    case .usualHours(let day): .usualHours(try usualHours(day))
    // Not in the store: the dashboard searches the user's folders.
    case .exports: .exports([])
    }
  }
}

extension DaySummary {
  /// Whether anything is known of the day.
  package var hasContent: Bool { basis != .none || isPaused }
}

extension Store {
  /// The records of all days up to today.
  func records(at now: Date) throws -> Records {
    let today = try day(at: now)
    guard let known = try knownDays(upTo: today) else { return Records([], today: today) }
    return Records(try summaries(known), today: today)
  }

  /// The totals of all workouts.
  func workoutOverview(weekStart: Int, now: Date) throws -> WorkoutOverview {
    var overview = WorkoutOverview(zones: try heartRateZones(at: now), weekStart: weekStart)
    try forEachWorkout { overview.add($0) }
    overview.finish()
    return overview
  }

  /// The user's heart rate zones, from the age and the last resting heart rate.
  func heartRateZones(at now: Date) throws -> HeartRateZones {
    let age = try characteristics()["HKCharacteristicTypeIdentifierDateOfBirth"].flatMap(Day.init).map { birth in
      let today = try day(at: now).fields
      let (year, month, day) = birth.fields
      return today.year - year - ((today.month, today.day) < (month, day) ? 1 : 0)
    }
    let resting = try latest(
      "HKQuantityTypeIdentifierRestingHeartRate", from: .distantPast, to: now.addingTimeInterval(86_400), limit: 1)
    return HeartRateZones(age: age, resting: resting.first?.value)
  }
}

/// The user's local clock.
enum UserClock {
  /// Local minutes after a day's midnight, with the offset in effect at an instant; negative before midnight.
  static func minutes(_ instant: Date, of day: Day, in zone: TimeZone) -> Double {
    let local = instant.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: instant))
    return local / 60 - Double(day.number) * 1_440
  }
}
