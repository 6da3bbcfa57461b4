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
  /// The types that there are.
  case types
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
  case types([TypeOverview])
  /// The reason is a sentence. The query is not asked again until the store changes.
  case failed(StatusProblem, reason: String)
}

/// What a transaction of the store changed.
package struct StoreChange: Hashable, Sendable {
  /// Days whose data may be others now; nil where any may.
  package var days: ClosedRange<Day>?

  package init(days: ClosedRange<Day>? = nil) {
    self.days = days
  }

  package static let anything = StoreChange()

  /// Whether the answer to a query may be another one now.
  func touches(_ query: Query) -> Bool {
    switch query {
    case .summaries(let range): days?.overlaps(range) ?? true
    case .activity(let day), .details(let day): days?.contains(day) ?? true
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
