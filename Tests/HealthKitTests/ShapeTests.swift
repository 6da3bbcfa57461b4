import HealthKit
import Testing

// The shapes in which programs for iPhone and Watch use HealthKit. This file is compiled in Swift 5 mode and in Swift 6 mode,
// in both without a warning.

/// Steps by day, as a chart's model reads them.
@MainActor
private final class StepsModel {
  private(set) var days: [(date: Date, steps: Double)] = []
  private let store: HKHealthStore

  init(store: HKHealthStore) {
    self.store = store
  }

  func load(from start: Date, to end: Date) async throws {
    let steps = HKQuantityType(.stepCount)
    let samples = HKSamplePredicate.quantitySample(
      type: steps, predicate: HKQuery.predicateForSamples(withStart: start, end: end))
    let query = HKStatisticsCollectionQueryDescriptor(
      predicate: samples, options: .cumulativeSum, anchorDate: start, intervalComponents: DateComponents(day: 1))
    let collection = try await query.result(for: store)
    collection.enumerateStatistics(from: start, to: end) { statistics, _ in
      let sum = statistics.sumQuantity()?.doubleValue(for: .count()) ?? 0
      self.days.append((statistics.startDate, sum))
    }
  }
}

/// A manager on the main actor whose delegate's methods are called elsewhere.
@MainActor
private final class SessionModel: NSObject {
  private(set) var state = HKWorkoutSessionState.notStarted
  private(set) var zone: Int?
  private(set) var distance = 0.0
  private var session: HKWorkoutSession?
  private var builder: HKLiveWorkoutBuilder?

  func start(in store: HKHealthStore, at date: Date) async throws {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = .cycling
    configuration.locationType = .outdoor
    let session = try HKWorkoutSession(healthStore: store, configuration: configuration)
    let builder = session.associatedWorkoutBuilder()
    session.delegate = self
    builder.delegate = self
    builder.dataSource = HKLiveWorkoutDataSource(healthStore: store, workoutConfiguration: configuration)
    self.session = session
    self.builder = builder
    let power = HKQuantityType(.cyclingPower)
    let limits = [150.0, 200, 250].map { HKQuantity(unit: .watt(), doubleValue: $0) }
    let zones = try HKWorkoutZoneConfiguration(quantityType: power, zoneBoundaries: limits)
    try await builder.setCustomZoneConfiguration(zones, for: power)
    session.startActivity(with: date)
    try await builder.beginCollection(at: date)
  }

  func add(_ samples: [HKSample]) async throws { try await builder?.addSamples(samples) }

  func end(at date: Date) async throws -> HKWorkout? {
    session?.end()
    try await builder?.endCollection(at: date)
    return try await builder?.finishWorkout()
  }

  fileprivate func changed(to state: HKWorkoutSessionState) { self.state = state }
  fileprivate func entered(_ zone: Int?) { self.zone = zone }
  fileprivate func measured(_ distance: Double) { self.distance = distance }
}

extension SessionModel: HKWorkoutSessionDelegate {
  nonisolated func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    Task { @MainActor in changed(to: toState) }
  }

  nonisolated func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}
}

extension SessionModel: HKLiveWorkoutBuilderDelegate {
  nonisolated func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder) {}

  nonisolated func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>
  ) {
    for type in collectedTypes {
      guard let type = type as? HKQuantityType, type == HKQuantityType(.distanceCycling) else { continue }
      let metres = workoutBuilder.statistics(for: type)?.sumQuantity()?.doubleValue(for: .meter()) ?? 0
      Task { @MainActor in measured(metres) }
    }
  }

  nonisolated func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
  ) {
    let index = zoneUpdate.currentZoneDuration?.zone.index
    Task { @MainActor in entered(index) }
  }
}

/// New samples of a type since the last call, with a stored anchor.
private actor Inbox {
  private let store: HKHealthStore
  private var anchor: HKQueryAnchor?

  init(store: HKHealthStore) {
    self.store = store
  }

  func next(_ type: HKSampleType) async throws -> [UUID] {
    let query = HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: type)], anchor: anchor)
    let result = try await query.result(for: store)
    anchor = result.newAnchor
    return result.addedSamples.map(\.uuid)
  }
}

@Suite("Code in the shapes of apps")
struct ShapeTests {
  private static let noon = Date(timeIntervalSinceReferenceDate: 800_000_000)

  private func withStore(_ body: (HKHealthStore) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "healthkit-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var configuration = HKHealthStore.Configuration(
      path: folder.appending(path: "health.sqlite").path, authorization: .allowAll)
    configuration.now = { Self.noon }
    try await body(HKHealthStore(configuration: configuration))
  }

  private func quantity(
    _ identifier: HKQuantityTypeIdentifier, _ value: Double, _ unit: HKUnit, after seconds: TimeInterval
  ) -> HKQuantitySample {
    let date = Self.noon.addingTimeInterval(seconds)
    return HKQuantitySample(
      type: HKQuantityType(identifier), quantity: HKQuantity(unit: unit, doubleValue: value), start: date, end: date)
  }

  @Test("a chart's model on the main actor")
  @MainActor
  func chart() async throws {
    try await withStore { store in
      try await store.save([
        quantity(.stepCount, 10, .count(), after: 0), quantity(.stepCount, 5, .count(), after: 86_400),
      ])
      let model = StepsModel(store: store)
      try await model.load(from: Self.noon, to: Self.noon.addingTimeInterval(2 * 86_400 - 1))
      #expect(model.days.map(\.steps) == [10, 5])
    }
  }

  @Test("a workout's manager on the main actor, with delegates that are not isolated")
  @MainActor
  func workout() async throws {
    try await withStore { store in
      let model = SessionModel()
      try await model.start(in: store, at: Self.noon)
      try await model.add([
        quantity(.cyclingPower, 180, .watt(), after: 10), quantity(.cyclingPower, 220, .watt(), after: 30),
      ])
      let workout = try await model.end(at: Self.noon.addingTimeInterval(60))
      let zones = try #require(workout?.zoneGroupsByType?[HKQuantityType(.cyclingPower)])
      #expect(zones.zoneDurations.map(\.duration) == [0, 20, 30, 0])
      #expect(zones.configuration.source == .app)
    }
  }

  @Test("an actor that remembers its anchor")
  func inbox() async throws {
    try await withStore { store in
      let inbox = Inbox(store: store)
      let sample = quantity(.heartRate, 60, .count().unitDivided(by: .minute()), after: 0)
      try await store.save(sample)
      #expect(try await inbox.next(sample.sampleType) == [sample.uuid])
      #expect(try await inbox.next(sample.sampleType).isEmpty)
    }
  }

  @Test("queries with handlers, continued")
  func handlers() async throws {
    try await withStore { store in
      try await store.save(quantity(.bodyMass, 70, .gramUnit(with: .kilo), after: 0))
      let newest = NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)
      let mass: Double? = try await withCheckedThrowingContinuation { continuation in
        let query = HKSampleQuery(
          sampleType: HKQuantityType(.bodyMass), predicate: nil, limit: 1, sortDescriptors: [newest]
        ) { _, samples, error in
          if let error { return continuation.resume(throwing: error) }
          let sample = samples?.first as? HKQuantitySample
          continuation.resume(returning: sample?.quantity.doubleValue(for: .gramUnit(with: .kilo)))
        }
        store.execute(query)
      }
      #expect(mass == 70)
    }
  }

  @Test("a state of mind, and menopause")
  func values() async throws {
    try await withStore { store in
      let mind = HKStateOfMind(
        date: Self.noon, kind: .momentaryEmotion, valence: 0.5, labels: [.calm], associations: [.friends])
      let state = HKCategorySample(
        type: HKCategoryType(.menopausalState), value: HKCategoryValueMenopausalState.none.rawValue, start: Self.noon,
        end: Self.noon)
      try await store.save([mind, state])
      let minds = HKSampleQueryDescriptor(predicates: [.stateOfMind()], sortDescriptors: [])
      #expect(try await minds.result(for: store).first?.labels == [.calm])
    }
  }
}
