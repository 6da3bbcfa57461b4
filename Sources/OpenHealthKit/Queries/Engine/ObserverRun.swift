import Dispatch
import Foundation
import HealthDatabase
import HealthModel

/// Calls the handler of an observer query.
///
/// Types without background delivery are told of at every change. Where delivery is enabled for a type, a call waits for
/// the end of the period and for the completion of the call before it; one that is not completed in its time is made
/// again after a pause, and after three such calls there are no more, which the handler is told.
final class ObserverRun: Sendable {
  /// A call of the handler.
  private struct Call {
    var number: Int
    var began: Date
    /// Up to where it tells.
    var anchor: StoreAnchor
    /// All that it tells of.
    var types: Set<HKSampleType>
    /// Those of them that it is a delivery of, with their registrations.
    var deliveries: [DeliveryRegistration]
  }

  private struct State {
    var feed: ObserverFeed
    /// What has changed and was not told yet.
    var pending: Set<HKSampleType> = []
    /// The latest call.
    var call: Call?
    /// Whether the latest call is a delivery that is waited for.
    var isWaiting = false
    /// When the last call began that was completed.
    var lastCall: Date?
    /// When a look is to come by itself; of several the first counts.
    var nextLook: Date?
  }

  typealias Handler = @Sendable (Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void

  // Used on the query's queue alone.
  private let state: Lock<State>
  /// Set by whoever tells of a commit, who must not wait: `state` is held while the store is read and a predicate's block
  /// is asked, and one queue wakes the observers of all.
  private let isLookAwaited = Lock(false)
  private let types: Set<HKSampleType>
  private let execution: QueryExecution
  private let store: HKHealthStore
  private let handler: Handler
  private let presence: PresenceToken

  private init(
    _ selections: [SampleSelection], execution: QueryExecution, store: HKHealthStore, handler: @escaping Handler
  ) {
    state = Lock(State(feed: ObserverFeed(selections)))
    types = Set(selections.map(\.type))
    self.execution = execution
    self.store = store
    self.handler = handler
    presence = PresenceToken(store: store, types: types.map(\.identifier))
  }

  static func start(
    _ selections: [SampleSelection], for query: HKQuery, in store: HKHealthStore, handler: @escaping Handler
  ) {
    let execution = query.execution
    let run = ObserverRun(selections, execution: execution, store: store, handler: handler)
    let updates = store.updates
    execution.queue.async {
      do {
        // First of all, so that no commit falls between the first call and the second.
        execution.keep(try updates.subscribe { run.wake() })
        try run.begin()
      } catch {
        run.fail(error)
      }
    }
  }

  // MARK: - Steps, on the query's queue

  /// The first call, which tells of what the client was not told while it was not running.
  private func begin() throws {
    let reader = store.reader
    let anchor = try state.withLock { state in
      _ = try state.feed.first(reader)
      return state.feed.anchor
    }
    let registered = registrations(of: types, history: anchor.store)
    let late = registered.filter { (try? store.news(for: $0).isPending) ?? false }
    let named = Set(late.map(\.type))
    call(
      types.filter { named.contains($0.identifier) }, deliveries: registered, upTo: anchor,
      isWaiting: !registered.isEmpty)
  }

  private func wake() {
    let isFirst = isLookAwaited.withLock { isAwaited in
      defer { isAwaited = true }
      return !isAwaited
    }
    guard isFirst else { return }
    execution.queue.async { [self] in
      isLookAwaited.withLock { $0 = false }
      look()
    }
  }

  /// Looks for changes and tells of them, if it is time.
  private func look() {
    guard execution.isRunning else { return }
    do {
      let reader = store.reader
      let (pending, anchor, lastCall) = try state.withLock { state in
        // While a delivery is under way nothing is read: all that comes is one more.
        guard !state.isWaiting else { return (Set<HKSampleType>(), StoreAnchor(), nil as Date?) }
        state.pending.formUnion(try state.feed.update(reader) ?? [])
        return (state.pending, state.feed.anchor, state.lastCall)
      }
      guard !pending.isEmpty else { return }
      let registered = registrations(of: pending, history: anchor.store)
      let now = reader.now()
      var isDue = registered.count < pending.count
      var earliest: Date?
      for var delivery in registered {
        // A delivery that was completed counts, also where that could not be noted.
        if let lastCall { delivery.last = max(delivery.last ?? lastCall, lastCall) }
        delivery.attempt = nil
        switch delivery.step(isPending: true, now: now) {
        case .due: isDue = true
        case .wait(let instant): earliest = min(earliest ?? instant, instant)
        case .idle, .missed, .stopped: break
        }
      }
      if isDue {
        let live = registered.filter { !$0.isStopped }
        let stopped = Set(registered.filter(\.isStopped).map(\.type))
        call(
          pending.filter { !stopped.contains($0.identifier) }, deliveries: live, upTo: anchor, isWaiting: !live.isEmpty)
      } else if let earliest {
        lookAgain(at: earliest, now: now)
      }
    } catch {
      fail(error)
    }
  }

  private func lookAgain(at instant: Date, now: Date) {
    let isFirst = state.withLock { state in
      // An earlier one looks, and finds that it is not time yet.
      if let next = state.nextLook, next > now, next <= instant { return false }
      state.nextLook = instant
      return true
    }
    guard isFirst else { return }
    // Weakly: a query that is stopped meanwhile should not keep its handlers for a week.
    execution.queue.asyncAfter(wallDeadline: .now() + max(0, instant.timeIntervalSince(now))) { [weak self] in
      guard let self, state.withLock({ $0.nextLook == instant }) else { return }
      state.withLock { $0.nextLook = nil }
      look()
    }
  }

  /// - Parameters:
  ///   - types: what the handler is told of.
  ///   - isWaiting: whether the call is a delivery, and is waited for.
  private func call(
    _ types: Set<HKSampleType>, deliveries: [DeliveryRegistration], upTo anchor: StoreAnchor, isWaiting: Bool
  ) {
    let now = store.reader.now()
    let call = state.withLock { state in
      let call = Call(
        number: (state.call?.number ?? 0) + 1, began: now, anchor: anchor, types: types, deliveries: deliveries)
      (state.call, state.isWaiting) = (call, isWaiting)
      state.pending.subtract(types)
      return call
    }
    if isWaiting, let timeout = deliveries.map(\.timeout).max() {
      execution.queue.asyncAfter(wallDeadline: .now() + timeout) { [weak self] in self?.expire(call.number) }
    }
    execution.deliver {
      handler(types, { [weak self] in self?.complete(call) }, nil)
    }
  }

  /// The client says that it is done. May be called by any thread, and more than once.
  private func complete(_ call: Call) {
    guard !call.deliveries.isEmpty else { return }
    execution.queue.async { [weak self] in
      guard let self else { return }
      let isLatest = state.withLock { state in
        guard state.call?.number == call.number, !(state.call?.deliveries.isEmpty ?? true) else { return false }
        state.call?.deliveries = []
        // One that comes too late has been missed, but not been lost.
        state.pending.subtract(call.types)
        state.isWaiting = false
        state.lastCall = call.began
        return true
      }
      guard isLatest else { return }
      // A store that cannot be written to is told by the next completion.
      try? store.door.writing().completeDeliveries(
        client: store.configuration.client.bundleIdentifier, types: Set(call.deliveries.map(\.type)),
        upTo: call.anchor, began: call.began)
      look()
    }
  }

  /// The time for a delivery is over.
  private func expire(_ number: Int) {
    let call: Call? = state.withLock { state in
      guard state.isWaiting, let call = state.call, call.number == number else { return nil }
      state.isWaiting = false
      state.pending.formUnion(call.types)
      return call
    }
    guard let call, execution.isRunning else { return }
    // A first call that told of nothing is no delivery.
    guard !call.types.isEmpty else { return look() }
    let now = store.reader.now()
    var stopped: [String] = []
    for delivery in registrations(of: Set(call.types), history: call.anchor.store) {
      let noted = try? store.note(delivery) { $0.miss(at: now) }
      if noted?.isStopped == true { stopped.append(delivery.type) }
    }
    if !stopped.isEmpty {
      let client = store.configuration.client
      let error = HKError(
        .unknownError,
        reason: "Background delivery of \(stopped.sorted().joined(separator: ", ")) to \(client.bundleIdentifier) has "
          + "stopped: the completion handler of \(DeliveryRegistration.mostMisses) calls in a row was not called")
      execution.deliver { handler(nil, {}, error) }
    }
    look()
  }

  private func fail(_ error: any Error) {
    execution.deliver { handler(nil, {}, HKError.translating(error)) }
    execution.end()
  }

  private func registrations(of types: Set<HKSampleType>, history: UUID?) -> [DeliveryRegistration] {
    let registered = store.registrations(history: history)
    return types.compactMap { registered[$0.identifier] }
  }
}

/// Lets others know, for as long as it lives, that a client observes some types.
private final class PresenceToken: Sendable {
  private let presence: ObserverPresence
  private let client: String
  private let types: [String]

  init(store: HKHealthStore, types: [String]) {
    presence = store.presence
    client = store.configuration.client.bundleIdentifier
    self.types = types
    for type in types { presence.add(client: client, type: type) }
  }

  deinit {
    for type in types { presence.remove(client: client, type: type) }
  }
}
