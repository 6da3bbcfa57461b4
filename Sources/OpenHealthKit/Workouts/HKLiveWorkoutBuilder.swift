import Dispatch
public import Foundation
import HealthModel

/// Who hears of what a live workout collects. All calls come on a background queue, one after the other.
public protocol HKLiveWorkoutBuilderDelegate: AnyObject, Sendable {
  /// Samples of these types have come.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didCollectDataOf collectedTypes: Set<HKSampleType>)

  /// A pause, a lap or the like has come.
  func workoutBuilderDidCollectEvent(_ workoutBuilder: HKLiveWorkoutBuilder)

  /// A part with an activity of its own has begun.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity)

  /// A part has ended.
  func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity)
}

extension HKLiveWorkoutBuilderDelegate {
  public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didBegin workoutActivity: HKWorkoutActivity) {}
  public func workoutBuilder(_ workoutBuilder: HKLiveWorkoutBuilder, didEnd workoutActivity: HKWorkoutActivity) {}
}

/// What a live workout collects: samples of some types, as they are saved to the store by whatever program.
public final class HKLiveWorkoutDataSource: NSObject, Sendable {
  private struct State {
    var predicates: [HKQuantityType: NSPredicateBox]
    /// Told when the types change.
    var changed: (@Sendable () -> Void)?
  }

  /// Which samples of a type are collected.
  struct NSPredicateBox: @unchecked Sendable {
    // Unchecked for the predicate, which nobody changes.

    var predicate: NSPredicate?
  }

  let store: HKHealthStore
  private let state: Lock<State>

  /// A source of the types that such a workout has: energy and heart rate, and the distance that is covered by it.
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

  /// What is collected.
  public var typesToCollect: Set<HKQuantityType> { state.withLock { Set($0.predicates.keys) } }

  /// Collects a type too, those of its samples that a predicate is true of.
  public func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
    let box = NSPredicateBox(predicate: predicate)
    state.withLock { state -> (@Sendable () -> Void)? in
      state.predicates[quantityType] = box
      return state.changed
    }?()
  }

  /// Does not collect a type any more.
  public func disableCollection(for quantityType: HKQuantityType) {
    state.withLock { state -> (@Sendable () -> Void)? in
      state.predicates[quantityType] = nil
      return state.changed
    }?()
  }

  var selections: [HKQuantityType: NSPredicateBox] { state.withLock { $0.predicates } }

  func observe(_ changed: (@Sendable () -> Void)?) { state.withLock { $0.changed = changed } }
}

/// The builder of a workout that is going on, which collects what its data source names by itself.
///
/// What it collects is in the store already. Finishing ties it to the workout; only what was added by hand is saved.
public final class HKLiveWorkoutBuilder: HKWorkoutBuilder, @unchecked Sendable {
  // Unchecked for the delegate, which is only reached with the lock held.

  private struct State {
    weak var delegate: (any HKLiveWorkoutBuilderDelegate)?
    var source: HKLiveWorkoutDataSource?
    var collectsEvents = true
    var isCollecting = false
    var queries: [HKQuantityType: HKAnchoredObjectQuery] = [:]
    var activity: HKWorkoutActivity?
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

  /// Who hears of what is collected. Held weakly.
  public weak var delegate: (any HKLiveWorkoutBuilderDelegate)? {
    get { live.withLock { $0.delegate } }
    set { live.withLock { $0.delegate = newValue } }
  }

  /// What is collected; nil collects nothing.
  public var dataSource: HKLiveWorkoutDataSource? {
    get { live.withLock { $0.source } }
    set {
      let old = live.withLock { state in
        defer { state.source = newValue }
        return state.source
      }
      old?.observe(nil)
      newValue?.observe { [weak self] in self?.collectWhatIsWanted() }
      collectWhatIsWanted()
    }
  }

  /// Whether the session's pauses become events of the workout.
  public var shouldCollectWorkoutEvents: Bool {
    get { live.withLock { $0.collectsEvents } }
    set { live.withLock { $0.collectsEvents = newValue } }
  }

  /// Seconds since the beginning that were not paused.
  public var elapsedTime: TimeInterval { elapsedTime(at: endDate ?? now()) }

  /// The part that is going on, nil without parts.
  public var currentWorkoutActivity: HKWorkoutActivity? { live.withLock { $0.activity } }

  // MARK: - Collecting

  override func collectionBegan() {
    live.withLock { $0.isCollecting = true }
    collectWhatIsWanted()
  }

  override func collectionEnded() {
    live.withLock { $0.isCollecting = false }
    collectWhatIsWanted()
  }

  /// Runs a query for each type that is wanted, and no other.
  private func collectWhatIsWanted() {
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
    ) { [weak self] _, samples, _, _, _ in self?.collect(samples ?? []) }
    query.updateHandler = { [weak self] _, samples, _, _, _ in self?.collect(samples ?? []) }
    return query
  }

  private func collect(_ samples: [HKSample]) {
    guard !samples.isEmpty, (try? addCollected(samples)) != nil else { return }
    let types = Set(samples.map(\.sampleType))
    tell { $0.workoutBuilder($1, didCollectDataOf: types) }
  }

  // MARK: - The session

  func sessionGenerated(_ event: HKWorkoutEvent) {
    guard shouldCollectWorkoutEvents, (try? addCollected(event)) != nil else { return }
    tell { $0.workoutBuilderDidCollectEvent($1) }
  }

  func sessionBegan(_ activity: HKWorkoutActivity) {
    guard (try? addCollected(activity)) != nil else { return }
    live.withLock { $0.activity = activity }
    tell { $0.workoutBuilder($1, didBegin: activity) }
  }

  /// - Returns: whether it was going on.
  func sessionEnded(_ activity: HKWorkoutActivity, at date: Date) -> Bool {
    guard live.withLock({ $0.activity?.uuid == activity.uuid }), (try? endCollected(activity.uuid, at: date)) != nil
    else { return false }
    live.withLock { $0.activity = nil }
    tell { $0.workoutBuilder($1, didEnd: activity) }
    return true
  }

  private func tell(_ body: @escaping @Sendable (any HKLiveWorkoutBuilderDelegate, HKLiveWorkoutBuilder) -> Void) {
    queue.async {
      guard let delegate = self.delegate else { return }
      body(delegate, self)
    }
  }
}
