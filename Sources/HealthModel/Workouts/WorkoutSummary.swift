package import FoundationEssentials

/// A position in a list that is read in pages: the value of the sort key, and the row.
package struct ListCursor: Hashable, Sendable {
  package var key: Double
  package var row: Int64

  package init(key: Double, row: Int64) {
    self.key = key
    self.row = row
  }
}

/// The sort key of a list of workouts.
package enum WorkoutOrder: String, Hashable, Sendable, CaseIterable {
  case date, duration, energy, distance, heartRate
}

/// A request for one page of workouts.
package struct WorkoutRequest: Hashable, Sendable {
  /// The raw numbers of the activities; nil for all.
  package var activities: Set<Int>?
  package var order: WorkoutOrder
  package var isDescending: Bool
  /// The last workout of the previous page; nil for the first page.
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
  /// Kilocalories; nil if unknown, as are the others.
  package var energy: Double?
  /// Metres.
  package var distance: Double?
  /// The mean, in beats per minute.
  package var heartRate: Double?
  /// The local day on which it began, and the minute of that day.
  package var day = Day(number: 0)
  package var minuteOfDay = 0
  /// The position after it, for the next page.
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

  /// `running`; `workout` for an activity that is not in the catalog.
  package var name: String { WorkoutActivityCatalog.entry(for: activity)?.name ?? "workout" }
}

/// The totals of workouts of one kind, or of one span of time.
package struct WorkoutTotals: Hashable, Sendable {
  package var count = 0
  /// Seconds without pauses.
  package var duration = 0.0
  /// Kilocalories.
  package var energy = 0.0
  /// Metres.
  package var distance = 0.0
  package var load = 0.0
  /// Workouts without a heart rate, whose load is unknown.
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

/// The totals of all workouts: by kind, by week and by month.
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
  /// By the first day of the week or month.
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
    months[workout.day.month.lowerBound, default: WorkoutTotals()].add(workout, zones: zones)
  }

  /// Sorts the kinds, after all workouts have been added.
  package mutating func finish() {
    kinds = byKind.map { Kind(activity: $0.key, totals: $0.value) }
      .sorted { ($1.totals.count, $0.activity) < ($0.totals.count, $1.activity) }
  }
}

/// A workout with everything that its screen shows.
package struct WorkoutDetail: Sendable, Hashable {
  package var summary: WorkoutSummary
  package var source: String
  package var device: String?
  package var metadata: Metadata
  /// Those of the workout itself, followed by those of its activities.
  package var events: [WorkoutEventRecord] = []
  package var activities: [Activity] = []
  package var statistics: [WorkoutStatisticsRecord] = []
  /// How many routes belong to it.
  package var routes = 0
  /// How many points they have in total.
  package var routePoints = 0
  /// The route; without points if there is none.
  package var track = WorkoutTrack(count: 0)
  package var time: WorkoutTime
  /// Sorted by time.
  package var rates: [HeartRatePoint] = []
  /// The distance by time, merged over its sources, in seconds since the reference date and metres.
  package var distances: [SourceMerger.Piece] = []
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
