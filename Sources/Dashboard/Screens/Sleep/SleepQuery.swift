import FoundationEssentials
import HealthAnalysis
package import HealthModel
import Presentation

/// The night before a day and those of the weeks before.
package struct SleepQuery: StoreQuery {
  package var day: Day

  package init(upTo day: Day) {
    self.day = day
  }

  package var types: Set<String>? { [TypeIdentifier.sleepAnalysis] }

  package func run(in source: some QuerySource) throws -> SleepDays {
    let days = (day - (SleepDays.nights - 1))...day
    return SleepDays(days: days, nights: try source.reading().nights(days))
  }
}

/// The heart rate and the respiratory rate during a night.
package struct NightCourseQuery: StoreQuery {
  package var day: Day

  package init(_ day: Day) {
    self.day = day
  }

  static let breathing = "HKQuantityTypeIdentifierRespiratoryRate"

  package var types: Set<String>? { [TypeIdentifier.sleepAnalysis, TypeIdentifier.heartRate, Self.breathing] }
  package static var isSecondary: Bool { true }

  /// - Returns: nothing if there is no night.
  package func run(in source: some QuerySource) throws -> NightCourse {
    let store = try source.reading()
    guard let spans = try store.nights(day...day).last?.night.spans, let start = spans.map(\.start).min(),
      let end = spans.map(\.end).max(), end > start
    else { return NightCourse(heartRate: [], breathing: []) }
    let length = end.timeIntervalSince(start)
    let count = min(NightCourse.mostParts, max(1, Int(length / NightCourse.partSeconds)))
    let parts = (0..<count).map { part in
      start + length * Double(part) / Double(count)..<start + length * Double(part + 1) / Double(count)
    }
    return NightCourse(
      heartRate: try store.statistics(TypeIdentifier.heartRate, over: parts),
      breathing: try store.statistics(Self.breathing, over: parts))
  }
}

/// Measurements over equal parts of a night, from its first to its last sleep sample.
package struct NightCourse: Hashable, Sendable {
  static let partSeconds = 900.0
  static let mostParts = 96

  package var heartRate: [BucketStatistics?]
  package var breathing: [BucketStatistics?]

  package init(heartRate: [BucketStatistics?], breathing: [BucketStatistics?]) {
    (self.heartRate, self.breathing) = (heartRate, breathing)
  }
}

extension HealthReader {
  /// The nights of a range of days, in the user's local time.
  ///
  /// - Complexity: O(k log k) in the sleep samples of these nights.
  func nights(_ days: ClosedRange<Day>) throws -> [SleepDays.Night] {
    let intervals = try self.intervals(of: (days.lowerBound - 1)...days.upperBound)
    // From 18:00 to 18:00, six hours before midnight.
    let evenings = try intervals.map { entry in
      let zone = try self.zone(of: entry.day)
      let evening = entry.interval.upperBound.addingTimeInterval(-21_600)
      // In local time, also on days on which the clocks change.
      let shift = LocalClock.minutes(evening, of: entry.day, in: zone) - 1_080
      return evening.addingTimeInterval(-shift * 60)
    }
    let windows = zip(intervals.dropFirst(), zip(evenings, evenings.dropFirst())).map { entry, evening in
      (day: entry.day, span: evening.0..<max(evening.0, evening.1))
    }
    guard let first = windows.first?.span.lowerBound, let last = windows.last?.span.upperBound else {
      return []
    }
    // A sleep whose midpoint is in the first night may begin before that night.
    let spans = try sleep(from: first.addingTimeInterval(-43_200), to: last.addingTimeInterval(43_200))
    return try SleepNight.nights(of: spans, days: windows).map { night in
      let zone = try self.zone(of: night.day)
      func minutes(_ instant: Date) -> Double { LocalClock.minutes(instant, of: night.day, in: zone) }
      return SleepDays.Night(
        night: night, bedtime: minutes(night.bedtime), wakeUp: minutes(night.wakeUp),
        bands: night.spans.map { SleepDays.Band(start: minutes($0.start), end: minutes($0.end), stage: $0.stage) })
    }
  }
}
