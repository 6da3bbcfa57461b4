import HealthModel

/// What of an object made of several types a client sees, which may not read all of them.
extension HealthReader {
  /// The correlation with those members that the client may read; nil if there are none.
  func visible(_ correlation: HKCorrelation) throws -> HKCorrelation? {
    let members = correlation.objects
    let visible = try members.filter { member in
      try isOwn(member) || seesOthers(of: member.sampleType.identifier)
    }
    if visible.count == members.count { return correlation }
    guard !visible.isEmpty else { return nil }
    return HKCorrelation(
      type: correlation.correlationType, objects: visible, start: correlation.startDate, end: correlation.endDate,
      header: correlation.header)
  }

  /// The workout with the numbers of those types that the client may read.
  func visible(_ workout: HKWorkout) throws -> HKWorkout {
    if isOwn(workout) { return workout }
    let types = workout.content.activities.reduce(into: Set(workout.allStatistics.keys)) {
      $0.formUnion($1.allStatistics.keys)
    }
    let hidden = try types.filter { try !seesOthers(of: $0.identifier) }
    if hidden.isEmpty { return workout }
    var content = workout.content
    content.statistics = content.statistics.filter { !hidden.contains($0.key) }
    content.activities = content.activities.map { activity in
      HKWorkoutActivity(
        uuid: activity.uuid, configuration: activity.workoutConfiguration, start: activity.startDate,
        end: activity.endDate, duration: activity.duration, events: activity.workoutEvents,
        statistics: activity.allStatistics.filter { !hidden.contains($0.key) }, record: activity.record)
    }
    return HKWorkout(content: content, start: workout.startDate, end: workout.endDate, header: workout.header)
  }

  /// Whether the client sees what others wrote of a type. Of the types of one object only some need to have been asked
  /// for, so one that has not been is no error.
  func seesOthers(of type: String) throws -> Bool {
    do {
      return try access.reading(of: type) == .everything
    } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
      return false
    }
  }

  private func isOwn(_ object: HKObject) -> Bool {
    object.sourceRevision.source.model == client
  }
}
