import Dispatch
import Foundation
import HealthModel

/// Runs a feed for a query with handlers.
final class FeedRun<Feed: LiveFeed>: Sendable {
  /// What a handler is called with.
  enum Event: Sendable {
    case first(Feed.Element)
    case update(Feed.Element)
    /// The query cannot go on. Nothing follows.
    case failure(any Error, isFirst: Bool)
  }

  private struct State {
    /// When the update begins that is on its way, which will see whatever is committed until then.
    var awaited: Date?
    var lastCall: Date?
  }

  private let state = Lock(State())
  // Apart from the rest: a feed reads for as long as it takes, and only ever on the query's own queue.
  private let feed: Lock<Feed>
  private let execution: QueryExecution
  private let reader: HealthReader
  private let deliver: @Sendable (Event) -> Void
  /// Seconds that a call must wait, by the instant of the last one and now.
  private let delay: @Sendable (Date?, Date) -> TimeInterval

  private init(
    _ feed: Feed, execution: QueryExecution, reader: HealthReader,
    delay: @escaping @Sendable (Date?, Date) -> TimeInterval, deliver: @escaping @Sendable (Event) -> Void
  ) {
    self.feed = Lock(feed)
    self.execution = execution
    self.reader = reader
    self.delay = delay
    self.deliver = deliver
  }

  /// Starts to run a feed for a query that has begun.
  ///
  /// - Parameters:
  ///   - isLive: whether the query goes on after the first event.
  ///   - delay: holds updates back.
  ///   - deliver: calls the query's handler.
  static func start(
    _ feed: Feed, for query: HKQuery, in store: HKHealthStore, isLive: Bool,
    delay: @escaping @Sendable (Date?, Date) -> TimeInterval = { _, _ in 0 },
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    let execution = query.execution
    let run = FeedRun(feed, execution: execution, reader: store.reader, delay: delay, deliver: deliver)
    let updates = store.updates
    execution.queue.async {
      do {
        // First of all, so that no commit falls between the first answer and the first update.
        if isLive { execution.keep(try updates.subscribe { run.wake() }) }
        let element = try run.feed.withLock { try $0.first(run.reader) }
        run.call(.first(element))
        if !isLive { execution.end() }
      } catch {
        run.fail(error)
      }
    }
  }

  private func wake() {
    let now = reader.now()
    let next: (begin: Date, wait: TimeInterval)? = state.withLock { state in
      let wait = delay(state.lastCall, now)
      let begin = now.addingTimeInterval(wait)
      // An earlier one takes its place: how often a query may be called can change while it waits.
      if let awaited = state.awaited, awaited <= begin { return nil }
      state.awaited = begin
      return (begin, wait)
    }
    guard let (begin, wait) = next else { return }
    if wait > 0 {
      // Weakly: a query that is stopped meanwhile should not keep its handlers for a week.
      execution.queue.asyncAfter(wallDeadline: .now() + wait) { [weak self] in self?.update(begin) }
    } else {
      execution.queue.async { self.update(begin) }
    }
  }

  private func update(_ begin: Date) {
    let isAwaited = state.withLock { state in
      guard state.awaited == begin else { return false }
      state.awaited = nil
      return true
    }
    guard isAwaited, execution.isRunning else { return }
    do {
      if let element = try feed.withLock({ try $0.update(reader.renewed()) }) { call(.update(element)) }
    } catch {
      fail(error)
    }
  }

  private func call(_ event: Event) {
    let now = reader.now()
    execution.deliver {
      state.withLock { $0.lastCall = now }
      deliver(event)
    }
  }

  private func fail(_ error: any Error) {
    execution.deliver {
      let isFirst = state.withLock { $0.lastCall == nil }
      deliver(.failure(HKError.translating(error), isFirst: isFirst))
    }
    execution.end()
  }
}
