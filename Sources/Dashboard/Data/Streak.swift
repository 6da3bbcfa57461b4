package import HealthModel

/// How many days in a row were closed.
///
/// A closed day counts. Today, while it is open, does not break a streak; a paused day neither counts nor breaks.
package struct Streak: Hashable, Sendable {
  package var days: Int
  /// The first day, going back, about which nothing is known yet: the streak has at least `days` days. nil where it
  /// has been counted to its end.
  package var unknownFrom: Day?

  /// Counts back from a day.
  ///
  /// - Parameters:
  ///   - last: the day to count from; one after today counts as today.
  ///   - today: the only day that may be open.
  ///   - loaded: the days that have been read.
  /// - Complexity: O(length of the streak and its pauses).
  package init(upTo last: Day, today: Day, in loaded: DataCache) {
    var day = min(last, today)
    days = 0
    while true {
      guard loaded.isKnown(day) else {
        unknownFrom = day
        return
      }
      let summary = loaded.summary(of: day)
      if summary?.isPaused == true {
        // Neither counts nor breaks.
      } else if summary?.isClosed == true {
        days += 1
      } else if day != today {
        return
      }
      guard day > Self.firstDay else { return }
      day = day - 1
    }
  }

  /// No day lies before it, so that a store of nothing but pauses comes to an end.
  static let firstDay = Day(number: 0)
}
