import Curses
import Dashboard
import Foundation
import HealthModel
import OpenHealthKit
import Synchronization

/// Hands on a status line whenever its text changes, and does nothing in between: it wakes when a summary has changed
/// and at midnight.
struct StatusFollower {
  let store: HKHealthStore
  let clock: @Sendable () -> Date
  let line: (StatusSnapshot) -> String
  let reader: StatusReader

  /// What became of a text that was handed on.
  enum Delivery {
    case taken
    /// Who takes it did not do so in time.
    case later
    /// There is nobody any more.
    case refused
  }

  /// Runs until the reader of standard output has gone, or for ever.
  ///
  /// - Parameter hand: takes a new text.
  func run(hand: (String) throws -> Delivery) throws {
    let waker = try Waker()
    let midnight = MidnightTimer(waker: waker)
    let changes = SummaryChanges(store: store, waker: waker)
    defer { changes.stop() }
    var last: String?
    while true {
      let now = clock()
      let snapshot = try reader.snapshot(at: now, isStrict: false)
      let text = line(snapshot)
      if text != last {
        switch try hand(text) {
        case .taken: last = text
        case .later: last = nil
        case .refused: return
        }
      }
      // After the first line, which waits for nothing; what is committed in between comes as the query's first result.
      let retry = changes.follow(reader.needsStreak ? nil : snapshot.day, now: now)
      if last == nil {
        midnight.set(now.addingTimeInterval(5), now: now)
      } else if snapshot.problem == .busy {
        // Who keeps the whole file to itself may go without a signal.
        midnight.set(now.addingTimeInterval(1), now: now)
      } else if let retry {
        midnight.set(retry, now: now)
      } else if let day = snapshot.day, let end = try? store.intervals(of: day...day).first?.interval.upperBound {
        midnight.set(end, now: now)
      }
      guard wait(waker: waker) else { return }
      waker.acknowledge()
    }
  }

  /// Waits for something to happen; false when nobody reads the output any more.
  private func wait(waker: Waker) -> Bool {
    var polled = [
      // Asked for nothing, poll still tells of an error, which is what a pipe without a reader has.
      pollfd(fd: 1, events: 0, revents: 0),
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&polled, nfds_t(polled.count), -1) < 0, errno == EINTR {}
    return Int32(polled[0].revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
  }
}

/// Wakes a loop when an activity summary has changed, by HealthKit's own query.
private final class SummaryChanges {
  /// What the query's handler tells from whatever thread it is called on.
  private final class Outcome: Sendable {
    let hasFailed = Atomic(false)
  }

  private let store: HKHealthStore
  private let waker: Waker
  private var query: HKActivitySummaryQuery?
  private var outcome = Outcome()
  private var day: Day?
  /// When a query that has failed is made anew.
  private var retry: Date?

  /// Seconds after which a query that has failed is made anew.
  private static let retryInterval = 2.0

  init(store: HKHealthStore, waker: Waker) {
    self.store = store
    self.waker = waker
  }

  /// Follows a day with its neighbours, whose limits it shares; every day where nil.
  ///
  /// - Returns: when to call again, where the query has failed and is to be made anew then.
  func follow(_ day: Day?, now: Date) -> Date? {
    if outcome.hasFailed.exchange(false, ordering: .relaxed) {
      stop()
      retry = now.addingTimeInterval(Self.retryInterval)
    }
    if let retry, now < retry { return retry }
    retry = nil
    guard query == nil || day != self.day else { return nil }
    stop()
    self.day = day
    let predicate = day.map {
      HKQuery.predicate(forActivitySummariesBetweenStart: ($0 - 1).components, end: ($0 + 1).components)
    }
    let outcome = Outcome()
    self.outcome = outcome
    let handler: HKActivitySummaryQuery.Handler = { [waker] _, _, error in
      if error != nil { outcome.hasFailed.store(true, ordering: .relaxed) }
      waker.wake()
    }
    let query = HKActivitySummaryQuery(predicate: predicate, resultsHandler: handler)
    query.updateHandler = handler
    self.query = query
    store.execute(query)
    return nil
  }

  func stop() {
    if let query { store.stop(query) }
    query = nil
  }
}

extension Day {
  /// The day as HealthKit's predicates want it.
  fileprivate var components: DateComponents {
    let (year, month, day) = fields
    return DateComponents(calendar: Calendar(identifier: .gregorian), year: year, month: month, day: day)
  }
}
