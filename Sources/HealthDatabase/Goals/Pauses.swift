import GRDB
import HealthModel

/// The days on which the user's rings do not count.
struct Pauses {
  private let spans: [ClosedRange<Int>]

  init(_ db: Database, days: ClosedRange<Day>) throws {
    spans = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT first_day, last_day FROM pause WHERE first_day <= ? AND last_day >= ?"),
      arguments: [days.upperBound.number, days.lowerBound.number]
    ).compactMap { row in
      let first = try row.day(0, "pause").number
      let last = try row.day(1, "pause").number
      return first <= last ? first...last : nil
    }
  }

  func contains(_ day: Day) -> Bool {
    spans.contains { $0.contains(day.number) }
  }
}
