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
  /// Whether the measured heart rates are needed.
  package var readsRates: Bool

  package init(
    activities: Set<Int>? = nil, order: WorkoutOrder = .date, isDescending: Bool = true, after: ListCursor? = nil,
    limit: Int = 200, readsRates: Bool = true
  ) {
    self.activities = activities
    self.order = order
    self.isDescending = isDescending
    self.after = after
    self.limit = limit
    self.readsRates = readsRates
  }
}

/// A workout in a list.
package struct WorkoutSummary: Hashable, Sendable {
  package var row: Int64
  /// The raw number of its activity.
  package var activity: Int
  /// The name of an activity that is in no catalog, as it came.
  package var unlisted: String?
  package var start: Date
  package var end: Date
  /// Seconds without pauses.
  package var duration: Double
  /// Kilocalories; nil if unknown, as are the others.
  package var energy: Double?
  /// Metres.
  package var distance: Double?
  /// The mean, in beats per minute: the stored one, else the mean over the time in which it was measured.
  package var heartRate: Double?
  /// The measured heart rates, without pauses.
  package var rates = HeartRateTimes()
  /// The local day on which it began, and the minute of that day.
  package var day = Day(number: 0)
  package var minuteOfDay = 0
  /// The rank of its source among those of workouts, 0 for the highest, where all workouts of a span are read.
  package var sourceRank = 0
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

  /// `running`; `workout` for a number that is not in the catalog.
  package var name: String { unlisted ?? WorkoutActivityCatalog.entry(for: activity)?.name ?? "workout" }
}

/// The properties of a workout that awards depend on.
package struct WorkoutMark: Hashable, Sendable {
  /// The day on which it began.
  package var day: Day
  /// The raw value of its activity.
  package var activity: Int
  /// Seconds.
  package var duration: Double
  /// Kilocalories of active energy; nil if unknown.
  package var energy: Double?

  package init(day: Day, activity: Int, duration: Double, energy: Double? = nil) {
    self.day = day
    self.activity = activity
    self.duration = duration
    self.energy = energy
  }

  package init(_ workout: WorkoutSummary) {
    self.init(
      day: workout.day, activity: WorkoutActivityCatalog.known(workout.activity), duration: workout.duration,
      energy: workout.energy)
  }
}
