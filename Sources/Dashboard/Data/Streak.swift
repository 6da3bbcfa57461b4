package import HealthModel

/// How many days in a row were closed, among those that have been read; the rule is `StreakDay`'s.
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
    let length = StreakLength(upTo: min(last, today)) { day in
      loaded.isKnown(day) ? StreakDay(loaded.summary(of: day), isOver: day < today) : .unknown
    }
    days = length.days
    unknownFrom = length.unknownFrom
  }
}
