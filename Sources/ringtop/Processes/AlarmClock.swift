import Foundation

/// Wakes a loop that has a `SignalPipe` for SIGALRM at an instant by the wall clock: also after the machine has slept over
/// it. It costs nothing until then, and no thread.
final class AlarmClock {
  #if canImport(Darwin)
    // A timer by the wall clock is not to be had there; who waits is given how long.
    private var due: Date?
  #else
    // The first timer of a process is number 0, which reads as no pointer.
    private var timer: timer_t?
    private var hasTimer = false
  #endif

  init() {
    #if !canImport(Darwin)
      // Without a word of how, the system sends SIGALRM.
      hasTimer = timer_create(CLOCK_REALTIME, nil, &timer) == 0
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      if hasTimer { timer_delete(timer) }
    #endif
  }

  /// Sets the one instant to wake at; nil is never. The last call counts.
  ///
  /// - Parameters:
  ///   - now: what the program takes for the present, which a test may have moved.
  /// - Returns: how long `poll` may wait at most, in milliseconds; -1 where the signal will come by itself.
  func set(_ instant: Date?, now: Date) -> Int32 {
    // A clock that is far off must not overflow; whoever is woken early looks again.
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
        // All zero would be never.
        if wait <= 0 { return 0 }
      }
      timer_settime(timer, Int32(TIMER_ABSTIME), &setting, nil)
      return -1
    #endif
  }
}
