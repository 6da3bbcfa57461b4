import Dispatch
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import StoreFiles

/// Calls the handler of an observer query.
///
/// Types without background delivery are reported at every change. If delivery is enabled for a type, a call waits
/// for the end of the period and for the completion of the previous call; one that is not completed in time is
/// repeated after a pause, and after three such calls deliveries end, which is reported to the handler.
final class ObserverRun: Sendable {
  /// A call of the handler.
  private struct Call {
    var number: Int
    var began: Date
    /// The position up to which it reports changes.
    var anchor: StoreAnchor
    /// All reported types.
    var types: Set<HKSampleType>
    /// The types for which it is a delivery, with their registrations.
    var deliveries: [DeliveryRegistration]
  }

  private struct State {
    var feed: ObserverFeed
    /// Changes that have not been reported yet.
    var pending: Set<HKSampleType> = []
    /// What the latest call reported, after its time ran out: to be reported again unless it is completed after all.
    var unconfirmed: Set<HKSampleType> = []
    /// The latest call that is a delivery.
    var call: Call?
    /// Whether the latest call is a delivery that has not been completed.
    var isWaiting = false
    /// When the last completed delivery of a type began.
    var lastDeliveries: [String: Date] = [:]
    /// When the next scheduled check is; the earliest counts.
    var nextCheck: Date?
  }

  typealias Handler = @Sendable (Set<HKSampleType>?, @escaping HKObserverQueryCompletionHandler, (any Error)?) -> Void

  // Used only on the query's queue.
  private let state: Lock<State>
  /// Set by the notification of a commit, which must not block: `state` is locked while the store is read and a
  /// predicate's block is called, and one queue notifies all observers.
  private let isCheckPending = Lock(false)
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
        // First, so that no commit is missed between the first call and the second.
        execution.keep(try updates.subscribe { run.wake() })
        try run.begin()
      } catch {
        run.fail(error)
      }
    }
  }

  // MARK: - Steps, on the query's queue

  /// The first call, which reports changes from before the client was started.
  private func begin() throws {
    let reader = store.reader
    let anchor = try state.withLock { state in
      _ = try state.feed.first(reader)
      return state.feed.anchor
    }
    let registered = registrations(of: types, history: anchor.store)
    let late = registered.filter { (try? store.connection.reading().pendingChanges(for: $0).isPending) ?? false }
    let named = Set(late.map(\.type))
    call(
      types.filter { named.contains($0.identifier) }, deliveries: registered, upTo: anchor,
      isWaiting: !registered.isEmpty)
  }

  private func wake() {
    let isFirst = isCheckPending.withLock { isAwaited in
      defer { isAwaited = true }
      return !isAwaited
    }
    guard isFirst else { return }
    execution.queue.async { [self] in
      isCheckPending.withLock { $0 = false }
      look()
    }
  }

  /// Checks for changes and reports them when it is time.
  private func look() {
    guard execution.isRunning else { return }
    do {
      let reader = store.reader
      let (pending, anchor, lastDeliveries) = try state.withLock { state in
        // Nothing is read during a delivery: all changes are reported in the next one.
        guard !state.isWaiting else { return (Set<HKSampleType>(), StoreAnchor(), [String: Date]()) }
        state.pending.formUnion(try state.feed.update(reader) ?? [])
        return (state.pending.union(state.unconfirmed), state.feed.anchor, state.lastDeliveries)
      }
      guard !pending.isEmpty else { return }
      let registered = registrations(of: pending, history: anchor.store)
      let now = reader.now()
      // Those without background delivery are reported at once, and no other type with them whose time has not come.
      var due = pending.filter { type in !registered.contains { $0.type == type.identifier } }
      var deliveries: [DeliveryRegistration] = []
      var earliest: Date?
      for var delivery in registered {
        // A completed delivery counts even if that could not be stored.
        if let last = lastDeliveries[delivery.type] { delivery.last = max(delivery.last ?? last, last) }
        delivery.attempt = nil
        switch delivery.step(isPending: true, now: now) {
        case .due:
          due.formUnion(pending.filter { $0.identifier == delivery.type })
          deliveries.append(delivery)
        case .wait(let instant): earliest = min(earliest ?? instant, instant)
        case .idle, .missed, .stopped: break
        }
      }
      if !due.isEmpty { call(due, deliveries: deliveries, upTo: anchor, isWaiting: !deliveries.isEmpty) }
      if let earliest { lookAgain(at: earliest, now: now) }
    } catch {
      fail(error)
    }
  }

  private func lookAgain(at instant: Date, now: Date) {
    let isFirst = state.withLock { state in
      // An earlier check will find that it is not time yet.
      if let next = state.nextCheck, next > now, next <= instant { return false }
      state.nextCheck = instant
      return true
    }
    guard isFirst else { return }
    // Weak: a query that has been stopped should not keep its handlers for a week.
    execution.queue.asyncAfter(wallDeadline: .now() + max(0, instant.timeIntervalSince(now))) { [weak self] in
      guard let self, state.withLock({ $0.nextCheck == instant }) else { return }
      state.withLock { $0.nextCheck = nil }
      look()
    }
  }

  /// - Parameters:
  ///   - types: the types to report.
  ///   - isWaiting: whether the call is a delivery that must be completed.
  private func call(
    _ types: Set<HKSampleType>, deliveries: [DeliveryRegistration], upTo anchor: StoreAnchor, isWaiting: Bool
  ) {
    let now = store.reader.now()
    let call = state.withLock { state in
      let call = Call(
        number: (state.call?.number ?? 0) + 1, began: now, anchor: anchor, types: types, deliveries: deliveries)
      if isWaiting { (state.call, state.isWaiting) = (call, true) }
      state.pending.subtract(types)
      state.unconfirmed.subtract(types)
      return call
    }
    if isWaiting, let timeout = deliveries.map(\.timeout).max() {
      execution.queue.asyncAfter(wallDeadline: .now() + timeout) { [weak self] in self?.expire(call.number) }
    }
    execution.deliver {
      handler(types, { [weak self] in self?.complete(call) }, nil)
    }
  }

  /// Called when the client completes the delivery. May be called on any thread, and more than once.
  private func complete(_ call: Call) {
    guard !call.deliveries.isEmpty else { return }
    execution.queue.async { [weak self] in
      guard let self else { return }
      let isLatest = state.withLock { state in
        guard state.call?.number == call.number, !(state.call?.deliveries.isEmpty ?? true) else { return false }
        state.call?.deliveries = []
        // A completion that is too late counts as a miss. What changed since the call stays pending.
        state.unconfirmed.subtract(call.types)
        state.isWaiting = false
        for delivery in call.deliveries { state.lastDeliveries[delivery.type] = call.began }
        return true
      }
      guard isLatest else { return }
      // A store that cannot be written is updated by the next completion.
      try? store.connection.writing().completeDeliveries(
        client: store.configuration.client.bundleIdentifier, types: Set(call.deliveries.map(\.type)),
        upTo: call.anchor, began: call.began)
      look()
    }
  }

  /// The delivery has timed out.
  private func expire(_ number: Int) {
    let call: Call? = state.withLock { state in
      guard state.isWaiting, let call = state.call, call.number == number else { return nil }
      state.isWaiting = false
      state.unconfirmed.formUnion(call.types)
      return call
    }
    guard let call, execution.isRunning else { return }
    // A first call without changes is not a delivery.
    guard !call.types.isEmpty else { return look() }
    let now = store.reader.now()
    var stopped: [String] = []
    for delivery in registrations(of: Set(call.types), history: call.anchor.store) {
      let noted = try? store.connection.writing().note(delivery) { $0.miss(at: now) }
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

/// Indicates to other processes, for its lifetime, that a client observes some types.
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
