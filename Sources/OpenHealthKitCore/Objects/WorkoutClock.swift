package import Foundation

/// The time of a workout without pauses.
package enum WorkoutClock {
  /// Seconds between start and end that were not paused, neither by the user nor by the watch.
  ///
  /// A pause without a resume lasts to the end, a second pause in a row has no effect, and a request to pause or
  /// resume is only a request. Events outside the workout are clamped to its start and end.
  package static func activeSeconds(from start: Date, to end: Date, events: [HKWorkoutEvent]) -> TimeInterval {
    var seconds: TimeInterval = 0
    var since = start
    var isPausedByWearer = false
    var isPausedByMotion = false
    for event in events.sorted(by: { $0.dateInterval.start < $1.dateInterval.start }) {
      let instant = min(max(event.dateInterval.start, start), end)
      if !isPausedByWearer, !isPausedByMotion { seconds += instant.timeIntervalSince(since) }
      since = instant
      switch event.type {
      case .pause: isPausedByWearer = true
      case .resume: isPausedByWearer = false
      case .motionPaused: isPausedByMotion = true
      case .motionResumed: isPausedByMotion = false
      case .lap, .marker, .segment, .pauseOrResumeRequest: break
      }
    }
    return isPausedByWearer || isPausedByMotion ? seconds : seconds + end.timeIntervalSince(since)
  }
}
