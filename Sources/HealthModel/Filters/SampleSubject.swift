package import FoundationEssentials

/// All properties of a sample that a filter can refer to, independent of where they come from.
package struct SampleSubject: Sendable {
  package enum Content: Sendable {
    /// A value in a unit, which should be the type's canonical one, as in the store.
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
  /// Whether it is a member of a correlation.
  package var isCorrelated: Bool
  /// The workouts that it belongs to, each with the bundle identifier of the client that saved it.
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

/// The additional properties of a workout that a filter can refer to.
package struct WorkoutSubject: Sendable {
  /// The raw value, nil if the source does not provide it.
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

/// The properties of a workout activity that a filter can refer to.
package struct ActivitySubject: Sendable {
  /// nil if the source does not provide it.
  package var activityType: Int?
  package var start: Date
  /// nil while it is in progress.
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
