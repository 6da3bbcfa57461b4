import Curses
import Dashboard
import Foundation
import HealthModel
import OpenHealthKit

/// Hands on a status line whenever its text changes, and does nothing in between: it wakes on the store's signal and
/// at midnight.
///
/// It watches the store itself rather than by a query: a query's queues start the thread pool of Dispatch, whose monitor
/// wakes every second on Linux for as long as the process lives.
struct StatusFollower {
  let store: HKHealthStore
  let clock: @Sendable () -> Date
  let line: (StatusSnapshot) -> String
  let reader: StatusReader
  /// Makes it look again.
  let waker: Waker

  init(
    store: HKHealthStore, clock: @escaping @Sendable () -> Date, line: @escaping (StatusSnapshot) -> String,
    reader: StatusReader
  ) throws {
    self.store = store
    self.clock = clock
    self.line = line
    self.reader = reader
    waker = try Waker()
  }

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
    let midnight = MidnightTimer(waker: waker)
    var watch = try? store.watch()
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
        // Who keeps the whole file to itself may go without a signal.
        midnight.set(now.addingTimeInterval(1), now: now)
      } else if let day = snapshot.day, let end = try? store.intervals(of: day...day).first?.interval.upperBound {
        midnight.set(end, now: now)
      }
      guard wait(waker: waker, watch: watch) else { return }
      waker.acknowledge()
      _ = watch?.drain()
      if watch == nil { watch = try? store.watch() }
    }
  }

  /// Waits for something to happen; false when nobody reads the output any more.
  private func wait(waker: Waker, watch: StoreWatch?) -> Bool {
    var polled = [
      // Asked for nothing, poll still tells of an error, which is what a pipe without a reader has.
      pollfd(fd: 1, events: 0, revents: 0),
      pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    if let watch { polled.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0)) }
    while poll(&polled, nfds_t(polled.count), -1) < 0, errno == EINTR {}
    return Int32(polled[0].revents) & (POLLERR | POLLHUP | POLLNVAL) == 0
  }
}
