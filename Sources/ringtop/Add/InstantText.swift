import Dashboard
import Foundation
import HealthModel

/// A moment as a person types it: `14:30`, `yesterday 7:05`, `2026-11-19 14:30`, or ISO 8601 with a zone.
struct InstantText {
  let date: Date

  /// - Parameter zone: the zone of the wearer on a day, for moments without one.
  init(_ text: String, now: Date, today: Day, zone: (Day) throws -> TimeZone) throws {
    if let exact = try? Date(text, strategy: .iso8601) {
      date = exact
      return
    }
    let words = text.replacing("T", with: " ").split(separator: " ").map(String.init)
    let fields = (words.last ?? "").split(separator: ":").map { Int($0) }
    let dayText = words.dropLast().joined(separator: " ")
    guard [2, 3].contains(fields.count), let hour = fields[0], let minute = fields[1],
      (0...23).contains(hour), (0...59).contains(minute),
      let day = dayText.isEmpty ? today : DateQuery(dayText)?.day(today: today)
    else {
      throw Failure(.usage, "\"\(text)\" is no time. Try 14:30, \"yesterday 14:30\" or 2026-11-19T14:30:00Z.")
    }
    let second = fields.count == 3 ? fields[2] ?? 0 : 0
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try zone(day)
    let (year, month, dayOfMonth) = day.fields
    guard
      let found = calendar.date(
        from: DateComponents(
          year: year, month: month, day: dayOfMonth, hour: hour, minute: minute, second: second))
    else {
      throw Failure(.usage, "There is no \(text).")
    }
    date = found
  }
}
