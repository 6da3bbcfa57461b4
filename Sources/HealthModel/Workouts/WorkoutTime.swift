package import FoundationEssentials

/// The time of a workout without its pauses.
package struct WorkoutTime: Hashable, Sendable {
  /// Ascending, without overlaps.
  package let spans: [Range<Date>]

  /// - Parameters:
  ///   - start: when the workout began.
  ///   - end: when it ended.
  ///   - events: pauses and resumes, by the user and by motion; others are ignored.
  package init(start: Date, end: Date, events: [WorkoutEventRecord]) {
    guard start < end else {
      spans = []
      return
    }
    var spans: [Range<Date>] = []
    var isPausedByUser = false
    var isPausedByMotion = false
    var begun: Date? = start
    for event in events.sorted(by: { $0.start < $1.start }) {
      switch event.type {
      case 1: isPausedByUser = true
      case 2: isPausedByUser = false
      case 5: isPausedByMotion = true
      case 6: isPausedByMotion = false
      default: continue
      }
      let time = min(max(event.start, start), end)
      if isPausedByUser || isPausedByMotion {
        if let from = begun, from < time { spans.append(from..<time) }
        begun = nil
      } else if begun == nil {
        begun = time
      }
    }
    if let from = begun, from < end { spans.append(from..<end) }
    self.spans = spans
  }

  private init(spans: [Range<Date>]) {
    self.spans = spans
  }

  /// What lies between two instants.
  package func part(from low: Date, to high: Date) -> WorkoutTime {
    WorkoutTime(
      spans: spans.compactMap { span in
        let (from, to) = (max(span.lowerBound, low), min(span.upperBound, high))
        return from < to ? from..<to : nil
      })
  }

  /// What lies in none of other spans, which may be in any order.
  package func without(_ others: [Range<Date>]) -> WorkoutTime {
    WorkoutTime(
      spans: others.reduce(spans) { left, other in
        left.flatMap { span in
          [
            span.clamped(to: .distantPast..<max(other.lowerBound, .distantPast)),
            span.clamped(to: other.upperBound..<max(other.upperBound, .distantFuture)),
          ].filter { !$0.isEmpty }
        }
      })
  }

  /// Seconds without pauses.
  package var duration: Double {
    spans.reduce(0) { $0 + $1.upperBound.timeIntervalSince($1.lowerBound) }
  }

  /// Seconds without pauses from the start to an instant.
  ///
  /// - Complexity: O(pauses).
  package func elapsed(at instant: Date) -> Double {
    var seconds = 0.0
    for span in spans where span.lowerBound < instant {
      seconds += min(span.upperBound, instant).timeIntervalSince(span.lowerBound)
    }
    return seconds
  }
}
