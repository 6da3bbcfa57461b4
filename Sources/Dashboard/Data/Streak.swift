import HealthAnalysis
package import HealthModel

/// The number of consecutive closed days among those that have been loaded; `StreakDay` defines the rule.
package struct Streak: Hashable, Sendable {
  package var days: Int
  /// The first unknown day, going back: the streak has at least `days` days. Nil if its start is known.
  package var unknownFrom: Day?

  /// Counts back from a day.
  ///
  /// - Parameters:
  ///   - last: the day to count from; one after today counts as today.
  ///   - today: the only day that may be open.
  ///   - loaded: the days that have been loaded.
  /// - Complexity: O(length of the streak and its pauses).
  package init(upTo last: Day, today: Day, in loaded: DataCache) {
    let length = StreakLength(upTo: min(last, today)) { day in
      loaded.isKnown(day) ? StreakDay(loaded.summary(of: day), isOver: day < today) : .unknown
    }
    days = length.days
    unknownFrom = length.unknownFrom
  }
}
