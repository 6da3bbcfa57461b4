import HealthKit

// The shapes in which programs for iPhone and Watch use HealthKit. This file is compiled in Swift 6 mode for the tests beside it, and
// in Swift 5 mode as a target of its own, in both without a warning.

/// Steps by day, as a chart's model reads them.
@MainActor
final class StepsModel {
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
final class SessionModel: NSObject {
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

  func changed(to state: HKWorkoutSessionState) { self.state = state }
  func entered(_ zone: Int?) { self.zone = zone }
  func measured(_ distance: Double) { self.distance = distance }
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
actor Inbox {
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

/// The app beside a watch: it follows the workout that the watch mirrors, one change of state after the other.
@MainActor
final class CompanionModel: NSObject {
  private struct Change: Sendable {
    let state: HKWorkoutSessionState
    let date: Date
  }

  private(set) var state: HKWorkoutSessionState?
  private(set) var received = 0
  private(set) var isConnected = false
  private let store: HKHealthStore
  private var session: HKWorkoutSession?
  private let changes = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(1))

  init(store: HKHealthStore) {
    self.store = store
  }

  /// Called when the app starts.
  func awaitSessions() {
    store.workoutSessionMirroringStartHandler = { [weak self] session in
      Task { @MainActor in self?.follow(session) }
    }
  }

  func follow(_ session: HKWorkoutSession) {
    self.session = session
    session.delegate = self
    isConnected = session.type == .mirrored
  }

  /// The next change of state.
  func nextState() async -> HKWorkoutSessionState? {
    for await change in changes.stream {
      state = change.state
      break
    }
    return state
  }

  /// What a watch does with its own session.
  func mirror(_ session: HKWorkoutSession, saying text: String) async -> HKError.Code? {
    do {
      try await session.startMirroringToCompanionDevice()
      try await session.sendToRemoteWorkoutSession(data: Data(text.utf8))
      return nil
    } catch let error as HKError {
      return error.code
    } catch {
      return .unknownError
    }
  }

  func receive(_ data: [Data]) { received += data.count }
  func disconnect() { isConnected = false }
}

extension CompanionModel: HKWorkoutSessionDelegate {
  nonisolated func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date
  ) {
    changes.continuation.yield(Change(state: toState, date: date))
  }

  nonisolated func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error) {}

  nonisolated func workoutSession(
    _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]
  ) {
    Task { @MainActor in receive(data) }
  }

  nonisolated func workoutSession(
    _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?
  ) {
    Task { @MainActor in disconnect() }
  }
}

/// A diary of moods.
struct MoodDiary: Sendable {
  let store: HKHealthStore

  func add(_ valence: Double, _ labels: [HKStateOfMind.Label], at date: Date) async throws {
    let mood = HKStateOfMind(
      date: date, kind: .dailyMood, valence: valence, labels: labels, associations: [.work])
    try await store.save(mood)
  }

  /// The class of each day's mood that has to do with work, the latest first.
  func moods(in range: DateInterval) async throws -> [HKStateOfMind.ValenceClassification] {
    let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      HKQuery.predicateForSamples(withStart: range.start, end: range.end, options: .strictStartDate),
      HKQuery.predicateForStatesOfMind(with: .dailyMood), HKQuery.predicateForStatesOfMind(with: .work),
    ])
    let query = HKSampleQueryDescriptor(
      predicates: [.stateOfMind(predicate)], sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)])
    return try await query.result(for: store).map(\.valenceClassification)
  }
}

/// Medications and what was taken of them.
struct MedicineCabinet: Sendable {
  let store: HKHealthStore

  func names() async throws -> [String] {
    try await store.requestPerObjectReadAuthorization(for: .userAnnotatedMedicationType(), predicate: nil)
    let current = HKUserAnnotatedMedicationQueryDescriptor(
      predicate: HKQuery.predicateForUserAnnotatedMedications(isArchived: false), limit: 10)
    return try await current.result(for: store).map { $0.nickname ?? $0.medication.displayText }
  }

  func dosesTaken(of medication: HKUserAnnotatedMedication, since date: Date) async throws -> Int {
    let predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      HKQuery.predicateForMedicationDoseEvent(medicationConceptIdentifier: medication.medication.identifier),
      HKQuery.predicateForMedicationDoseEvent(status: .taken),
      HKQuery.predicateForSamples(withStart: date, end: nil, options: .strictStartDate),
    ])
    let doses = HKSampleQueryDescriptor(
      predicates: [.medicationDoseEvent(predicate)], sortDescriptors: [SortDescriptor(\.startDate)])
    return try await doses.result(for: store).count
  }

  /// The status of each dose as it is logged; the first element is what there is.
  func logged(_ count: Int) async throws -> [HKMedicationDoseEvent.LogStatus] {
    let query = HKAnchoredObjectQueryDescriptor(predicates: [.medicationDoseEvent()], anchor: nil)
    var statuses: [HKMedicationDoseEvent.LogStatus] = []
    for try await update in query.results(for: store) {
      statuses += update.addedSamples.map(\.logStatus)
      if statuses.count >= count { break }
    }
    return statuses
  }
}
