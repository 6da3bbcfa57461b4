package import FoundationEssentials

/// A condition on a workout. False for all other samples.
package enum WorkoutTest: Hashable, Sendable {
  /// The raw value of its activity type; one that is not in the catalog counts as `other`.
  case activityType(Int)
  /// Compares the duration without pauses, in seconds.
  case duration(Comparison, Double)
  /// Compares a total, in the total's unit; false for a workout without it. Numbers of hidden types do not count.
  case total(WorkoutTotal, hiding: Set<String> = [], Comparison, Double)
  /// Compares a statistic of one type over the workout, in the type's canonical unit; false for a workout without it.
  case statistic(type: String, WorkoutStatistic, Comparison, Double)
  /// At least one of its activities matches.
  case hasActivity(ActivityFilter)
}

/// A statistic of a type over a workout or one of its activities.
package enum WorkoutStatistic: Hashable, Sendable, CaseIterable {
  case sum
  case average
  case minimum
  case maximum

  /// The number in the record's own unit, nil if the record does not have it.
  package func value(of record: WorkoutStatisticsRecord) -> Double? {
    switch self {
    case .sum: record.sum
    case .average: record.average
    case .minimum: record.minimum
    case .maximum: record.maximum
    }
  }
}

/// Selects activities of a workout: a tree of conditions like `SampleFilter`, with the same rules.
package indirect enum ActivityFilter: Hashable, Sendable {
  case always
  case never
  case and([ActivityFilter])
  case or([ActivityFilter])
  case not(ActivityFilter)

  /// The raw value of the activity type; one that is missing or not in the catalog counts as `other`.
  case activityType(Int)
  case start(Comparison, Date)
  /// Compares the end; an activity in progress ends in the distant future.
  case end(Comparison, Date)
  /// Compares the duration without pauses, in seconds.
  case duration(Comparison, Double)
  /// Compares a statistic of one type over the activity, in the type's canonical unit; false for an activity without
  /// it.
  case statistic(type: String, WorkoutStatistic, Comparison, Double)

  /// Activities by their dates, with the rules of `SampleFilter.dates(from:to:strictStart:strictEnd:)`.
  package static func dates(
    from start: Date?, to end: Date?, strictStart: Bool = false, strictEnd: Bool = false
  ) -> ActivityFilter {
    var conditions: [ActivityFilter] = []
    if let start {
      conditions.append(strictStart ? .start(.greaterThanOrEqual, start) : .end(.greaterThanOrEqual, start))
    }
    if let end { conditions.append(strictEnd ? .end(.lessThan, end) : .start(.lessThan, end)) }
    return conditions.isEmpty ? .always : .and(conditions)
  }
}
