import Foundation
package import HealthModel

/// Collects a client's objects into a batch that a store can save.
struct ObjectBatch {
  private(set) var batch = SampleBatch()
  /// The identifiers of the types in it; for correlations, those of the members.
  private(set) var types: Set<String> = []
  private let client: HKHealthStore.Client
  private let now: Date
  private var typeIndex: [SampleTypeUse: Int32] = [:]
  private var provenanceIndex: [Provenance: Int32] = [:]
  private var metadataIndex: [Metadata: Int32] = [:]

  /// - Parameter now: when the objects are saved.
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for an object that is not a sample, and for implausible dates,
  ///   durations and numbers.
  init(_ objects: [HKObject], client: HKHealthStore.Client, now: Date) throws {
    self.client = client
    self.now = now
    for object in objects { try add(object) }
  }

  private mutating func add(_ object: HKObject) throws {
    switch object {
    case let correlation as HKCorrelation:
      let members = try correlation.objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }.map { try record($0) }
      batch.correlations.append(
        CorrelationRecord(
          sample: try record(correlation, kind: .correlation, unit: nil, value: .nan), members: members))
    case let workout as HKWorkout:
      types.insert(workout.sampleType.identifier)
      batch.workouts.append(try self.workout(workout))
    case let route as HKWorkoutRoute:
      // A route that was read from a store does not contain its points, and has been saved before.
      guard let points = route.points else { throw HKError.invalid("Only a route's builder can save it.") }
      types.insert(route.sampleType.identifier)
      batch.routes.append(
        RouteRecord(sample: try record(route, kind: .other, unit: nil, value: .nan), points: points))
    case let sample as any ContentSample:
      let content = try sample.contentToSave()
      types.insert(sample.sampleType.identifier)
      let record = try record(sample, kind: .other, unit: nil, value: content.value)
      if let data = content.data {
        batch.withData.append(DataRecord(sample: record, data: data))
      } else {
        batch.samples.append(record)
      }
    case let sample as HKSample:
      batch.samples.append(try record(sample))
    default:
      throw HKError.invalid("Objects of class \(type(of: object)) cannot be saved.")
    }
  }

  private mutating func record(_ sample: HKSample) throws -> SampleRecord {
    types.insert(sample.sampleType.identifier)
    switch sample {
    case let sample as HKQuantitySample:
      // A value that is not finite would make every sum that includes it not finite.
      guard let value = sample.unit.convert(sample.value, to: sample.quantityType.entry.unit),
        SampleBounds.allows(value)
      else { throw HKError.invalid("\(sample.quantity) is not a quantity that can be saved.") }
      return try record(sample, kind: .quantity, unit: sample.unit.unitString, value: sample.value)
    case let sample as HKCategorySample:
      guard sample.sampleType.identifier != TypeIdentifier.menopausalState || sample.startDate == sample.endDate else {
        throw HKError.invalid("A sample of type \(sample.sampleType) must end when it starts.")
      }
      return try record(sample, kind: .category, unit: nil, value: Double(sample.value))
    default:
      throw HKError.invalid("Samples of type \(sample.sampleType) cannot be saved.")
    }
  }

  private static func check(_ sample: HKSample, _ kind: SampleKind) throws {
    let type = sample.sampleType.identifier
    switch SampleBounds.violation(start: sample.startDate, end: sample.endDate, kind: kind, type: type) {
    case .dateOutOfRange: throw HKError.invalid("A sample of type \(type) has a date that cannot be saved.")
    case .tooLong: throw HKError.invalid("A sample of type \(type) lasts too long.")
    case nil: return
    }
  }

  private mutating func record(
    _ sample: HKSample, kind: SampleKind, unit: String?, value: Double
  ) throws -> SampleRecord {
    try Self.check(sample, kind)
    // Whether what another client has saved is still there is not told to those who may not read it.
    guard [client.source, .default()].contains(sample.sourceRevision.source) else {
      throw HKError.invalid("A sample of type \(sample.sampleType) was saved by another client.")
    }
    let metadata = sample.header.metadata
    var record = SampleRecord(
      type: Self.index(
        SampleTypeUse(identifier: sample.sampleType.identifier, kind: kind, unit: unit), &typeIndex, &batch.tables.types
      ),
      provenance: Self.index(client.provenance(device: sample.device), &provenanceIndex, &batch.tables.provenances),
      metadata: metadata.isEmpty ? -1 : Self.index(metadata, &metadataIndex, &batch.tables.metadata),
      start: sample.startDate, end: sample.endDate, value: value, uuid: sample.uuid)
    record.setCreationDate(now)
    return record
  }

  private static func index<Value: Hashable>(
    _ value: Value, _ known: inout [Value: Int32], _ list: inout ChunkedArray<Value>
  ) -> Int32 {
    if let index = known[value] { return index }
    let index = Int32(list.count)
    list.append(value)
    known[value] = index
    return index
  }

  private mutating func workout(_ workout: HKWorkout) throws -> WorkoutRecord {
    try Self.check(workout)
    var record = WorkoutRecord(
      sample: try self.record(workout, kind: .workout, unit: nil, value: Double(workout.content.activityType)),
      duration: workout.duration)
    record.events = workout.content.events.map(WorkoutEventRecord.init)
    record.statistics = Self.records(workout.allStatistics)
    record.activities = workout.content.activities.map { activity in
      var record = WorkoutActivityRecord(
        uuid: activity.uuid, activityType: Int(activity.workoutConfiguration.activityType.rawValue),
        start: activity.startDate, end: activity.endDate, duration: activity.duration, metadata: activity.record)
      record.events = activity.workoutEvents.map(WorkoutEventRecord.init)
      record.statistics = Self.records(activity.allStatistics)
      return record
    }
    return record
  }

  /// Whether all parts of a workout can be saved.
  private static func check(_ workout: HKWorkout) throws {
    let activities = workout.content.activities
    let events = workout.content.events + activities.flatMap(\.workoutEvents)
    let dates =
      events.flatMap { [$0.dateInterval.start, $0.dateInterval.end] }
      + activities.flatMap { [$0.startDate, $0.endDate ?? $0.startDate] }
    let statistics = ([workout.allStatistics] + activities.map(\.allStatistics)).flatMap(\.values)
    let numbers =
      [workout.duration] + activities.map(\.duration)
      + statistics.map { WorkoutStatisticsRecord($0) }.flatMap { [$0.sum, $0.average, $0.minimum, $0.maximum] }
      .compactMap(\.self)
    guard (dates + statistics.flatMap { [$0.startDate, $0.endDate] }).allSatisfy({ SampleBounds.allows($0) }),
      numbers.allSatisfy({ SampleBounds.allows($0) })
    else { throw HKError.invalid("A workout has a date or a number that cannot be saved.") }
  }

  private static func records(_ statistics: [HKQuantityType: HKStatistics]) -> [WorkoutStatisticsRecord] {
    statistics.values.map { WorkoutStatisticsRecord($0) }.sorted { $0.type < $1.type }
  }
}

extension WorkoutEventRecord {
  package init(_ event: HKWorkoutEvent) {
    self.init(
      type: event.type.rawValue, start: event.dateInterval.start, end: event.dateInterval.end, metadata: event.record)
  }
}
