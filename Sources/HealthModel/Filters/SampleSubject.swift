package import FoundationEssentials

/// All that a filter may ask of a sample, gathered from wherever it is.
package struct SampleSubject: Sendable {
  package enum Content: Sendable {
    /// A value in a unit; the unit should be the canonical one of the type, as in the store.
    case quantity(Double, HealthUnit)
    case category(Int)
    case workout(WorkoutSubject)
    case other
  }

  package var uuid: UUID
  package var start: Date
  package var end: Date
  package var content: Content
  package var provenance: Provenance
  package var metadata: Metadata
  /// Whether a correlation has it as a member.
  package var isCorrelated: Bool
  /// The workouts that it belongs to, each with the bundle identifier of who saved it.
  package var workouts: [UUID: String]
  /// The members of a correlation.
  package var members: [Member]

  package struct Member: Sendable {
    /// The identifier of the type.
    package var type: String
    package var subject: SampleSubject

    package init(type: String, subject: SampleSubject) {
      self.type = type
      self.subject = subject
    }
  }

  package init(
    uuid: UUID, start: Date, end: Date, content: Content, provenance: Provenance, metadata: Metadata = Metadata(),
    isCorrelated: Bool = false, workouts: [UUID: String] = [:], members: [Member] = []
  ) {
    self.uuid = uuid
    self.start = start
    self.end = end
    self.content = content
    self.provenance = provenance
    self.metadata = metadata
    self.isCorrelated = isCorrelated
    self.workouts = workouts
    self.members = members
  }
}

/// What a filter may ask of a workout beside what it asks of every sample.
package struct WorkoutSubject: Sendable {
  /// The raw value, nil where the source does not say.
  package var activityType: Int?
  /// Seconds without pauses.
  package var duration: Double
  package var statistics: [WorkoutStatisticsRecord]
  package var activities: [ActivitySubject]

  package init(
    activityType: Int?, duration: Double, statistics: [WorkoutStatisticsRecord] = [], activities: [ActivitySubject] = []
  ) {
    self.activityType = activityType
    self.duration = duration
    self.statistics = statistics
    self.activities = activities
  }
}

/// What a filter may ask of an activity of a workout.
package struct ActivitySubject: Sendable {
  /// nil where the source does not say.
  package var activityType: Int?
  package var start: Date
  /// nil while it goes on.
  package var end: Date?
  package var duration: Double
  package var statistics: [WorkoutStatisticsRecord]

  package init(
    activityType: Int?, start: Date, end: Date?, duration: Double, statistics: [WorkoutStatisticsRecord] = []
  ) {
    self.activityType = activityType
    self.start = start
    self.end = end
    self.duration = duration
    self.statistics = statistics
  }
}
