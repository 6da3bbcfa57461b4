package import HealthModel

/// Something that a screen needs from the store.
package enum Query: Hashable, Sendable {
  /// The summaries of these days.
  case summaries(ClosedRange<Day>)
  /// The hours, steps and distance of a day.
  case activity(Day)
  /// The workouts and the heart rate of a day.
  case details(Day)
  /// The best of all days.
  case records
  /// A page of workouts.
  case workouts(WorkoutRequest)
  /// What all workouts come to, by weeks that begin on a weekday by ISO 8601.
  case workoutOverview(weekStart: Int)
  /// A workout by its row.
  case workout(Int64)
  /// A quantity type over some days.
  case chart(ChartRequest)
  /// The heart over a day and the weeks before it.
  case heart(Day)
  /// The night before a day and those of the weeks before.
  case sleep(Day)
  /// A page of the samples of a type.
  case samples(SampleListRequest)
  /// A sample by its row.
  case sample(Int64)
  /// Who wrote a type, by its raw identifier.
  case sources(String)
  /// What another order of a type's sources would change.
  case sourceOrder(String, names: [String])
  /// When each source wrote a type.
  case sourceTimes(String)
  /// The types that there are.
  case types
  /// Two quantity types against each other.
  case scatter(ScatterRequest)
  /// Streaks, bests, totals and awards of all days up to today, with the ISO weekday that begins a week.
  case streaks(Day, weekStart: Int)
  /// The trends of today.
  case trends(Day)
  /// What days like this one usually have come to hour by hour.
  case usualHours(Day)
}

/// The answer to a query.
package enum QueryResult: Hashable, Sendable {
  /// Every day of the range is known now; one without a summary has no data.
  case summaries([DaySummary])
  case activity(DayActivity)
  case details(DayDetails)
  case records(Records)
  case workouts([WorkoutSummary])
  case workoutOverview(WorkoutOverview)
  /// nil where it is not there any more.
  case workout(WorkoutDetail?)
  case chart(ChartSeries)
  case heart(HeartDay)
  case sleep(SleepDays)
  case samples([SampleListEntry])
  /// nil where it is not there any more.
  case sample(SampleDetail?)
  case sources(SourceList)
  case sourceOrder(SourceOrderEffect)
  case sourceTimes(SourceTimes)
  case scatter(Scatter)
  case types([TypeOverview])
  case streaks(StreakReport)
  case trends(TrendReport)
  case usualHours(UsualHours)
  /// The reason is a sentence. The query is not asked again until the store changes.
  case failed(StatusProblem, reason: String)
}

extension Query {
  /// The types of samples that the answer is made of; nil where it may be any.
  ///
  /// The workouts of a day show their energy too.
  var types: Set<String>? {
    if case .summaries = self { return RingType.all }
    if case .records = self { return RingType.all }
    // Awards are for workouts too.
    if case .streaks = self { return RingType.all.union([TypeIdentifier.workout]) }
    if case .activity = self { return RingType.ofActivity }
    if case .usualHours = self { return RingType.ofActivity }
    switch self {
    case .sources(let type), .sourceTimes(let type), .sourceOrder(let type, _): return [type]
    case .chart(let request): return [request.type]
    case .samples(let request): return [request.type]
    case .scatter(let request): return [request.x, request.y]
    default: break
    }
    if case .details = self { return [TypeIdentifier.workout, TypeIdentifier.heartRate, RingType.activeEnergy] }
    return nil
  }
}

/// What a transaction of the store changed.
package struct StoreChange: Hashable, Sendable {
  /// Days whose data may be others now; nil where any may.
  package var days: ClosedRange<Day>?
  /// The types of the samples that were added or deleted; nil where it may be any, empty where none was, as after a
  /// change of goals.
  package var types: Set<String>?

  package init(days: ClosedRange<Day>? = nil, types: Set<String>? = nil) {
    self.days = days
    self.types = types
  }

  package static let anything = StoreChange()

  /// Whether the answer to a query may be another one now.
  func touches(_ query: Query) -> Bool {
    // Without a type it is about goals, pauses or the order of sources.
    if let types, !types.isEmpty, let needed = query.types, needed.isDisjoint(with: types) { return false }
    return touchesDays(of: query)
  }

  private func touchesDays(of query: Query) -> Bool {
    switch query {
    case .summaries(let range): days?.overlaps(range) ?? true
    case .activity(let day), .details(let day): days?.contains(day) ?? true
    case .usualHours(let day):
      days.map { days in UsualHours.days(before: day).contains(where: days.contains) } ?? true
    case .trends(let today): days?.overlaps(TrendReport.days(before: today)) ?? true
    default: true
    }
  }
}

/// How far the reading of something has come.
enum Reading: Hashable, Sendable {
  case asked
  /// Asked, and the store has changed since: the answer may already be old.
  case askedAndOutdated
  case fresh
  /// Known, and the store has changed since: still shown, and read again when it is next needed.
  case outdated
  case failed

  var isUnderWay: Bool { self == .asked || self == .askedAndOutdated }

  /// After a change of the store.
  var changed: Reading { isUnderWay ? .askedAndOutdated : .outdated }

  /// After an answer.
  var answered: Reading { self == .askedAndOutdated ? .outdated : .fresh }
}
