import Curses
import Dispatch
import Foundation

/// Wakes a loop at an instant by the wall clock: also after the machine has slept over it, or its clock was set.
final class MidnightTimer {
  private let source: any DispatchSourceTimer

  init(waker: Waker) {
    source = DispatchSource.makeTimerSource(queue: .global())
    source.setEventHandler { waker.wake() }
    source.resume()
  }

  /// Sets the one instant to wake at; the last call counts.
  ///
  /// To be called again after each wake-up, also for the same instant: clocks that are set back, and timers that are a
  /// moment early, wake before it.
  ///
  /// - Parameter now: what the program takes for the present, which a test may have moved.
  func set(_ instant: Date, now: Date) {
    source.schedule(
      wallDeadline: .now() + max(0, instant.timeIntervalSince(now)), leeway: .milliseconds(1))
  }

  deinit {
    source.cancel()
  }
}
