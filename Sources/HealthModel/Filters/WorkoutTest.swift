package import FoundationEssentials

/// A condition on a workout. False of every other sample.
package enum WorkoutTest: Hashable, Sendable {
  /// The raw value of its activity type; one that the catalog does not know counts as any other activity.
  case activityType(Int)
  /// Compares its seconds without pauses.
  case duration(Comparison, Double)
  /// Compares a total, in the total's unit; false of a workout without it. What it has of hidden types does not count.
  case total(WorkoutTotal, hiding: Set<String> = [], Comparison, Double)
  /// Compares a number of one type over the workout, in the canonical unit of the type; false of a workout without it.
  case statistic(type: String, WorkoutStatistic, Comparison, Double)
  /// At least one of its activities matches.
  case hasActivity(ActivityFilter)
}

/// Which number of a type over a workout or one of its activities.
package enum WorkoutStatistic: Hashable, Sendable, CaseIterable {
  case sum
  case average
  case minimum
  case maximum

  /// The number in the record's own unit, nil where the record does not have it.
  package func value(of record: WorkoutStatisticsRecord) -> Double? {
    switch self {
    case .sum: record.sum
    case .average: record.average
    case .minimum: record.minimum
    case .maximum: record.maximum
    }
  }
}

/// Which activities of a workout: a tree of conditions like `SampleFilter`, with the same rules.
package indirect enum ActivityFilter: Hashable, Sendable {
  case always
  case never
  case and([ActivityFilter])
  case or([ActivityFilter])
  case not(ActivityFilter)

  /// The raw value of the activity type; one that is not said or not known counts as any other activity.
  case activityType(Int)
  case start(Comparison, Date)
  /// Compares the end; an activity that goes on ends in the distant future.
  case end(Comparison, Date)
  /// Compares the seconds without pauses.
  case duration(Comparison, Double)
  /// Compares a number of one type over the activity, in the canonical unit of the type; false where it is not there.
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
