import Dispatch
import Foundation
import HealthModel

/// Runs a feed for a query with handlers.
final class FeedRun<Feed: LiveFeed>: Sendable {
  /// The arguments of a handler.
  enum Event: Sendable {
    case first(Feed.Element)
    case update(Feed.Element)
    /// The query has failed. Nothing follows.
    case failure(any Error, isFirst: Bool)
  }

  private struct State {
    /// Whether an update is pending, which will include everything committed until then.
    var isAwaited = false
    var hasCalled = false
  }

  private let state = Lock(State())
  // Separate from the other state: a feed is used only on the query's own queue, for as long as a read takes.
  private let feed: Lock<Feed>
  private let execution: QueryExecution
  private let reader: ClientReader
  private let deliver: @Sendable (Event) -> Void

  private init(
    _ feed: Feed, execution: QueryExecution, reader: ClientReader, deliver: @escaping @Sendable (Event) -> Void
  ) {
    self.feed = Lock(feed)
    self.execution = execution
    self.reader = reader
    self.deliver = deliver
  }

  /// Starts a feed for a query that has begun.
  ///
  /// - Parameters:
  ///   - isLive: whether the query continues after the first event.
  ///   - deliver: calls the query's handler.
  static func start(
    _ feed: Feed, for query: HKQuery, in store: HKHealthStore, isLive: Bool,
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    let execution = query.execution
    let run = FeedRun(feed, execution: execution, reader: store.reader, deliver: deliver)
    let updates = store.updates
    execution.queue.async {
      do {
        // First, so that no commit is missed between the first result and the first update.
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
    let isFirst = state.withLock { state in
      defer { state.isAwaited = true }
      return !state.isAwaited
    }
    if isFirst { execution.queue.async { self.update() } }
  }

  private func update() {
    state.withLock { $0.isAwaited = false }
    guard execution.isRunning else { return }
    do {
      if let element = try feed.withLock({ try $0.update(reader.renewed()) }) { call(.update(element)) }
    } catch {
      fail(error)
    }
  }

  private func call(_ event: Event) {
    execution.deliver {
      state.withLock { $0.hasCalled = true }
      deliver(event)
    }
  }

  private func fail(_ error: any Error) {
    execution.deliver {
      let isFirst = state.withLock { !$0.hasCalled }
      deliver(.failure(HKError.translating(error), isFirst: isFirst))
    }
    execution.end()
  }
}
