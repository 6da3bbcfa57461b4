public import Foundation
import HealthModel
public import OpenHealthKitCore

/// Collects a workout while it is in progress, and saves it with its samples when it is finished.
///
/// Nothing is stored before ``finishWorkout(completion:)``: everything is then saved in one transaction. On Apple's
/// systems samples are stored as they are added.
open class HKWorkoutBuilder: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; mutable state is protected by a lock.

  private struct Contents {
    var start: Date?
    var end: Date?
    var samples = WorkoutSamples()
    var events: [HKWorkoutEvent] = []
    var activities: [HKWorkoutActivity] = []
    var metadata = Metadata()
    var route: HKWorkoutRouteBuilder?
    /// The configurations that the program has chosen.
    var ownZones: [HKQuantityType: HKWorkoutZoneConfiguration] = [:]
    /// The user's configurations, as far as they have been looked up.
    var preferredZones: [HKQuantityType: HKWorkoutZoneConfiguration?] = [:]

    /// An activity with what was collected during it. One without an end lasts to the end of the workout.
    func completed(_ activity: HKWorkoutActivity) -> HKWorkoutActivity {
      let end = activity.endDate ?? end.map { max($0, activity.startDate) }
      return activity.collecting(events, samples.statistics(during: activity.startDate, to: end), to: end)
    }
  }

  private let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  /// The device that measures the workout.
  public let device: HKDevice?
  private let contents = BuilderContents(Contents(), whenOver: "The workout has already been finished or discarded.")

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration, device: HKDevice?) {
    store = healthStore
    self.configuration = configuration.snapshot
    self.device = device
    super.init()
  }

  /// The configuration. A copy: changing it has no effect here.
  public var workoutConfiguration: HKWorkoutConfiguration { configuration.snapshot }
  /// When the collection began, nil before.
  public var startDate: Date? { contents.content.start }
  /// When it ended, nil before.
  public var endDate: Date? { contents.content.end }
  /// The added events.
  public var workoutEvents: [HKWorkoutEvent] { contents.content.events }
  /// The added activities, with the events and the statistics of the samples that were added so far.
  ///
  /// - Complexity: O(activities x samples).
  public var workoutActivities: [HKWorkoutActivity] {
    let content = contents.content
    return content.activities.map(content.completed)
  }

  /// One of the activities, with what was collected during it.
  func activity(_ uuid: UUID) -> HKWorkoutActivity? {
    let content = contents.content
    return content.activities.first { $0.uuid == uuid }.map(content.completed)
  }
  /// The added metadata.
  public var metadata: [String: Any] { contents.content.metadata.dictionary ?? [:] }

  /// Seconds since the beginning without pauses, up to an instant or the end.
  public func elapsedTime(at date: Date) -> TimeInterval {
    let content = contents.content
    guard let start = content.start, date > start else { return 0 }
    return WorkoutClock.activeSeconds(from: start, to: min(date, content.end ?? date), events: content.events)
  }

  /// The statistics of each type over the added samples.
  public var allStatistics: [HKQuantityType: HKStatistics] {
    contents.read { $0.samples.allStatistics(from: $0.start, to: $0.end) }
  }

  /// The statistics of one type over the added samples, as a query over them returns them with all options; nil if
  /// there are none.
  ///
  /// - Complexity: O(samples of the last minutes), if samples were added roughly in the order of their dates.
  public func statistics(for quantityType: HKQuantityType) -> HKStatistics? {
    contents.read { $0.samples.statistics(of: quantityType, from: $0.start, to: $0.end) }
  }

  /// The builder of a series that belongs to the workout, always the same one: for ``HKSeriesType/workoutRoute()`` an
  /// ``HKWorkoutRouteBuilder``, which is saved with the workout; nil for any other type, and after the workout has
  /// been finished or discarded.
  public func seriesBuilder(for seriesType: HKSeriesType) -> HKSeriesBuilder? {
    guard seriesType == .workoutRoute() else { return nil }
    let route = try? contents.change { contents in
      contents.route = contents.route ?? HKWorkoutRouteBuilder(healthStore: store, device: device)
      return contents.route
    }
    return route ?? contents.content.route
  }

  // MARK: - Zones

  /// The zones for which the time is measured: those set by the program, else the user's; nil if there are none.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a type without zones; errors of the store.
  public func zoneConfiguration(for quantityType: HKQuantityType) async throws -> HKWorkoutZoneConfiguration? {
    try await store.work { try self.zones(of: quantityType) }
  }

  /// Sets the zones of a type for this workout, before it begins; nil for the user's.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` after the workout has begun, for a type without zones, and for a
  ///   configuration of another type.
  public func setCustomZoneConfiguration(
    _ configuration: HKWorkoutZoneConfiguration?, for quantityType: HKQuantityType
  ) async throws {
    guard HKWorkoutZoneConfiguration.types.contains(quantityType),
      configuration.map({ $0.quantityType == quantityType }) ?? true
    else { throw HKError.invalid("The zones are not those of \(quantityType).") }
    try contents.change { contents in
      guard contents.start == nil else { throw HKError.invalid("The workout has already begun.") }
      contents.ownZones[quantityType] = configuration
    }
  }

  /// The time in the zones of a type up to its last measurement; nil without zones or measurements.
  ///
  /// - Complexity: O(measurements since the last call), if they were added in the order of their dates.
  public func zoneGroup(for quantityType: HKQuantityType) -> HKWorkoutZoneGroup? {
    guard let configuration = try? zones(of: quantityType) else { return nil }
    return contents.read { contents in
      guard let start = contents.start, contents.samples.zones[quantityType]?.isEmpty == false,
        let seconds = contents.samples.zones[quantityType]?.seconds(
          configuration.limits, from: start, events: contents.events)
      else { return nil }
      return HKWorkoutZoneGroup(configuration, seconds: seconds)
    }
  }

  /// The zone of the last measurement of a type.
  func currentZone(of type: HKQuantityType) -> (zone: Int, time: Date)? {
    guard let configuration = try? zones(of: type) else { return nil }
    return contents.read { $0.samples.zones[type]?.current(configuration.limits) }
  }

  private func zones(of type: HKQuantityType) throws -> HKWorkoutZoneConfiguration? {
    let known = contents.read { $0.ownZones[type].map(Optional.some) ?? $0.preferredZones[type] }
    if let known { return known }
    let preferred = try store.preferredZones(type)
    return contents.read { contents in
      contents.preferredZones[type] = .some(preferred)
      return contents.ownZones[type] ?? preferred
    }
  }

  // MARK: - Collecting

  /// Begins the workout. Fails if it has begun before.
  public func beginCollection(
    withStart startDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.begin(startDate) }
  }

  /// Begins the workout. Throws ``HKError/Code/errorInvalidArgument`` if it has begun before, as do the methods below
  /// if they are called out of order.
  public func beginCollection(at startDate: Date) async throws {
    try begin(startDate)
  }

  /// Adds samples to be saved with the workout.
  public func add(_ samples: [HKSample], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    store.work(completion) { try self.add(samples) }
  }

  /// Adds samples to be saved with the workout.
  public func addSamples(_ samples: [HKSample]) async throws {
    try add(samples)
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

  /// Adds metadata; a new value replaces an existing one.
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.add(metadata) }
  }

  /// Adds metadata; a new value replaces an existing one.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(Metadata(validating: metadata))
  }

  /// Adds an activity.
  public func addWorkoutActivity(
    _ workoutActivity: HKWorkoutActivity, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.collect { $0.activities.append(workoutActivity) } }
  }

  /// Adds an activity.
  public func addWorkoutActivity(_ workoutActivity: HKWorkoutActivity) async throws {
    try collect { $0.activities.append(workoutActivity) }
  }

  /// Sets the end of an activity. Fails if it was not added before, and for an end before its start.
  public func updateActivity(
    uuid: UUID, end endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.update(uuid) { try $0.ending(at: endDate) } }
  }

  /// Sets the end of an activity.
  public func updateActivity(uuid: UUID, end endDate: Date) async throws {
    try update(uuid) { try $0.ending(at: endDate) }
  }

  /// Adds metadata to an activity; a new value replaces an existing one.
  public func updateActivity(
    uuid: UUID, adding metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.update(uuid) { $0.adding(metadata) } }
  }

  /// Adds metadata to an activity; a new value replaces an existing one.
  public func updateActivity(uuid: UUID, adding metadata: [String: Any]) async throws {
    let metadata = Metadata(validating: metadata)
    try update(uuid) { $0.adding(metadata) }
  }

  /// Ends the collection; samples and so on may still be added.
  public func endCollection(withEnd endDate: Date, completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    store.work(completion) { try self.end(endDate) }
  }

  /// Ends the collection; samples and so on may still be added.
  public func endCollection(at endDate: Date) async throws {
    try end(endDate)
  }

  // MARK: - The end

  /// Saves the workout and everything that was added to it.
  ///
  /// While it is being saved nothing can be added, and a second call fails. If saving fails, the builder remains as
  /// it was, and the call can be repeated.
  public func finishWorkout(completion: @escaping @Sendable (HKWorkout?, (any Error)?) -> Void) {
    store.work(completion) { try self.finish() }
  }

  /// Saves the workout and everything that was added to it.
  @discardableResult
  public func finishWorkout() async throws -> HKWorkout? {
    try await store.write { try self.finish() }
  }

  /// Discards the workout and everything that was added to it. Does nothing once it is being saved.
  public func discardWorkout() {
    contents.discard()?.route?.discard()
  }

  private func begin(_ start: Date) throws {
    try contents.change { contents in
      guard contents.start == nil else { throw HKError.invalid("The workout has already begun.") }
      guard SampleBounds.allows(start) else { throw HKError.invalid("A workout cannot begin at that date.") }
      contents.start = start
    }
    collectionBegan()
  }

  // MARK: - What a live workout does by itself

  func collectionBegan() {}
  func collectionEnded() {}

  private func add(_ samples: [HKSample]) throws {
    try collect { contents in
      for sample in samples { contents.samples.add(sample, in: store) }
    }
  }

  /// Adds stored samples, and removes those that were deleted from the store.
  ///
  /// - Returns: whether that changed anything.
  func updateCollected(_ samples: [HKSample], deleted: [UUID]) throws -> Bool {
    try collect { contents in
      var isChanged = false
      for sample in samples where contents.samples.add(sample, isCollected: true, in: store) { isChanged = true }
      for uuid in deleted where contents.samples.remove(uuid) { isChanged = true }
      return isChanged
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

  private func collect<Value>(_ body: (inout Contents) throws -> Value) throws -> Value {
    try contents.change { contents in
      guard contents.start != nil else { throw HKError.invalid("The workout has not begun.") }
      return try body(&contents)
    }
  }

  private func add(_ metadata: Metadata) throws {
    try collect { $0.metadata = $0.metadata.replacing(metadata) }
  }

  private func update(_ uuid: UUID, _ change: (HKWorkoutActivity) throws -> HKWorkoutActivity) throws {
    try collect { contents in
      guard let index = contents.activities.firstIndex(where: { $0.uuid == uuid }) else {
        throw HKError.invalid("The workout has no activity \(uuid).")
      }
      contents.activities[index] = try change(contents.activities[index])
    }
  }

  private func end(_ end: Date) throws {
    try contents.change { contents in
      guard let start = contents.start, contents.end == nil, SampleBounds.allows(end), start <= end else {
        throw HKError.invalid("The workout cannot end at that date.")
      }
      contents.end = end
    }
    collectionEnded()
  }

  private static func zoneGroups(
    _ samples: inout WorkoutSamples, _ configurations: [HKWorkoutZoneConfiguration], from start: Date, to end: Date,
    _ events: [HKWorkoutEvent]
  ) -> [HKWorkoutZoneGroup] {
    configurations.compactMap { configuration in
      samples.zones[configuration.quantityType]?.seconds(configuration.limits, from: start, to: end, events: events)
        .map { HKWorkoutZoneGroup(configuration, seconds: $0) }
    }
  }

  private func finish() throws -> HKWorkout {
    // A store in which the user's zones cannot be read cannot be written either.
    let configurations = try HKWorkoutZoneConfiguration.types.compactMap { try zones(of: $0) }
    // The contents remain accessible after saving.
    return try contents.save(keeping: true) { contents in
      guard let start = contents.start, let end = contents.end else {
        throw HKError.invalid("The workout has not ended.")
      }
      let events = contents.events.sorted { $0.dateInterval.start < $1.dateInterval.start }
      var samples = contents.samples
      let zones = Self.zoneGroups(&samples, configurations, from: start, to: end, events)
      let content = HKWorkout.Content(
        activityType: Int(configuration.activityType.rawValue),
        duration: WorkoutClock.activeSeconds(from: start, to: end, events: events), events: events,
        activities: contents.activities.map(contents.completed).map { activity in
          let zones = Self.zoneGroups(
            &samples, configurations, from: activity.startDate, to: activity.endDate ?? end, events)
          return WorkoutZonesContent(zones).map { activity.adding(Metadata([$0.entry])) } ?? activity
        },
        statistics: samples.allStatistics(from: start, to: end).mapValues(\.stored))
      return HKWorkout(
        checked: content, start: start, end: end, device: device, metadata: contents.metadata.dictionary,
        zones: WorkoutZonesContent(zones))
    } _: { workout, contents in
      // A route that its own builder has discarded or saved no longer belongs to the workout.
      let route = try contents.route?.close()
      do {
        try store.saveNow(
          workout, with: contents.samples.added + (route.map { [$0] } ?? []), collected: contents.samples.collected)
      } catch {
        if route != nil { contents.route?.reopen() }
        throw error
      }
      contents.route?.saved()
    }
  }
}
