import Foundation
import HealthModel

/// Gathers a client's objects into a batch that a store can save.
struct ObjectBatch {
  private(set) var batch = SampleBatch()
  /// The identifiers of the types in it; of correlations, those of the members.
  private(set) var types: Set<String> = []
  private let client: HKHealthStore.Client
  private var typeIndex: [SampleTypeUse: Int32] = [:]
  private var provenanceIndex: [Provenance: Int32] = [:]
  private var metadataIndex: [Metadata: Int32] = [:]

  /// - Throws: ``HKError/Code/errorInvalidArgument`` for an object that is no sample, and a quantity that is not finite.
  init(_ objects: [HKObject], client: HKHealthStore.Client) throws {
    self.client = client
    for object in objects { try add(object) }
  }

  private mutating func add(_ object: HKObject) throws {
    switch object {
    case let correlation as HKCorrelation:
      let members = try correlation.objects.sorted { $0.uuid.uuidString < $1.uuid.uuidString }.map { try record($0) }
      batch.correlations.append(
        CorrelationRecord(
          sample: record(correlation, kind: .correlation, unit: nil, value: .nan), members: members))
    case let workout as HKWorkout:
      types.insert(workout.sampleType.identifier)
      batch.workouts.append(self.workout(workout))
    case let sample as HKSample:
      batch.samples.append(try record(sample))
    default:
      throw HKError(.errorInvalidArgument, reason: "Objects of class \(type(of: object)) cannot be saved.")
    }
  }

  private mutating func record(_ sample: HKSample) throws -> SampleRecord {
    types.insert(sample.sampleType.identifier)
    switch sample {
    case let sample as HKQuantitySample:
      // One of them would make every sum over it one.
      guard sample.value.isFinite else {
        throw HKError(.errorInvalidArgument, reason: "\(sample.quantity) is not a finite quantity.")
      }
      return record(sample, kind: .quantity, unit: sample.unit.unitString, value: sample.value)
    case let sample as HKCategorySample:
      return record(sample, kind: .category, unit: nil, value: Double(sample.value))
    case let sample as HKCDADocumentSample:
      var entries = sample.header.metadata.entries
      if let data = sample.document?.documentData {
        entries.append(Metadata.Entry(key: MetadataKey.document, value: .text(data.base64EncodedString())))
      }
      return record(sample, kind: .other, unit: nil, value: .nan, metadata: Metadata(entries))
    default:
      throw HKError(.errorInvalidArgument, reason: "Samples of type \(sample.sampleType) cannot be saved here.")
    }
  }

  private mutating func record(
    _ sample: HKSample, kind: SampleKind, unit: String?, value: Double, metadata: Metadata? = nil
  ) -> SampleRecord {
    let metadata = metadata ?? sample.header.metadata
    return SampleRecord(
      type: Self.index(
        SampleTypeUse(identifier: sample.sampleType.identifier, kind: kind, unit: unit), &typeIndex, &batch.tables.types
      ),
      provenance: Self.index(client.provenance(device: sample.device), &provenanceIndex, &batch.tables.provenances),
      metadata: metadata.isEmpty ? -1 : Self.index(metadata, &metadataIndex, &batch.tables.metadata),
      start: sample.startDate, end: sample.endDate, value: value, uuid: sample.uuid)
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

  private mutating func workout(_ workout: HKWorkout) -> WorkoutRecord {
    var record = WorkoutRecord(
      sample: self.record(workout, kind: .workout, unit: nil, value: Double(workout.content.activityType)),
      duration: workout.duration)
    record.events = workout.content.events.map(WorkoutEventRecord.init)
    record.statistics = Self.records(workout.allStatistics)
    record.activities = workout.workoutActivities.map { activity in
      var record = WorkoutActivityRecord(
        uuid: activity.uuid, activityType: Int(activity.workoutConfiguration.activityType.rawValue),
        start: activity.startDate, end: activity.endDate, duration: activity.duration, metadata: activity.record)
      record.events = activity.workoutEvents.map(WorkoutEventRecord.init)
      record.statistics = Self.records(activity.allStatistics)
      return record
    }
    return record
  }

  private static func records(_ statistics: [HKQuantityType: HKStatistics]) -> [WorkoutStatisticsRecord] {
    statistics.values.map { WorkoutStatisticsRecord($0) }.sorted { $0.type < $1.type }
  }
}

extension WorkoutEventRecord {
  init(_ event: HKWorkoutEvent) {
    self.init(
      type: event.type.rawValue, start: event.dateInterval.start, end: event.dateInterval.end, metadata: event.record)
  }
}
