package import Curses
import Dispatch
package import Foundation

/// Wakes an event loop at a wall clock time, even after the machine was suspended or its clock was set.
package final class MidnightTimer {
  private let source: any DispatchSourceTimer

  package init(waker: Waker) {
    source = DispatchSource.makeTimerSource(queue: .global())
    source.setEventHandler { waker.wake() }
    source.resume()
  }

  /// Sets the time to wake up, replacing the previous one.
  ///
  /// Call it again after each wake-up, even for the same time: if the clock is set back, or the timer is slightly
  /// early, it wakes up too soon.
  ///
  /// - Parameter now: the current time of the program's clock, which tests may change.
  package func set(_ instant: Date, now: Date) {
    source.schedule(
      wallDeadline: .now() + max(0, instant.timeIntervalSince(now)), leeway: .milliseconds(1))
  }

  deinit {
    source.cancel()
  }
}
