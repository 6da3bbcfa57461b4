import Dispatch
public import Foundation
import HealthModel
public import OpenHealthKitCore

/// The delegate of a live workout builder. All calls are made on a background queue, one after the other.
public protocol HKLiveWorkoutBuilderDelegate: AnyObject {
  /// Samples of these types have been collected.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)

  /// An event has been collected.
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)

  /// An activity has begun.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity)

  /// An activity has ended.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity)

  /// The last measurement of heart rate or cycling power is in another zone than the one before.
  func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate)
}

/// What a delegate need not implement.
extension HKLiveWorkoutBuilderDelegate {
  /// Does nothing.
  public func workoutBuilder(
    _ workoutBuilder: HKLiveWorkoutBuilder, didUpdateWorkoutZone zoneUpdate: HKLiveWorkoutZoneUpdate
  ) {}
  /// Does nothing.
  public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {}
  /// Does nothing.
  public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {}
}

/// The samples that a live workout collects: of some types, as any program saves them to the store.
public final class HKLiveWorkoutDataSource: NSObject, Sendable {
  private struct State {
    var predicates: [HKQuantityType: NSPredicateBox]
    /// Called when the types change.
    var changed: (@Sendable () -> Void)?
  }

  /// The predicates of the collected samples, by type.
  struct NSPredicateBox: @unchecked Sendable {
    // Unchecked because of the predicate, which must not be changed.

    var predicate: NSPredicate?
  }

  let store: HKHealthStore
  private let state: Lock<State>

  /// A source with the usual types for such a workout: energy, heart rate, and the distance that fits the activity.
  public init(healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?) {
    store = healthStore
    var types: Set<HKQuantityType> = [
      HKQuantityType(.heartRate), HKQuantityType(.activeEnergyBurned), HKQuantityType(.basalEnergyBurned),
    ]
    switch configuration?.activityType {
    case .cycling?, .handCycling?: types.insert(HKQuantityType(.distanceCycling))
    case .swimming?:
      types.formUnion([HKQuantityType(.distanceSwimming), HKQuantityType(.swimmingStrokeCount)])
    case .wheelchairWalkPace?, .wheelchairRunPace?:
      types.formUnion([HKQuantityType(.distanceWheelchair), HKQuantityType(.pushCount)])
    case .walking?, .running?, .hiking?:
      types.formUnion([HKQuantityType(.distanceWalkingRunning), HKQuantityType(.stepCount)])
    default: break
    }
    state = Lock(State(predicates: Dictionary(uniqueKeysWithValues: types.map { ($0, NSPredicateBox()) })))
    super.init()
  }

  /// The collected types.
  public var typesToCollect: Set<HKQuantityType> { state.withLock { Set($0.predicates.keys) } }

  /// Collects another type, limited to samples that match a predicate.
  public func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
    let box = NSPredicateBox(predicate: predicate)
    state.withLock { state -> (@Sendable () -> Void)? in
      state.predicates[quantityType] = box
      return state.changed
    }?()
  }

  /// Stops collecting a type.
  public func disableCollection(for quantityType: HKQuantityType) {
    state.withLock { state -> (@Sendable () -> Void)? in
      state.predicates[quantityType] = nil
      return state.changed
    }?()
  }

  var selections: [HKQuantityType: NSPredicateBox] { state.withLock { $0.predicates } }

  func observe(_ changed: (@Sendable () -> Void)?) { state.withLock { $0.changed = changed } }
}

/// The builder of a workout in progress, which automatically collects the samples of its data source.
///
/// Collected samples are already in the store. Finishing associates them with the workout, and saves only samples
/// that were added explicitly.
public final class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  // Unchecked because of the delegate, which is only accessed with the lock held.

  private struct State {
    var delegate = WeakReference<any HKLiveWorkoutBuilderDelegate>()
    var source: HKLiveWorkoutDataSource?
    var collectsEvents = true
    var isCollecting = false
    var queries: [HKQuantityType: HKAnchoredObjectQuery] = [:]
    var activity: HKWorkoutActivity?
    /// The zone that the delegate was told, by type.
    var zones: [HKQuantityType: Int] = [:]
  }

  /// The session that the workout belongs to.
  public private(set) weak var workoutSession: HKWorkoutSession?
  private let liveStore: HKHealthStore
  private let now: @Sendable () -> Date
  private let live = Lock(State())
  private let queue = DispatchQueue(label: "HKLiveWorkoutBuilder")

  init(store: HKHealthStore, configuration: HKWorkoutConfiguration, session: HKWorkoutSession) {
    workoutSession = session
    liveStore = store
    now = store.configuration.now
    super.init(healthStore: store, configuration: configuration, device: nil)
  }

  deinit {
    for query in live.withLock({ $0.queries.values.map(\.self) }) { liveStore.stop(query) }
  }

  /// The delegate. Held weakly.
  public weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
    get { live.withLock { $0.delegate }.object }
    set {
      let reference = WeakReference(newValue)
      live.withLock { $0.delegate = reference }
    }
  }

  /// The data source; nil collects nothing.
  public var dataSource: HKLiveWorkoutDataSource? {
    get { live.withLock { $0.source } }
    set {
      let old = live.withLock { state in
        defer { state.source = newValue }
        return state.source
      }
      old?.observe(nil)
      newValue?.observe { [weak self] in self?.collectSamples() }
      collectSamples()
    }
  }

  /// Whether the session's pauses become events of the workout.
  public var shouldCollectWorkoutEvents: Bool {
    get { live.withLock { $0.collectsEvents } }
    set { live.withLock { $0.collectsEvents = newValue } }
  }

  /// Seconds since the beginning without pauses.
  public var elapsedTime: TimeInterval { elapsedTime(at: endDate ?? now()) }

  /// The activity in progress, with the statistics so far; nil without activities, and when the collection has ended.
  ///
  /// - Complexity: O(n log n) in the samples of the workout.
  public var currentWorkoutActivity: HKWorkoutActivity? {
    live.withLock { $0.activity }.flatMap { activity($0.uuid) }
  }

  // MARK: - Collecting

  override func collectionBegan() {
    live.withLock { $0.isCollecting = true }
    collectSamples()
  }

  override func collectionEnded() {
    live.withLock { $0.isCollecting = false }
    collectSamples()
    if let activity = live.withLock({ $0.activity }), let endDate { sessionEnded(activity, at: endDate) }
  }

  /// Runs a query for each collected type, and no others.
  private func collectSamples() {
    guard let start = startDate else { return }
    let (started, stopped) = live.withLock { state in
      let wanted = state.isCollecting ? state.source?.selections ?? [:] : [:]
      var stopped: [HKQuery] = []
      for (type, query) in state.queries where wanted[type] == nil {
        stopped.append(query)
        state.queries[type] = nil
      }
      var started: [HKQuery] = []
      for (type, selection) in wanted where state.queries[type] == nil {
        let query = query(type, selection.predicate, since: start)
        state.queries[type] = query
        started.append(query)
      }
      return (started, stopped)
    }
    for query in stopped { liveStore.stop(query) }
    for query in started { liveStore.execute(query) }
  }

  private func query(_ type: HKQuantityType, _ predicate: NSPredicate?, since start: Date) -> HKAnchoredObjectQuery {
    let dates = HKQuery.predicateForSamples(withStart: start, end: nil, options: .strictStartDate)
    let query = HKAnchoredObjectQuery(
      type: type,
      predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [dates] + (predicate.map { [$0] } ?? [])),
      anchor: nil, limit: HKObjectQueryNoLimit
    ) { [weak self] _, samples, deleted, _, _ in self?.collect(type, samples ?? [], deleted ?? []) }
    query.updateHandler = { [weak self] _, samples, deleted, _, _ in self?.collect(type, samples ?? [], deleted ?? []) }
    return query
  }

  /// The delegate is also called for samples that were deleted or replaced, which changes the statistics as well.
  private func collect(_ type: HKQuantityType, _ samples: [HKSample], _ deleted: [HKDeletedObject]) {
    guard (try? updateCollected(samples, deleted: deleted.map(\.uuid))) == true else { return }
    notifyDelegate { $0.workoutBuilder($1, didCollectDataOf: [type]) }
    if HKWorkoutZoneConfiguration.types.contains(type) { notifyZone(of: type) }
  }

  private func notifyZone(of type: HKQuantityType) {
    guard let current = currentZone(of: type) else { return }
    let previous = live.withLock { state in
      defer { state.zones[type] = current.zone }
      return state.zones[type]
    }
    guard previous != current.zone, let group = zoneGroup(for: type) else { return }
    let update = HKLiveWorkoutZoneUpdate(from: previous, to: current.zone, group, at: current.time)
    notifyDelegate { $0.workoutBuilder($1, didUpdateWorkoutZone: update) }
  }

  // MARK: - The session

  func sessionGenerated(_ event: HKWorkoutEvent) {
    guard shouldCollectWorkoutEvents, (try? addCollected(event)) != nil else { return }
    notifyDelegate { $0.workoutBuilderDidCollectEvent($1) }
  }

  func sessionBegan(_ activity: HKWorkoutActivity) {
    guard (try? addCollected(activity)) != nil else { return }
    live.withLock { $0.activity = activity }
    notifyDelegate { $0.workoutBuilder($1, didBegin: activity) }
  }

  /// - Returns: whether the activity was in progress.
  @discardableResult
  func sessionEnded(_ activity: HKWorkoutActivity, at date: Date) -> Bool {
    guard live.withLock({ $0.activity?.uuid == activity.uuid }), (try? endCollected(activity.uuid, at: date)) != nil
    else { return false }
    live.withLock { $0.activity = nil }
    let ended = self.activity(activity.uuid) ?? activity
    notifyDelegate { $0.workoutBuilder($1, didEnd: ended) }
    return true
  }

  private func notifyDelegate(
    _ body: @escaping @Sendable (any HKLiveWorkoutBuilderDelegate, HKLiveWorkoutBuilder) -> Void
  ) {
    queue.async {
      guard let delegate = self.delegate else { return }
      body(delegate, self)
    }
  }
}
