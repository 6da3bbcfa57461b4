import Foundation
import HealthModel

extension SampleSubject {
  /// The properties of a sample for evaluating filters.
  ///
  /// - Parameter memberships: the associations of the sample and its members, by identity, which samples themselves
  ///   do not contain.
  init(_ sample: HKSample, _ memberships: [UUID: SampleMembership] = [:]) {
    let content: Content
    switch sample {
    case let sample as HKQuantitySample:
      let unit = sample.quantityType.entry.unit
      content = .quantity(sample.unit.convert(sample.value, to: unit) ?? .nan, unit)
    case let sample as HKCategorySample: content = sample.knownValue.map { .category($0) } ?? .other
    case let sample as HKWorkout: content = .workout(WorkoutSubject(sample))
    default: content = .other
    }
    let membership = memberships[sample.uuid] ?? SampleMembership()
    let members = (sample as? HKCorrelation)?.objects.map { member in
      Member(type: member.sampleType.identifier, subject: SampleSubject(member, memberships))
    }
    self.init(
      uuid: sample.uuid, start: sample.startDate, end: sample.endDate, content: content,
      provenance: sample.sourceRevision.provenance(device: sample.device), metadata: sample.header.metadata,
      isCorrelated: membership.isCorrelated, workouts: membership.workouts, members: members ?? [])
  }
}

extension WorkoutSubject {
  init(_ workout: HKWorkout) {
    self.init(
      activityType: workout.content.activityType, duration: workout.duration,
      statistics: workout.allStatistics.values.map { WorkoutStatisticsRecord($0) },
      activities: workout.workoutActivities.map { ActivitySubject($0) })
  }
}

extension ActivitySubject {
  init(_ activity: HKWorkoutActivity) {
    self.init(
      activityType: Int(activity.workoutConfiguration.activityType.rawValue), start: activity.startDate,
      end: activity.endDate, duration: activity.duration,
      statistics: activity.allStatistics.values.map { WorkoutStatisticsRecord($0) })
  }
}

extension WorkoutStatisticsRecord {
  /// The statistics in the canonical unit of their type.
  init(_ statistics: HKStatistics) {
    let unit = statistics.quantityType.entry.unit
    func value(_ quantity: HKQuantity?) -> Double? {
      quantity.flatMap { $0.unit.convert($0.value, to: unit) }
    }
    self.init(
      type: statistics.quantityType.identifier, unit: unit.unitString, start: statistics.startDate,
      end: statistics.endDate, sum: value(statistics.sumQuantity()), average: value(statistics.averageQuantity()),
      minimum: value(statistics.minimumQuantity()), maximum: value(statistics.maximumQuantity()))
  }
}
