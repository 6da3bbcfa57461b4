package import FoundationEssentials

/// A place in a list that is read in pages: the value that the list is ordered by, and the row.
package struct ListCursor: Hashable, Sendable {
  package var key: Double
  package var row: Int64

  package init(key: Double, row: Int64) {
    self.key = key
    self.row = row
  }
}

/// What a list of workouts is ordered by.
package enum WorkoutOrder: String, Hashable, Sendable, CaseIterable {
  case date, duration, energy, distance, heartRate
}

/// Which page of which workouts.
package struct WorkoutRequest: Hashable, Sendable {
  /// The raw numbers of the activities; nil for all.
  package var activities: Set<Int>?
  package var order: WorkoutOrder
  package var isDescending: Bool
  /// The last workout of the page before; nil for the first page.
  package var after: ListCursor?
  package var limit: Int

  package init(
    activities: Set<Int>? = nil, order: WorkoutOrder = .date, isDescending: Bool = true, after: ListCursor? = nil,
    limit: Int = 200
  ) {
    self.activities = activities
    self.order = order
    self.isDescending = isDescending
    self.after = after
    self.limit = limit
  }
}

/// A workout in a list.
package struct WorkoutSummary: Hashable, Sendable {
  package var row: Int64
  /// The raw number of its activity.
  package var activity: Int
  package var start: Date
  package var end: Date
  /// Seconds without pauses.
  package var duration: Double
  /// Kilocalories; nil where it is not known, as the rest.
  package var energy: Double?
  /// Metres.
  package var distance: Double?
  /// The mean, in beats a minute.
  package var heartRate: Double?
  /// The day on which it began, by the user's clock, and the minute of it.
  package var day = Day(number: 0)
  package var minuteOfDay = 0
  /// Where the list goes on after it.
  package var cursor: ListCursor

  package init(
    row: Int64, activity: Int, start: Date, end: Date, duration: Double, energy: Double? = nil,
    distance: Double? = nil, heartRate: Double? = nil, cursor: ListCursor
  ) {
    self.row = row
    self.activity = activity
    self.start = start
    self.end = end
    self.duration = duration
    self.energy = energy
    self.distance = distance
    self.heartRate = heartRate
    self.cursor = cursor
  }

  /// `running`; `workout` for an activity that no catalog knows.
  package var name: String { WorkoutActivityCatalog.entry(for: activity)?.name ?? "workout" }
}

/// What workouts of one kind, or of one span of time, come to.
package struct WorkoutTotals: Hashable, Sendable {
  package var count = 0
  /// Seconds without pauses.
  package var duration = 0.0
  /// Kilocalories.
  package var energy = 0.0
  /// Metres.
  package var distance = 0.0
  package var load = 0.0
  /// Workouts without a heart rate, whose load is not known.
  package var withoutLoad = 0

  package init() {}

  package mutating func add(_ workout: WorkoutSummary, zones: HeartRateZones) {
    count += 1
    duration += workout.duration
    energy += workout.energy ?? 0
    distance += workout.distance ?? 0
    if let own = TrainingLoad.value(duration: workout.duration, averageRate: workout.heartRate, zones: zones) {
      load += own
    } else {
      withoutLoad += 1
    }
  }
}

/// What all workouts come to: by kind, by week and by month.
package struct WorkoutOverview: Hashable, Sendable {
  package struct Kind: Hashable, Sendable {
    /// The raw number of the activity.
    package var activity: Int
    package var totals: WorkoutTotals

    package init(activity: Int, totals: WorkoutTotals) {
      self.activity = activity
      self.totals = totals
    }

    package var name: String { WorkoutActivityCatalog.entry(for: activity)?.name ?? "workout" }
  }

  /// The most frequent first.
  package private(set) var kinds: [Kind] = []
  package private(set) var all = WorkoutTotals()
  /// By the first day of the week, of the month.
  package private(set) var weeks: [Day: WorkoutTotals] = [:]
  package private(set) var months: [Day: WorkoutTotals] = [:]
  package let zones: HeartRateZones
  private let weekStart: Int
  private var byKind: [Int: WorkoutTotals] = [:]

  /// - Parameter weekStart: the first weekday by ISO 8601.
  package init(zones: HeartRateZones, weekStart: Int) {
    self.zones = zones
    self.weekStart = (1...7).contains(weekStart) ? weekStart : 1
  }

  /// Workouts may come in any order.
  package mutating func add(_ workout: WorkoutSummary) {
    all.add(workout, zones: zones)
    byKind[workout.activity, default: WorkoutTotals()].add(workout, zones: zones)
    weeks[workout.day.week(startingOn: weekStart).lowerBound, default: WorkoutTotals()].add(workout, zones: zones)
    let (year, month, _) = workout.day.fields
    if let first = Day(year: year, month: month, day: 1) {
      months[first, default: WorkoutTotals()].add(workout, zones: zones)
    }
  }

  /// Puts the kinds in order, once all workouts are there.
  package mutating func finish() {
    kinds = byKind.map { Kind(activity: $0.key, totals: $0.value) }
      .sorted { ($1.totals.count, $0.activity) < ($0.totals.count, $1.activity) }
  }
}

/// A workout with all that its screen shows.
package struct WorkoutDetail: Sendable, Hashable {
  package var summary: WorkoutSummary
  package var source: String
  package var device: String?
  package var metadata: Metadata
  /// Those of the workout itself, then of its activities.
  package var events: [WorkoutEventRecord] = []
  package var activities: [Activity] = []
  package var statistics: [WorkoutStatisticsRecord] = []
  /// How many routes belong to it.
  package var routes = 0
  /// How many points they have together.
  package var routePoints = 0
  /// Where it went; without points where nobody knows.
  package var track = WorkoutTrack(count: 0)
  package var time: WorkoutTime
  /// By time.
  package var rates: [HeartRatePoint] = []
  /// The way by time, merged over its sources, in seconds since the reference date and metres.
  package var way: [SourceMerger.Piece] = []
  package var zones = HeartRateZones(age: nil, resting: nil)

  /// A part of the workout.
  package struct Activity: Sendable, Hashable {
    package var name: String
    package var start: Date
    package var duration: Double
    package var statistics: [WorkoutStatisticsRecord]

    package init(name: String, start: Date, duration: Double, statistics: [WorkoutStatisticsRecord]) {
      self.name = name
      self.start = start
      self.duration = duration
      self.statistics = statistics
    }
  }

  package init(summary: WorkoutSummary, source: String, device: String?, metadata: Metadata, time: WorkoutTime) {
    self.summary = summary
    self.source = source
    self.device = device
    self.metadata = metadata
    self.time = time
  }

  package var load: Double? {
    TrainingLoad.value(duration: summary.duration, averageRate: summary.heartRate, zones: zones)
  }
}
