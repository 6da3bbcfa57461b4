package import FoundationEssentials

/// A heart rate at an instant.
package struct HeartRatePoint: Hashable, Sendable {
  package var time: Date
  /// Beats per minute.
  package var rate: Double

  package init(time: Date, rate: Double) {
    self.time = time
    self.rate = rate
  }
}

/// What was measured over the time of a workout.
package struct WorkoutCourse: Sendable, Hashable {
  package var time: WorkoutTime
  /// Sorted by time.
  package var rates: [HeartRatePoint]
  /// The distance by time, merged over its sources, in seconds since the reference date and metres.
  package var distances: [SourceMerger.Piece]

  package init(time: WorkoutTime, rates: [HeartRatePoint], distances: [SourceMerger.Piece]) {
    self.time = time
    self.rates = rates
    self.distances = distances
  }
}

/// A workout with everything that belongs to it.
package struct StoredWorkout: Sendable, Hashable {
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
}
