package import FoundationEssentials

/// A workout with everything that belongs to it.
package struct WorkoutRecord: Sendable {
  /// Its dates, provenance and metadata; the value is the raw number of the activity type.
  package var sample: SampleRecord
  /// Seconds without pauses, nil if the file does not contain the duration.
  package var duration: Double?
  package var events: [WorkoutEventRecord] = []
  package var activities: [WorkoutActivityRecord] = []
  package var statistics: [WorkoutStatisticsRecord] = []
  /// Routes are samples of their own that belong to the workout.
  package var routes: [RouteRecord] = []
  /// Samples that belong to it, its effort among them. They are records of their own: here they are only named.
  package var samples: [SampleRecord] = []

  package init(sample: SampleRecord, duration: Double? = nil) {
    self.sample = sample
    self.duration = duration
  }
}

/// A pause, a lap, a segment.
package struct WorkoutEventRecord: Hashable, Sendable {
  /// 1 pause, 2 resume, 3 lap, 4 marker, 5 motion paused, 6 motion resumed, 7 segment, 8 pause or resume request.
  package var type: Int
  package var start: Date
  package var end: Date
  package var metadata: Metadata

  package init(type: Int, start: Date, end: Date, metadata: Metadata = Metadata()) {
    self.type = type
    self.start = start
    self.end = end
    self.metadata = metadata
  }
}

/// A part of a workout with its own activity type. Its numbers are part of the workout's and never added to them.
package struct WorkoutActivityRecord: Sendable {
  package var uuid: UUID?
  /// The raw number of the activity type, nil if the file does not contain it.
  package var activityType: Int?
  package var start: Date
  package var end: Date?
  package var duration: Double?
  package var metadata: Metadata
  package var events: [WorkoutEventRecord] = []
  package var statistics: [WorkoutStatisticsRecord] = []

  package init(
    uuid: UUID? = nil, activityType: Int? = nil, start: Date, end: Date?, duration: Double? = nil,
    metadata: Metadata = Metadata()
  ) {
    self.uuid = uuid
    self.activityType = activityType
    self.start = start
    self.end = end
    self.duration = duration
    self.metadata = metadata
  }
}

/// The statistics of one quantity type over a workout, in `unit`.
package struct WorkoutStatisticsRecord: Hashable, Sendable {
  package var type: String
  package var unit: String
  package var start: Date
  package var end: Date
  package var sum: Double?
  package var average: Double?
  package var minimum: Double?
  package var maximum: Double?

  package init(
    type: String, unit: String, start: Date, end: Date, sum: Double? = nil, average: Double? = nil,
    minimum: Double? = nil, maximum: Double? = nil
  ) {
    self.type = type
    self.unit = unit
    self.start = start
    self.end = end
    self.sum = sum
    self.average = average
    self.minimum = minimum
    self.maximum = maximum
  }
}
