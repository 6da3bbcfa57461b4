import FoundationEssentials
package import HealthAnalysis
package import HealthModel

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
}
