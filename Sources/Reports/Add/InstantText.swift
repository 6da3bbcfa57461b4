import Foundation
import HealthModel
import Presentation
import Processes

/// An instant as typed by users: `14:30`, `2:30pm`, `yesterday 7:05`, `14.11. 9:30`, `2 hours ago`, or ISO 8601.
struct InstantText {
  let date: Date

  /// - Parameters:
  ///   - zone: the user's zone on a day, for instants without one.
  ///   - context: the reference point of relative dates.
  init(_ text: String, now: Date, context: DateContext, zone: (Day) throws -> TimeZone) throws {
    if let exact = (try? Date(text, strategy: .iso8601)) ?? Self.ago(text, now: now) {
      date = exact
      return
    }
    var words = Self.withoutSeparator(text).lowercased().split(separator: " ").map(String.init)
    // `2:30 pm` as two words.
    if let last = words.last, ["am", "pm"].contains(last), words.count > 1 {
      words.removeLast()
      words[words.count - 1] += last
    }
    if words.count > 1, words[words.count - 2] == "at" { words.remove(at: words.count - 2) }
    let dayText = words.dropLast().joined(separator: " ")
    guard let time = words.last.flatMap(Self.time),
      let day = dayText.isEmpty ? context.today : DateQuery(dayText)?.day(in: context)
    else {
      throw Failure(
        .usage,
        "\"\(text.prefix(60))\" is not a time. Try 14:30, \"yesterday 14:30\", \"2 hours ago\" or 2026-11-19T14:30:00Z."
      )
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try zone(day)
    let (year, month, dayOfMonth) = day.fields
    guard
      let found = calendar.date(
        from: DateComponents(
          year: year, month: month, day: dayOfMonth, hour: time.hour, minute: time.minute, second: time.second))
    else {
      throw Failure(.usage, "The time \(text.prefix(60)) does not exist.")
    }
    date = found
  }

  /// The T between date and time, which may also be the first letter of a word.
  private static func withoutSeparator(_ text: String) -> String {
    text.replacing(/(\d)[Tt](\d)/) { "\($0.1) \($0.2)" }
  }

  private static func ago(_ text: String, now: Date) -> Date? {
    let words = text.lowercased().split(separator: " ").map(String.init)
    if words == ["now"] { return now }
    guard words.count == 3, words[2] == "ago", let count = words[0] == "an" || words[0] == "a" ? 1 : Double(words[0]),
      count >= 0, count < 1e6
    else { return nil }
    switch words[1] {
    case "min", "mins", "minute", "minutes": return now.addingTimeInterval(-count * 60)
    case "h", "hour", "hours": return now.addingTimeInterval(-count * 3_600)
    default: return nil
    }
  }

  /// `14:30`, `14:30:05`, `2:30pm`, `2pm`.
  private static func time(_ word: String) -> (hour: Int, minute: Int, second: Int)? {
    let isTwelve = word.hasSuffix("am") || word.hasSuffix("pm")
    let digits = isTwelve ? word.dropLast(2) : Substring(word)
    let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(\.isASCIIDigit) }),
      isTwelve ? (1...3).contains(parts.count) : [2, 3].contains(parts.count)
    else { return nil }
    let fields = parts.compactMap { Int($0) } + [0, 0]
    var hour = fields[0]
    if isTwelve {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (word.hasSuffix("pm") ? 12 : 0)
    }
    guard hour < 24, fields[1] < 60, fields[2] < 60 else { return nil }
    return (hour, fields[1], fields[2])
  }
}
