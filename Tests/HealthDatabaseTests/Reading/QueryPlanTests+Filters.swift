import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

extension QueryPlanTests {
  /// A store with workouts, correlations, metadata, deletions and samples of every length.
  private func fullStore() throws -> TestStore {
    let test = try filledStore()
    var batch = SampleBatch()
    batch.tables.types = [
      SampleTypeUse(identifier: RingType.stepCount, kind: .quantity, unit: "count"),
      SampleTypeUse(identifier: TypeIdentifier.workout, kind: .workout),
      SampleTypeUse(identifier: TypeIdentifier.food, kind: .correlation),
    ]
    batch.tables.provenances = [Provenance(source: Source(name: "Strides", bundleIdentifier: "org.example"))]
    batch.tables.metadata = [Metadata([Metadata.Entry(key: "colour", value: .text("red"))])]
    func record(_ type: Int32, _ value: Double, metadata: Int32 = -1) -> SampleRecord {
      let start = date("2026-03-03 10:00")
      return SampleRecord(
        type: type, provenance: 0, metadata: metadata, start: start, end: start + 60, value: value, uuid: UUID())
    }
    batch.samples = [record(0, 5, metadata: 0), record(0, 6)]
    batch.correlations = [CorrelationRecord(sample: record(2, .nan), members: [record(0, 7)])]
    batch.workouts = [WorkoutRecord(sample: record(1, 37), duration: 60)]
    try test.store.save(batch, toWorkout: batch.workouts[0].sample.uuid)
    _ = try test.store.view(Self.strides).delete([batch.samples[1].uuid].compactMap(\.self))
    return test
  }

  /// The scope of the client that wrote the objects.
  private static let strides = ReadScope(client: "org.example", readable: nil)

  private static let filters: [SampleFilter] = {
    let start = date("2026-03-03 00:00")
    let end = date("2026-03-04 00:00")
    let day = SampleFilter.dates(from: start, to: end)
    let red = SampleFilter.metadata(MetadataTest(key: "colour", condition: .isIn([.text("red")])))
    return [
      .always, day, .dates(from: start, to: nil, strictStart: true), .dates(from: nil, to: end, strictEnd: true),
      .or([day, .dates(from: end, to: nil)]), .not(day), .and([day, red]), red,
      .metadata(MetadataTest(key: "colour", condition: .exists)), .quantity(.greaterThan, 3, unit: .count),
      .provenance(.sources([Source(name: "Strides", bundleIdentifier: "org.example")])), .noCorrelation,
      .uuid(Set((0..<30).map { _ in UUID() })), .uuid([UUID()]), .ofWorkout(UUID()),
    ]
  }()

  @Test("every filter finds its samples by an index: sorted or not, in pages and for statistics")
  func filters() throws {
    let test = try fullStore()
    let types = [RingType.activeEnergy, RingType.stepCount]
    let statements = try statements(reading: test.store) { whole in
      let store = whole.view(.everything)
      for filter in Self.filters {
        let requests = types.map { SampleRequest(type: $0, filter: filter) }
        _ = try store.samples(requests)
        _ = try store.samples(requests, sort: [SampleSort(.end, isAscending: false)], limit: 3)
        _ = try store.changes(requests, after: StoreAnchor(), limit: 2)
        _ = try store.touched(requests, after: StoreAnchor(sample: 1))
        for request in requests {
          _ = try store.sources(request)
          _ = try store.extent(request)
          _ = try store.statistics(StatisticsRequest(samples: request, buckets: nil, separatesSources: true))
          let start = date("2026-03-03 00:07")
          _ = try store.statistics(
            StatisticsRequest(samples: request, buckets: [start..<start + 3_600, start + 3_600..<start + 7_200]))
        }
      }
      let rows = try store.samples([SampleRequest(type: RingType.stepCount)]).samples.map(\.row)
      _ = try store.memberships(of: rows)
      _ = try store.samples(
        [SampleRequest(type: TypeIdentifier.workout, filter: .workout(.duration(.greaterThan, 10)))],
        sort: [SampleSort(.workoutTotal(.distance), isAscending: true)])
      let few = SampleFilter.quantity(.lessThan, 9, unit: .count)
      _ = try store.samples(
        [SampleRequest(type: TypeIdentifier.food, filter: .hasMember(types: [RingType.stepCount], few))])
    }
    #expect(statements.contains { $0.contains("change_by_sample") })
    #expect(statements.contains { $0.contains("FROM workout_sample") })
    #expect(statements.contains { $0.contains("sample_longer_than_a_day") })
    try expectNoScan(statements, test.store)
  }

  @Test(
    "a predicate on workouts reads only each workout's own rows, and no reader reads workouts that it does not need"
  )
  func workouts() throws {
    let test = try fullStore()
    let distance = TypeIdentifier.distanceWalkingRunning
    let tests: [WorkoutTest] = [
      .activityType(37), .activityType(3_000), .duration(.lessThan, 100), .total(.distance, .greaterThan, 5),
      .total(.distance, hiding: [distance], .lessThan, 5), .statistic(type: distance, .sum, .greaterThan, 5),
      .hasActivity(.and([.activityType(37), .not(.statistic(type: distance, .average, .lessThan, 5))])),
      .hasActivity(.dates(from: date("2026-03-03 00:00"), to: date("2026-03-04 00:00"))),
    ]
    let scopes: [ReadScope] = [
      .everything, Self.strides, ReadScope(client: "org.other", readable: [TypeIdentifier.workout]),
      ReadScope(client: "org.example", readable: []),
    ]
    let statements = try statements(reading: test.store) { store in
      for scope in scopes {
        for workout in tests {
          for filter in [SampleFilter.workout(workout), .not(.workout(workout))] {
            _ = try store.view(scope).samples(
              [SampleRequest(type: TypeIdentifier.workout, filter: filter)],
              sort: [SampleSort(.workoutTotal(.energyBurned), isAscending: true)], limit: 2)
          }
        }
        _ = try store.view(scope).samples([SampleRequest(type: RingType.stepCount, filter: .ofWorkout(UUID()))])
        _ = try store.view(scope).samples([SampleRequest(type: TypeIdentifier.food)])
        _ = try store.view(scope).known([UUID()])
      }
    }
    #expect(statements.contains { $0.contains("FROM workout_statistics") })
    try expectNoScan(statements, test.store)
  }

  @Test("saving, replacing and deleting a client's objects find the rows that they affect by an index")
  func objects() throws {
    let test = try fullStore()
    let statements = try statements(writing: test.store) { store in
      for version in [1.0, 2.0] {
        var batch = SampleBatch()
        batch.tables.types = [SampleTypeUse(identifier: RingType.stepCount, kind: .quantity, unit: "count")]
        batch.tables.provenances = [Provenance(source: Source(name: "Strides", bundleIdentifier: "org.example"))]
        batch.tables.metadata = [
          Metadata([
            Metadata.Entry(key: MetadataKey.syncIdentifier, value: .text("one")),
            Metadata.Entry(key: MetadataKey.syncVersion, value: .number(version)),
          ])
        ]
        let start = date("2026-03-03 12:00")
        batch.samples = [
          SampleRecord(type: 0, provenance: 0, metadata: 0, start: start, end: start, value: 1, uuid: UUID())
        ]
        try store.save(batch)
      }
      let day = SampleFilter.dates(from: date("2026-03-03 00:00"), to: date("2026-03-04 00:00"))
      #expect(
        try store.view(Self.strides).delete(SampleRequest(type: RingType.stepCount, filter: day)) == 3)
    }
    #expect(statements.contains { $0.contains("FROM sync_object") })
    try expectNoScan(statements, test.store)
  }
}
