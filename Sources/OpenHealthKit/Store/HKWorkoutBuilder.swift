public import Foundation
import HealthModel

/// Gathers a workout while it goes on, and saves it with its samples when it is finished.
///
/// Nothing is stored before ``finishWorkout(completion:)``: what was gathered is then saved in one transaction. On
/// Apple's systems samples are stored as they are added.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; a lock keeps what changes.

  private enum Phase {
    /// Things may be added.
    case open
    /// What there is is being saved. Nothing may be added that the workout would lack.
    case saving
    /// Saved, or given up.
    case over
  }

  private struct State {
    var phase = Phase.open
    var start: Date?
    var end: Date?
    var samples: [HKSample] = []
    var events: [HKWorkoutEvent] = []
    var activities: [HKWorkoutActivity] = []
    var metadata = Metadata()
    var route: HKWorkoutRouteBuilder?
  }

  private let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  /// The device that measures the workout.
  public let device: HKDevice?
  private let state = Lock(State())

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
    store = healthStore
    self.configuration = configuration.snapshot
    self.device = device
    super.init()
  }

  /// What kind of workout it is. A copy: changing it changes nothing here.
  public var workoutConfiguration: HKWorkoutConfiguration { configuration.snapshot }
  /// When the collection began, nil before.
  public var startDate: Date? { state.withLock { $0.start } }
  /// When it ended, nil before.
  public var endDate: Date? { state.withLock { $0.end } }
  /// What was added so far.
  public var workoutEvents: [HKWorkoutEvent] { state.withLock { $0.events } }
  /// What was added so far.
  public var workoutActivities: [HKWorkoutActivity] { state.withLock { $0.activities } }
  /// What was added so far.
  public var metadata: [String: Any] { state.withLock { $0.metadata }.dictionary ?? [:] }

  /// Seconds since the beginning that were not paused, up to an instant or the end.
  public func elapsedTime(at date: Date) -> TimeInterval {
    let state = state.withLock { $0 }
    guard let start = state.start, date > start else { return 0 }
    return WorkoutClock.activeSeconds(from: start, to: min(date, state.end ?? date), events: state.events)
  }

  /// The numbers of each type over what was added so far.
  public var allStatistics: [HKQuantityType: HKStatistics] {
    let state = state.withLock { $0 }
    return WorkoutTally.statistics(state.samples, from: state.start, to: state.end)
  }

  /// The numbers of one type over what was added so far, nil where there are none.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    allStatistics[quantityType]
  }

  /// The builder of a series that belongs to the workout, always the same one: of ``HKSeriesType/workoutRoute()``, an
  /// ``HKWorkoutRouteBuilder``, which is saved with the workout; nil for any other type, and once the workout is over.
  public func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
    guard seriesType == .workoutRoute() else { return nil }
    return state.withLock { state in
      if state.route == nil, state.phase == .open {
        state.route = HKWorkoutRouteBuilder(healthStore: store, device: device)
      }
      return state.route
    }
  }

  // MARK: - Collecting

  /// Begins the workout. Fails if it has begun before.
  public func beginCollection(
    withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.begin(startDate) }
  }

  /// Begins the workout. Throws ``HKError/Code/errorInvalidArgument`` if it has begun before, as do the methods below out
  /// of their order.
  public func beginCollection(at startDate: Date) async throws {
    try begin(startDate)
  }

  /// Adds samples that are to be saved with the workout.
  public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    store.work(completion) { try self.collect { $0.samples += samples } }
  }

  /// Adds samples that are to be saved with the workout.
  public func addSamples(_ samples: [HKSample]) async throws {
    try collect { $0.samples += samples }
  }

  /// Adds pauses, laps and segments.
  public func addWorkoutEvents(
    _ workoutEvents: [HKWorkoutEvent], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.collect { $0.events += workoutEvents } }
  }

  /// Adds pauses, laps and segments.
  public func addWorkoutEvents(_ workoutEvents: [HKWorkoutEvent]) async throws {
    try collect { $0.events += workoutEvents }
  }

  /// Adds metadata; a key that was added before takes the new value.
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.add(metadata) }
  }

  /// Adds metadata; a key that was added before takes the new value.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(Metadata(validating: metadata))
  }

  /// Adds a part with an activity of its own.
  public func addWorkoutActivity(
    _ workoutActivity: HKWorkoutActivity, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.collect { $0.activities.append(workoutActivity) } }
  }

  /// Adds a part with an activity of its own.
  public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
    try collect { $0.activities.append(workoutActivity) }
  }

  /// Says when a part that was added ends. Fails for a part that was not, and for an end before its start.
  public func updateActivity(
    uuid: UUID, end endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.update(uuid) { try $0.ending(at: endDate) } }
  }

  /// Says when a part that was added ends.
  public func updateActivity(uuid: UUID, end endDate: Date) async throws {
    try update(uuid) { try $0.ending(at: endDate) }
  }

  /// Adds metadata to a part that was added; a key that it has takes the new value.
  public func updateActivity(
    uuid: UUID, adding metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.update(uuid) { $0.adding(metadata) } }
  }

  /// Adds metadata to a part that was added; a key that it has takes the new value.
  public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
    let metadata = Metadata(validating: metadata)
    try update(uuid) { $0.adding(metadata) }
  }

  /// Ends the workout, to which things may still be added.
  public func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    store.work(completion) { try self.end(endDate) }
  }

  /// Ends the workout, to which things may still be added.
  public func endCollection(at endDate: Date) async throws {
    try end(endDate)
  }

  // MARK: - The end

  /// Saves the workout and what was added to it.
  ///
  /// While it is being saved nothing more can be added, and a second call fails. If saving fails, the builder is as it
  /// was, and the call can be made again.
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
    store.work {
      try self.finish()
    } then: { result in
      switch result {
      case .success(let workout): completion(workout, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Saves the workout and what was added to it.
  @discardableResult
  public func finishWorkout() async throws -> HKWorkout? {
    try await store.write { try self.finish() }
  }

  /// Gives up the workout and all that was added to it. Does nothing once it is being saved.
  public func discardWorkout() {
    let route = state.withLock { state -> HKWorkoutRouteBuilder? in
      guard state.phase == .open else { return nil }
      defer { state = State(phase: .over) }
      return state.route
    }
    route?.discard()
  }

  private func begin(_ start: Date) throws {
    try state.withLock { state in
      guard state.start == nil, state.phase == .open else { throw Self.outOfOrder("The workout has begun before.") }
      guard SampleBounds.allows(start) else { throw Self.outOfOrder("A workout cannot begin at that date.") }
      state.start = start
    }
    collectionBegan()
  }

  // MARK: - What a live workout does by itself

  func collectionBegan() {}
  func collectionEnded() {}

  /// Adds samples that are in the store already, those of them that are new here.
  func addCollected(_ samples: [HKSample]) throws {
    try collect { state in
      let known = Set(state.samples.map(\.uuid))
      state.samples += samples.filter { !known.contains($0.uuid) }
    }
  }

  func addCollected(_ event: HKWorkoutEvent) throws {
    try collect { $0.events.append(event) }
  }

  func addCollected(_ activity: HKWorkoutActivity) throws {
    try collect { $0.activities.append(activity) }
  }

  func endCollected(_ activity: UUID, at date: Date) throws {
    try update(activity) { try $0.ending(at: date) }
  }

  private func collect(_ body: (inout State) throws -> Void) throws {
    try state.withLock { state in
      guard state.start != nil, state.phase == .open else { throw Self.outOfOrder("The workout is not going on.") }
      try body(&state)
    }
  }

  private func add(_ metadata: Metadata) throws {
    try collect { $0.metadata = $0.metadata.replacing(metadata) }
  }

  private func update(_ uuid: UUID, _ change: (HKWorkoutActivity) throws -> HKWorkoutActivity) throws {
    try collect { state in
      guard let index = state.activities.firstIndex(where: { $0.uuid == uuid }) else {
        throw Self.outOfOrder("The workout has no activity \(uuid).")
      }
      state.activities[index] = try change(state.activities[index])
    }
  }

  private func end(_ end: Date) throws {
    try state.withLock { state in
      guard let start = state.start, state.end == nil, state.phase == .open, SampleBounds.allows(end), start <= end
      else { throw Self.outOfOrder("The workout cannot end then.") }
      state.end = end
    }
    collectionEnded()
  }

  private func finish() throws -> HKWorkout {
    // Saving before it is saved, so that of two calls one fails and nothing is added that would be lost.
    let (state, start, end) = try state.withLock { state in
      guard let start = state.start, let end = state.end, state.phase == .open else {
        throw Self.outOfOrder("The workout has not ended, or is over.")
      }
      state.phase = .saving
      return (state, start, end)
    }
    let events = state.events.sorted { $0.dateInterval.start < $1.dateInterval.start }
    let content = HKWorkout.Content(
      activityType: Int(configuration.activityType.rawValue),
      duration: WorkoutClock.activeSeconds(from: start, to: end, events: events), events: events,
      activities: state.activities, statistics: WorkoutTally.statistics(state.samples, from: start, to: end))
    let workout = HKWorkout(
      checked: content, start: start, end: end, device: device, metadata: state.metadata.dictionary)
    do {
      // A route that its own builder has given up or saved is none of the workout's any more.
      let route = state.route?.isOver == false ? try state.route?.close() : nil
      do {
        try store.saveNow(workout, with: state.samples + (route.map { [$0] } ?? []))
      } catch {
        if route != nil { state.route?.reopen() }
        throw error
      }
    } catch {
      self.state.withLock { $0.phase = .open }
      throw error
    }
    state.route?.saved()
    self.state.withLock { $0.phase = .over }
    return workout
  }

  private static func outOfOrder(_ reason: String) -> HKError {
    HKError(.errorInvalidArgument, reason: reason)
  }
}
