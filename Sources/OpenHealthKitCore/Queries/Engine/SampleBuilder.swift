import Foundation
import HealthModel

/// Creates objects for stored samples. What many samples share is created once.
struct SampleBuilder {
  private var stored: StoredSamples
  private let withDocuments: Bool
  private let scope: ReadScope
  private var kinds: [Int64: Kind] = [:]
  private var origins: [Int64: ObjectOrigin] = [:]
  // Consecutive samples mostly share these, and comparing a number is faster than a lookup.
  private var lastKind: (id: Int64, kind: Kind)?
  private var lastOrigin: (id: Int64, origin: ObjectOrigin)?

  private enum Kind {
    case quantity(HKQuantityType, HealthUnit)
    case category(HKCategoryType)
    case correlation(HKCorrelationType)
    case workout
    case route
    case ownContent(any ContentSample.Type)
    case other(HKSampleType)
    /// A type without values that this package can represent.
    case unknown
  }

  /// - Parameter scope: what the client may read.
  init(_ stored: StoredSamples = StoredSamples(), withDocuments: Bool = false, scope: ReadScope) {
    self.stored = stored
    self.scope = scope
    self.withDocuments = withDocuments
  }

  /// Creates an object for each sample of a chunk.
  mutating func add(_ piece: StoredSamples, to samples: inout [HKSample]) {
    stored = piece
    for record in piece.samples {
      if let sample = sample(record) { samples.append(sample) }
    }
    // The memory of the chunk is returned to its owner.
    stored = StoredSamples()
  }

  /// nil for a sample whose type has no class.
  mutating func sample(_ record: StoredSample) -> HKSample? {
    switch kind(record.type) {
    case .quantity(let type, let unit):
      return .some(
        HKQuantitySample.stored(
          type: type, unit: unit, value: record.value, start: record.start, end: record.end, header: header(record)))
    case .category(let type):
      return HKCategorySample(
        type: type, value: Int(exactly: record.value), start: record.start, end: record.end, header: header(record))
    case .correlation(let type):
      let members = (stored.members[record.row] ?? []).compactMap { sample($0) }
      return HKCorrelation(
        type: type, objects: Set(members), start: record.start, end: record.end, header: header(record))
    case .workout:
      var header = header(record)
      let isOwn = scope.owns(header.origin.revision.source.model)
      if !isOwn { header.metadata = scope.showing(header.metadata) }
      return HKWorkout(
        content: workout(record, isOwn: isOwn), start: record.start, end: record.end, header: header)
    case .route:
      return HKWorkoutRoute(
        count: stored.routePoints[record.row] ?? 0, start: record.start, end: record.end, header: header(record))
    case .ownContent(let type):
      return type.stored(
        StoredContent(
          type: stored.types[record.type]?.identifier ?? "", value: record.value, start: record.start, end: record.end,
          header: header(record), data: stored.data[record.row], isWithDocument: withDocuments))
    case .other(let type):
      return HKSample(type: type, start: record.start, end: record.end, header: header(record))
    case .unknown:
      return nil
    }
  }

  // MARK: - Shared parts

  private mutating func kind(_ id: Int64) -> Kind {
    if let lastKind, lastKind.id == id { return lastKind.kind }
    let kind = kinds[id] ?? stored.types[id].map(Self.kind) ?? .unknown
    kinds[id] = kind
    lastKind = (id, kind)
    return kind
  }

  private static func kind(_ info: StoredSamples.TypeInfo) -> Kind {
    switch info.kind {
    case .quantity: return quantityKind(info) ?? .unknown
    case .category: return HKCategoryType(known: info.identifier).map { .category($0) } ?? .unknown
    case .correlation: return HKCorrelationType(known: info.identifier).map { .correlation($0) } ?? .unknown
    case .workout: return .workout
    case .other:
      if info.identifier == TypeIdentifier.workoutRoute { return .route }
      if info.identifier == TypeIdentifier.medication { return .other(HKSampleType(named: info.identifier)) }
      if let type = ContentTypes.type(info.identifier) {
        return ContentTypes.sampleClass(of: info.identifier).map { .ownContent($0) } ?? .other(type)
      }
      if let kind = quantityKind(info) { return kind }
      guard CategoryTypeCatalog.readable(info.identifier) != nil else { return .unknown }
      return HKCategoryType(known: info.identifier).map { .category($0) } ?? .other(.unlisted(info.identifier))
    }
  }

  /// nil for a type without measurements. One that is in no catalog may have come in several units.
  private static func quantityKind(_ info: StoredSamples.TypeInfo) -> Kind? {
    guard let unit = info.quantityUnit else { return nil }
    guard let entry = QuantityTypeCatalog.entry(for: info.identifier) else {
      return .quantity(HKQuantityType(unlisted: info.identifier, unit: unit, unitText: info.unit), unit)
    }
    guard unit.isCompatible(with: entry.unit) else { return nil }
    return HKQuantityType(known: info.identifier).map { .quantity($0, unit) }
  }

  private mutating func header(_ record: StoredSample) -> ObjectHeader {
    let metadata = record.metadata == 0 ? nil : stored.metadata[record.metadata]
    return ObjectHeader(uuid: record.uuid, origin: origin(record.provenance), metadata: metadata ?? Metadata())
  }

  private mutating func origin(_ id: Int64) -> ObjectOrigin {
    if let lastOrigin, lastOrigin.id == id { return lastOrigin.origin }
    let origin = origins[id] ?? ObjectOrigin(stored.provenances[id] ?? Provenance(source: Source(name: "")))
    origins[id] = origin
    lastOrigin = (id, origin)
    return origin
  }

  // MARK: - Workouts

  private func workout(_ record: StoredSample, isOwn: Bool) -> HKWorkout.Content {
    let workout = stored.workouts[record.row]
    return HKWorkout.Content(
      activityType: Int(exactly: record.value) ?? WorkoutActivityCatalog.other,
      duration: workout?.duration ?? record.end.timeIntervalSince(record.start),
      events: (workout?.events ?? []).compactMap(Self.event),
      activities: (workout?.activities ?? []).map {
        Self.activity($0, metadata: isOwn ? $0.metadata : scope.showing($0.metadata))
      },
      statistics: Self.statistics(workout?.statistics ?? []))
  }

  private static func event(_ record: WorkoutEventRecord) -> HKWorkoutEvent? {
    guard let type = HKWorkoutEventType(rawValue: record.type), record.start <= record.end else { return nil }
    return HKWorkoutEvent(
      type: type, dateInterval: DateInterval(start: record.start, end: record.end), record: record.metadata)
  }

  private static func activity(_ record: WorkoutActivityRecord, metadata: Metadata) -> HKWorkoutActivity {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType =
      record.activityType.flatMap { UInt(exactly: $0) }.flatMap { HKWorkoutActivityType(rawValue: $0) } ?? .other
    return HKWorkoutActivity(
      // Apple's exports identify every activity; an activity without an identity gets one for this object only.
      uuid: record.uuid ?? UUID(), configuration: configuration, start: record.start, end: record.end,
      duration: record.duration ?? record.end?.timeIntervalSince(record.start) ?? 0,
      events: record.events.compactMap(event), statistics: statistics(record.statistics), record: metadata)
  }

  private static func statistics(_ records: [WorkoutStatisticsRecord]) -> [HKQuantityType: HKStatistics] {
    HKStatistics.byType(
      records.compactMap { record in
        guard let type = HKQuantityType(known: record.type), let unit = try? HealthUnit(parsing: record.unit) else {
          return nil
        }
        func value(_ number: Double?) -> Double? { number.flatMap { unit.convert($0, to: type.entry.unit) } }
        return HKStatistics(
          type: type, start: record.start, end: record.end,
          values: HKStatistics.Values(
            sum: value(record.sum), average: value(record.average), minimum: value(record.minimum),
            maximum: value(record.maximum)))
      })
  }
}
