package import HealthAnalysis
package import HealthModel

/// Data that a screen needs from the store.
package enum Query: Hashable, Sendable {
  /// The summaries of these days.
  case summaries(ClosedRange<Day>)
  /// The hours, steps and distance of a day.
  case activity(Day)
  /// The workouts and the heart rate of a day.
  case details(Day)
  /// The best values of all days.
  case records
  /// A page of workouts.
  case workouts(WorkoutRequest)
  /// Statistics of all workouts by weeks, with the first weekday by ISO 8601.
  case workoutOverview(weekStart: Int)
  /// A workout by its row id.
  case workout(Int64)
  /// A quantity type over a range of days.
  case chart(ChartRequest)
  /// Heart data of a day and the weeks before it.
  case heart(Day)
  /// The night before a day and those of the weeks before.
  case sleep(Day)
  /// A page of the samples of a type.
  case samples(SampleListRequest)
  /// A sample by its row id.
  case sample(Int64)
  /// The sources of a type, by its raw identifier.
  case sources(String)
  /// What another order of a type's sources would change.
  case sourceOrder(String, names: [String])
  /// When each source wrote a type.
  case sourceTimes(String)
  /// All types in the store.
  case types
  /// Two quantity types plotted against each other.
  case scatter(ScatterRequest)
  /// Streaks, records, totals and awards of all days up to today, with the first weekday by ISO 8601.
  case streaks(Day, weekStart: Int)
  /// The trends as of today.
  case trends(Day)
  /// The usual values of similar days, hour by hour.
  case usualHours(Day)
  /// The exports of the Health app in the usual folders; needs no store.
  case exports
}

/// The result of a query.
package enum QueryResult: Hashable, Sendable {
  /// All days of the range are known now; days without a summary have no data.
  case summaries([DaySummary])
  case activity(DayActivity)
  case details(DayDetails)
  case records(Records)
  case workouts([WorkoutSummary])
  case workoutOverview(WorkoutOverview)
  /// Nil if it no longer exists.
  case workout(WorkoutDetail?)
  case chart(ChartSeries)
  case heart(HeartDay)
  case sleep(SleepDays)
  case samples([SampleListEntry])
  /// Nil if it no longer exists.
  case sample(SampleDetail?)
  case sources(SourceList)
  case sourceOrder(SourceOrderEffect)
  case sourceTimes(SourceTimes)
  case scatter(Scatter)
  case types([TypeOverview])
  case streaks(StreakReport)
  case trends(TrendReport)
  case usualHours(UsualHours)
  case exports([ExportFile])
  /// The reason is a sentence. The query is not repeated until the store changes.
  case failed(StatusProblem, reason: String)
}

extension Query {
  var needsStore: Bool { self != .exports }

  /// The types of samples on which the result depends; nil if it may be any.
  ///
  /// The workouts of a day also show their energy.
  var types: Set<String>? {
    if case .summaries = self { return RingType.all }
    if case .records = self { return RingType.all }
    // Awards also depend on workouts.
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

/// The effect of a transaction on the store.
package struct StoreChange: Hashable, Sendable {
  /// The days whose data may have changed; nil if it may be any.
  package var days: ClosedRange<Day>?
  /// The types of the samples that were added or deleted; nil if it may be any, empty if there were none, as after a
  /// change of goals.
  package var types: Set<String>?

  package init(days: ClosedRange<Day>? = nil, types: Set<String>? = nil) {
    self.days = days
    self.types = types
  }

  package static let anything = StoreChange()

  /// Whether the result of a query may have changed.
  func touches(_ query: Query) -> Bool {
    // Without types, the change is about goals, pauses or the order of sources.
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

/// The state of an item in the cache.
enum Reading: Hashable, Sendable {
  case asked
  /// Requested, but the store has changed since: the result may already be outdated.
  case askedAndOutdated
  case fresh
  /// Known, but the store has changed since: still shown, and read again when it is next needed.
  case outdated
  case failed

  var isUnderWay: Bool { self == .asked || self == .askedAndOutdated }

  /// The state after a change of the store.
  var changed: Reading { isUnderWay ? .askedAndOutdated : .outdated }

  /// The state after a result.
  var answered: Reading { self == .askedAndOutdated ? .outdated : .fresh }
}

/// A chart of a quantity type over a period.
package struct ChartRequest: Hashable, Sendable {
  /// The raw identifier.
  package var type: String
  package var period: ChartPeriod
  package var days: ClosedRange<Day>
  package var weekStart: Int

  package init(type: String, period: ChartPeriod, days: ClosedRange<Day>, weekStart: Int) {
    self.type = type
    self.period = period
    self.days = days
    self.weekStart = weekStart
  }
}

/// Two quantity types plotted against each other over a range of days.
package struct ScatterRequest: Hashable, Sendable {
  /// The raw identifiers.
  package var x: String
  package var y: String
  package var days: ClosedRange<Day>

  package init(x: String, y: String, days: ClosedRange<Day>) {
    self.x = x
    self.y = y
    self.days = days
  }
}
