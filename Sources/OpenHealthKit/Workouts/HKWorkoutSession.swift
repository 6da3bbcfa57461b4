import Dispatch
public import Foundation
import HealthModel
public import OpenHealthKitCore

/// The state of a session.
public enum HKWorkoutSessionState: Int, Sendable {
  /// It has not started.
  case notStarted = 1
  /// It runs.
  case running = 2
  /// It has ended, for good.
  case ended = 3
  /// It is paused.
  case paused = 4
  /// It is prepared to start.
  case prepared = 5
  /// It was stopped: the builder can still be finished.
  case stopped = 6
}

/// Whether a session runs here, or mirrors one that runs on another device.
public enum HKWorkoutSessionType: Int, Sendable {
  /// It runs here.
  case primary = 0
  /// It mirrors one that runs on another device: not here.
  case mirrored = 1
}

/// The delegate of a session. All calls are made on a background queue, one after the other.
public protocol HKWorkoutSessionDelegate: AnyObject {
  /// The session has changed its state.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didChangeTo toState: HKWorkoutSessionState,
    from fromState: HKWorkoutSessionState, date: Date)

  /// The session has failed.
  func workoutSession(_ workoutSession: HKWorkoutSession, didFailWithError error: any Error)

  /// An event has been generated.
  func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent)

  /// An activity has begun.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

  /// An activity has ended.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date)

  /// Data has arrived from the session on another device. Never called here: there is no other device.
  func workoutSession(_ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data])

  /// The other device is out of reach. Never called here.
  func workoutSession(
    _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?)
}

/// What a delegate need not implement.
extension HKWorkoutSessionDelegate {
  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didReceiveDataFromRemoteWorkoutSession data: [Data]
  ) {}
  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didDisconnectFromRemoteDeviceWithError error: (any Error)?
  ) {}
  /// Does nothing.
  public func workoutSession(_ workoutSession: HKWorkoutSession, didGenerate event: HKWorkoutEvent) {}
  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didBeginActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}
  /// Does nothing.
  public func workoutSession(
    _ workoutSession: HKWorkoutSession, didEndActivityWith workoutConfiguration: HKWorkoutConfiguration, date: Date
  ) {}
}

/// A workout in progress.
///
/// Here a session uses no sensors: it tracks the time and the state of the workout, and its builder collects the
/// samples that any program saves to the store meanwhile. A process may run several sessions, each with its own
/// store.
public final class HKWorkoutSession: NSObject, @unchecked Sendable {
  // Unchecked because of the delegate, which is only accessed with the lock held.

  private struct State {
    var state = HKWorkoutSessionState.notStarted
    var start: Date?
    var end: Date?
    var activity: HKWorkoutActivity
    var delegate = WeakReference<any HKWorkoutSessionDelegate>()
    weak var builder: HKLiveWorkoutBuilder?
  }

  private let store: HKHealthStore
  private let configuration: HKWorkoutConfiguration
  private let now: @Sendable () -> Date
  private let lock: Lock<State>
  private let queue = DispatchQueue(label: "HKWorkoutSession")

  /// A session that has not started.
  ///
  /// - Throws: ``HKError/Code/errorInvalidArgument`` for a lap length that is not positive.
  public convenience init(healthStore: HKHealthStore, configuration: HKWorkoutConfiguration) throws {
    if let lap = configuration.lapLength, !(lap.is(compatibleWith: .meter()) && lap.doubleValue(for: .meter()) > 0) {
      throw HKError.invalid("The lap length must be a positive length.")
    }
    self.init(healthStore, configuration)
  }

  private init(_ healthStore: HKHealthStore, _ configuration: HKWorkoutConfiguration) {
    store = healthStore
    self.configuration = configuration.snapshot
    now = healthStore.configuration.now
    lock = Lock(
      State(
        activity: HKWorkoutActivity(
          workoutConfiguration: configuration.snapshot, start: .distantPast, end: nil, metadata: nil)))
    super.init()
  }

  /// A session in the user's default store.
  ///
  /// - Throws: as for ``init(healthStore:configuration:)``.
  @available(*, deprecated, message: "Use init(healthStore:configuration:).")
  public convenience init(configuration: HKWorkoutConfiguration) throws {
    try self.init(healthStore: HKHealthStore(), configuration: configuration)
  }

  /// A session in the user's default store, by its activity and location.
  @available(*, deprecated, message: "Use init(healthStore:configuration:).")
  public convenience init(activityType: HKWorkoutActivityType, locationType: HKWorkoutSessionLocationType) {
    let configuration = HKWorkoutConfiguration()
    configuration.activityType = activityType
    configuration.locationType = locationType
    self.init(HKHealthStore(), configuration)
  }

  /// The configuration. A copy: changing it has no effect here.
  public var workoutConfiguration: HKWorkoutConfiguration { configuration.snapshot }
  /// The activity type.
  public var activityType: HKWorkoutActivityType { configuration.activityType }
  /// The location type.
  public var locationType: HKWorkoutSessionLocationType { configuration.locationType }
  /// Always `primary`: it runs here.
  public var type: HKWorkoutSessionType { .primary }
  /// The state of the session.
  public var state: HKWorkoutSessionState { lock.withLock { $0.state } }
  /// When it started, nil before.
  public var startDate: Date? { lock.withLock { $0.start } }
  /// When it was stopped or ended, nil before.
  public var endDate: Date? { lock.withLock { $0.end } }
  /// The activity in progress; before the start, and without activities, the whole workout.
  public var currentActivity: HKWorkoutActivity { lock.withLock { $0.activity } }

  /// The delegate. Held weakly.
  public weak var delegate: (any HKWorkoutSessionDelegate)? {
    get { lock.withLock { $0.delegate }.object }
    set {
      let reference = WeakReference(newValue)
      lock.withLock { $0.delegate = reference }
    }
  }

  /// The builder of the workout, always the same one as long as it is referenced.
  public func associatedWorkoutBuilder() -> HKLiveWorkoutBuilder {
    lock.withLock { state in
      if let builder = state.builder { return builder }
      let builder = HKLiveWorkoutBuilder(store: store, configuration: configuration, session: self)
      state.builder = builder
      return builder
    }
  }

  // MARK: - What it is told

  /// Prepares the session.
  public func prepare() {
    change(at: nil) { $0 == .notStarted ? .prepared : nil }
  }

  /// Starts it, at an instant or now.
  public func startActivity(with date: Date?) {
    change(at: date) { $0 == .notStarted || $0 == .prepared ? .running : nil }
  }

  /// Stops it, at an instant or now: nothing more is collected, and the builder can still be finished.
  public func stopActivity(with date: Date?) {
    change(at: date) { $0 == .running || $0 == .paused ? .stopped : nil }
  }

  /// Pauses it.
  public func pause() {
    change(at: nil) { $0 == .running ? .paused : nil }
  }

  /// Resumes it after a pause.
  public func resume() {
    change(at: nil) { $0 == .paused ? .running : nil }
  }

  /// Ends it. It cannot be started again.
  public func end() {
    change(at: nil) { $0 == .ended ? nil : .ended }
  }

  /// Begins an activity, and ends the previous one.
  public func beginNewActivity(configuration: HKWorkoutConfiguration, date: Date, metadata: [String: Any]?) {
    let activity = HKWorkoutActivity(
      workoutConfiguration: configuration.snapshot, start: date, end: nil, metadata: metadata)
    endCurrentActivity(on: date)
    let builder = lock.withLock { state -> HKLiveWorkoutBuilder? in
      state.activity = activity
      return state.builder
    }
    builder?.sessionBegan(activity)
    notifyDelegate { $0.workoutSession($1, didBeginActivityWith: activity.workoutConfiguration, date: date) }
  }

  /// Ends the activity in progress. Does nothing without one.
  public func endCurrentActivity(on date: Date) {
    let (activity, builder) = lock.withLock { state in
      defer {
        state.activity = HKWorkoutActivity(
          workoutConfiguration: configuration.snapshot, start: state.start ?? date, end: nil, metadata: nil)
      }
      return (state.activity, state.builder)
    }
    guard builder?.sessionEnded(activity, at: date) == true else { return }
    notifyDelegate { $0.workoutSession($1, didEndActivityWith: activity.workoutConfiguration, date: date) }
  }

  // MARK: - On other devices

  /// Mirrors the session on the companion of a watch. There is none: it fails with
  /// ``HKError/Code/errorHealthDataUnavailable``, as do all methods about other devices.
  public func startMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    store.work(completion) { throw HKHealthStore.noWatch }
  }

  /// Mirrors the session on the companion of a watch. See ``startMirroringToCompanionDevice(completion:)``.
  public func startMirroringToCompanionDevice() async throws { throw HKHealthStore.noWatch }

  /// Ends the mirroring. See ``startMirroringToCompanionDevice(completion:)``.
  public func stopMirroringToCompanionDevice(completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    store.work(completion) { throw HKHealthStore.noWatch }
  }

  /// Ends the mirroring. See ``startMirroringToCompanionDevice(completion:)``.
  public func stopMirroringToCompanionDevice() async throws { throw HKHealthStore.noWatch }

  /// Sends data to the session on the other device. See ``startMirroringToCompanionDevice(completion:)``.
  public func sendToRemoteWorkoutSession(
    data: Data, completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { throw HKHealthStore.noWatch }
  }

  /// Sends data to the session on the other device. See ``startMirroringToCompanionDevice(completion:)``.
  public func sendToRemoteWorkoutSession(data: Data) async throws { throw HKHealthStore.noWatch }

  // MARK: -

  /// Changes to another state if that is allowed; otherwise the delegate receives an error.
  private func change(at date: Date?, to next: (HKWorkoutSessionState) -> HKWorkoutSessionState?) {
    let date = date ?? now()
    let change = lock.withLock { state -> (from: HKWorkoutSessionState, to: HKWorkoutSessionState)? in
      guard let to = next(state.state) else { return nil }
      let from = state.state
      state.state = to
      if to == .running, state.start == nil {
        state.start = date
        state.activity = HKWorkoutActivity(
          workoutConfiguration: configuration.snapshot, start: date, end: nil, metadata: nil)
      }
      if to == .stopped || to == .ended, state.start != nil { state.end = state.end ?? date }
      return (from, to)
    }
    guard let change else {
      let error = HKError.invalid("This is not possible in the session's state \(state).")
      return notifyDelegate { $0.workoutSession($1, didFailWithError: error) }
    }
    let events: [HKWorkoutEventType] =
      switch (change.from, change.to) {
      case (_, .paused): [.pause]
      case (.paused, .running), (.paused, .stopped), (.paused, .ended): [.resume]
      default: []
      }
    let builder = lock.withLock { $0.builder }
    for type in events {
      let event = HKWorkoutEvent(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
      builder?.sessionGenerated(event)
      notifyDelegate { $0.workoutSession($1, didGenerate: event) }
    }
    notifyDelegate { $0.workoutSession($1, didChangeTo: change.to, from: change.from, date: date) }
  }

  private func notifyDelegate(_ body: @escaping @Sendable (any HKWorkoutSessionDelegate, HKWorkoutSession) -> Void) {
    queue.async {
      guard let delegate = self.delegate else { return }
      body(delegate, self)
    }
  }
}

/// A delegate, held weakly. It need not be safe to use concurrently: it is called on one queue only.
struct WeakReference<Object>: @unchecked Sendable {
  // Unchecked because of the delegate, which Apple's protocols do not require to be Sendable.

  private weak var reference: AnyObject?

  init(_ object: Object? = nil) {
    reference = object.map { $0 as AnyObject }
  }

  var object: Object? { reference as? Object }
}
