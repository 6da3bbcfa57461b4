import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel

extension Store {
  /// Heart data of a day and of the weeks before it, from stored totals.
  func heart(_ day: Day) throws -> HeartDay {
    let rate = "HKQuantityTypeIdentifierHeartRate"
    let hours = try clockHours(of: day)
    let byHour = try statistics(rate, over: hours.map(\.span))
    let days = (day - (HeartDay.days - 1))...day
    let intervals = try self.intervals(of: days)
    let spans = intervals.map(\.interval)
    var measures: [HeartDay.Measure: [Double?]] = [:]
    for measure in HeartDay.Measure.allCases {
      measures[measure] = try statistics(measure.rawValue, over: spans).map { $0?.average }
    }
    var events: [HeartDay.Event] = []
    if let first = spans.first?.lowerBound, let last = spans.last?.upperBound {
      for kind in HeartDay.Event.Kind.allCases {
        events += try latest(kind.rawValue, from: first, to: last, limit: 100).map { event in
          let own = try self.day(at: event.start)
          let minutes = UserClock.minutes(event.start, of: own, in: try zone(of: own))
          return HeartDay.Event(kind: kind, day: own, minuteOfDay: min(max(0, Int(minutes)), 1_439))
        }
      }
    }
    return HeartDay(
      day: day, hours: zip(hours, byHour).map { HeartDay.Hour(hour: $0.hour, values: $1) },
      ranges: try statistics(rate, over: spans), measures: measures,
      events: events.sorted { ($1.day, $1.minuteOfDay) < ($0.day, $0.minuteOfDay) })
  }

  /// The nights of the weeks up to a day.
  func sleep(upTo day: Day) throws -> SleepDays {
    let days = (day - (SleepDays.nights - 1))...day
    let intervals = try self.intervals(of: (days.lowerBound - 1)...days.upperBound)
    // From 18:00 to 18:00, six hours before midnight.
    let evenings = try intervals.map { entry in
      let zone = try zone(of: entry.day)
      let evening = entry.interval.upperBound.addingTimeInterval(-21_600)
      // In local time, also on days on which the clocks change.
      let shift = UserClock.minutes(evening, of: entry.day, in: zone) - 1_080
      return evening.addingTimeInterval(-shift * 60)
    }
    let windows = zip(intervals.dropFirst(), zip(evenings, evenings.dropFirst())).map { entry, evening in
      (day: entry.day, span: evening.0..<max(evening.0, evening.1))
    }
    guard let first = windows.first?.span.lowerBound, let last = windows.last?.span.upperBound else {
      return SleepDays(days: days, nights: [])
    }
    // A sleep whose midpoint is in the first night may begin before that night.
    let spans = try sleep(from: first.addingTimeInterval(-43_200), to: last.addingTimeInterval(43_200))
    let nights = try SleepNight.nights(of: spans, days: windows).map { night in
      let zone = try zone(of: night.day)
      func minutes(_ instant: Date) -> Double { UserClock.minutes(instant, of: night.day, in: zone) }
      return SleepDays.Night(
        night: night, bedtime: minutes(night.bedtime), wakeUp: minutes(night.wakeUp),
        bands: night.spans.map { SleepDays.Band(start: minutes($0.start), end: minutes($0.end), stage: $0.stage) })
    }
    return SleepDays(days: days, nights: nights)
  }
}
