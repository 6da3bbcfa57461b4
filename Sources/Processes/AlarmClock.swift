package import Foundation

/// Wakes an event loop that has a `SignalPipe` for SIGALRM at a wall clock time, even if the machine was suspended. It
/// needs neither polling nor a thread.
package final class AlarmClock {
  #if canImport(Darwin)
    // This platform has no wall clock timers; the caller gets a timeout instead.
    private var due: Date?
  #else
    // The first timer of a process is number 0, which looks like a null pointer.
    private var timer: timer_t?
    private var hasTimer = false
  #endif

  package init() {
    #if !canImport(Darwin)
      // By default, the system sends SIGALRM.
      hasTimer = timer_create(CLOCK_REALTIME, nil, &timer) == 0
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      if hasTimer { timer_delete(timer) }
    #endif
  }

  /// Sets the time to wake up, replacing the previous one; nil is never.
  ///
  /// - Parameters:
  ///   - now: the current time of the program's clock, which tests may change.
  /// - Returns: the timeout for `poll` in milliseconds; -1 if the signal is sent automatically.
  package func set(_ instant: Date?, now: Date) -> Int32 {
    // A distant time must not overflow; after an early wake-up, the caller sets it again.
    let wait = instant.map { min(max(0, $0.timeIntervalSince(now)), 86_400 * 30) }
    #if canImport(Darwin)
      return wait.map { Int32(clamping: Int(($0 * 1_000).rounded(.up))) } ?? -1
    #else
      guard hasTimer else { return wait.map { Int32(clamping: Int(($0 * 1_000).rounded(.up))) } ?? -1 }
      var setting = itimerspec()
      if let wait {
        let end = Date().timeIntervalSince1970 + wait
        setting.it_value.tv_sec = Int(end.rounded(.down))
        setting.it_value.tv_nsec = Int((end - end.rounded(.down)) * 1e9)
        // Zero would disable the timer.
        if wait <= 0 { return 0 }
      }
      timer_settime(timer, Int32(TIMER_ABSTIME), &setting, nil)
      return -1
    #endif
  }
}
