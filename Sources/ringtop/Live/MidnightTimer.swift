import Curses
import Dispatch
import Foundation

/// Wakes a loop at an instant by the wall clock: also after the machine has slept over it, or its clock was set.
final class MidnightTimer {
  private let waker: Waker
  private var source: (any DispatchSourceTimer)?
  private var instant: Date?

  init(waker: Waker) {
    self.waker = waker
  }

  /// Sets the one instant to wake at; the last call counts.
  ///
  /// - Parameter now: what the program takes for the present, which a test may have moved.
  func set(_ instant: Date, now: Date) {
    guard instant != self.instant else { return }
    self.instant = instant
    source?.cancel()
    let timer = DispatchSource.makeTimerSource(queue: .global())
    timer.schedule(wallDeadline: .now() + max(0, instant.timeIntervalSince(now)), leeway: .milliseconds(1))
    let waker = waker
    timer.setEventHandler { waker.wake() }
    timer.resume()
    source = timer
  }

  deinit {
    source?.cancel()
  }
}
