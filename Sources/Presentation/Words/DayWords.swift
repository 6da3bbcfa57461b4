package import HealthModel

/// Relative descriptions of days.
package enum DayWords {
  /// `today`, `yesterday`, `3 days ago`, `tomorrow`, `in 3 days`.
  package static func distance(of day: Day, from today: Day) -> String {
    switch today - day {
    case 0: "today"
    case 1: "yesterday"
    case -1: "tomorrow"
    case let ago where ago > 0: "\(ago) days ago"
    case let ago: "in \(-ago) days"
    }
  }

  package static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}
