import FoundationEssentials

extension SampleFilter {
  /// Whether the filter matches a sample. Defines the meaning of filters.
  package func matches(_ sample: SampleSubject) -> Bool {
    switch self {
    case .always: true
    case .never: false
    case .and(let filters): filters.allSatisfy { $0.matches(sample) }
    case .or(let filters): filters.contains { $0.matches(sample) }
    case .not(let filter): !filter.matches(sample)
    case .start(let comparison, let date): comparison(sample.start, date)
    case .end(let comparison, let date): comparison(sample.end, date)
    case .within(let spans):
      spans.contains(
        start: sample.start.timeIntervalSinceReferenceDate, end: sample.end.timeIntervalSinceReferenceDate)
    case .uuid(let uuids): uuids.contains(sample.uuid)
    case .quantity(let comparison, let value, let unit):
      Self.quantity(sample.content, comparison, value, unit)
    case .category(let comparison, let value):
      if case .category(let mine) = sample.content { comparison(mine, value) } else { false }
    case .categoryIn(let values):
      if case .category(let mine) = sample.content { values.contains(mine) } else { false }
    case .provenance(let test): test.matches(sample.provenance)
    case .metadata(let test): test.matches(sample.metadata)
    case .noCorrelation: !sample.isCorrelated
    case .ofWorkout(let uuid, let client):
      sample.workouts[uuid].map { client == nil || $0 == client } ?? false
    case .hasMember(let types, let filter):
      sample.members.contains { types?.contains($0.type) != false && filter.matches($0.subject) }
    case .workout(let test):
      if case .workout(let workout) = sample.content { test.matches(workout) } else { false }
    }
  }

  private static func quantity(
    _ content: SampleSubject.Content, _ comparison: Comparison, _ value: Double, _ unit: HealthUnit
  ) -> Bool {
    guard case .quantity(let mine, let myUnit) = content, !mine.isNaN, let theirs = unit.convert(value, to: myUnit)
    else { return false }
    return comparison(mine, theirs)
  }
}

extension WorkoutTest {
  package func matches(_ workout: WorkoutSubject) -> Bool {
    switch self {
    case .activityType(let rawValue):
      return WorkoutActivityCatalog.known(workout.activityType) == WorkoutActivityCatalog.known(rawValue)
    case .duration(let comparison, let seconds): return comparison(workout.duration, seconds)
    case .total(let total, let hidden, let comparison, let value):
      guard let mine = total.value(in: workout.statistics, hiding: hidden) else { return false }
      return comparison(mine, value)
    case .statistic(let type, let statistic, let comparison, let value):
      guard let mine = statistic.value(of: type, in: workout.statistics) else { return false }
      return comparison(mine, value)
    case .hasActivity(let filter):
      return workout.activities.contains { filter.matches($0) }
    }
  }
}

extension ActivityFilter {
  package func matches(_ activity: ActivitySubject) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .and(let filters): return filters.allSatisfy { $0.matches(activity) }
    case .or(let filters): return filters.contains { $0.matches(activity) }
    case .not(let filter): return !filter.matches(activity)
    case .activityType(let rawValue):
      return WorkoutActivityCatalog.known(activity.activityType) == WorkoutActivityCatalog.known(rawValue)
    case .start(let comparison, let date): return comparison(activity.start, date)
    case .end(let comparison, let date): return comparison(activity.end ?? .distantFuture, date)
    case .duration(let comparison, let seconds): return comparison(activity.duration, seconds)
    case .statistic(let type, let statistic, let comparison, let value):
      guard let mine = statistic.value(of: type, in: activity.statistics) else { return false }
      return comparison(mine, value)
    }
  }
}

extension WorkoutTotal {
  /// The sum over the total's types that the workout has, in the total's unit; nil if it has none of them.
  package func value(in statistics: [WorkoutStatisticsRecord], hiding hidden: Set<String> = []) -> Double? {
    let sums = statistics.compactMap { record -> Double? in
      guard types.contains(record.type), !hidden.contains(record.type), let sum = record.sum,
        let unit = try? HealthUnit(parsing: record.unit)
      else {
        return nil
      }
      return unit.convert(sum, to: self.unit)
    }
    return sums.isEmpty ? nil : sums.reduce(0, +)
  }
}

extension WorkoutStatistic {
  /// The number for a type in the type's canonical unit, nil if there is none.
  package func value(of type: String, in statistics: [WorkoutStatisticsRecord]) -> Double? {
    guard let record = statistics.first(where: { $0.type == type }), let value = value(of: record),
      let unit = try? HealthUnit(parsing: record.unit)
    else { return nil }
    return unit.convert(value, to: QuantityTypeCatalog.readable(type)?.unit ?? unit)
  }
}
