package import Curses
package import Foundation
package import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
package import StatusLine
import StoreFiles

/// Passes on a status line whenever its text changes, and sleeps in between: it wakes up on the store's signal and at
/// midnight.
///
/// It watches the store directly and not with a query, because a query's queues start Dispatch's thread pool, whose
/// monitor wakes up every second on Linux for the lifetime of the process.
package struct StatusFollower {
  let store: StoreConnection
  let clock: @Sendable () -> Date
  let line: (StatusSnapshot) -> String
  let reader: StatusReader
  /// Makes it read the store again.
  package let waker: Waker

  package init(
    store: StoreConnection, clock: @escaping @Sendable () -> Date, line: @escaping (StatusSnapshot) -> String,
    reader: StatusReader
  ) throws {
    self.store = store
    self.clock = clock
    self.line = line
    self.reader = reader
    waker = try Waker()
  }

  /// The result of passing on a text.
  package enum Delivery {
    case taken
    /// The recipient did not accept it in time.
    case later
    /// The recipient has gone.
    case refused
  }

  /// Runs until the reader of standard output has gone, or forever.
  ///
  /// - Parameter hand: receives a new text.
  package func run(hand: (String) throws -> Delivery) throws {
    let midnight = MidnightTimer(waker: waker)
    var watch = try? StoreWatcher(store)
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
      if last == nil {
        midnight.set(now.addingTimeInterval(5), now: now)
      } else if snapshot.problem == .busy {
        // A program that locks the whole file may release it without a signal.
        midnight.set(now.addingTimeInterval(1), now: now)
      } else if let end = snapshot.summary?.interval.upperBound ?? end(of: snapshot.day) {
        midnight.set(end, now: now)
      }
      guard wait(waker: waker, watch: watch) else { return }
      waker.acknowledge()
      _ = watch?.drain()
      if watch == nil { watch = try? StoreWatcher(store) }
    }
  }

  private func end(of day: Day?) -> Date? {
    day.flatMap { try? store.reading().intervals(of: $0...$0).first?.interval.upperBound }
  }

  /// Waits for an event; false if the reader of the output has gone.
  private func wait(waker: Waker, watch: StoreWatcher?) -> Bool {
    var polled = [
      // Without requested events, poll still reports an error, as for a pipe without a reader.
      pollfd(fd: 1, events: 0, revents: 0),
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    if let watch { polled.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
    while poll(&polled, nfds_t(polled.count), -1) < 0, errno == EINTR {}
    return Int32(polled[0].revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
  }
}
