import Configuration
import Foundation
import HealthDatabase
import HealthExport
import HealthImport
import HealthModel
import HealthQueries
import OpenHealthKit
import Presentation
import Processes
import Reports

/// What a tool answers from: the store at a moment, and what the client may be told of it.
struct ToolContext: Sendable {
  let store: Store
  let source: StoreSource
  let health: HKHealthStore
  let sharing: Sharing
  /// Whether nobody waits for the answer any more.
  let isCancelled: @Sendable () -> Bool
  let environment: Environment
  let today: Day
  let dates: DateContext
  let formatting: Formatting
  let weekStart: Int

  var now: Date { source.now }

  var sharesRings: Bool { sharing.allows(TypeIdentifier.activitySummary) }

  /// The first and the last day with rings, up to today; nil where they are not shared.
  func knownDays() throws -> ClosedRange<Day>? { sharesRings ? try store.knownDays(upTo: today) : nil }

  // MARK: - Periods

  /// A range of days as the client has typed it; the last seven days without a text.
  ///
  /// - Parameter types: those whose first and last day `all` means.
  /// - Throws: `Refusal`.
  func days(_ text: String?, of types: Set<String>, standard: Int = 7) throws -> ClosedRange<Day> {
    guard let text else { return (today - (standard - 1))...today }
    let words = text.lowercased().trimmingCharacters(in: .whitespaces)
    if words == "all" || words == "ever" {
      // Apple's own days of a ring are told with the rings.
      return try (sharesRings ? store.knownDays(of: types, upTo: today) : store.days(ofTypes: types, upTo: today))
        ?? today...today
    }
    let ends = words.components(separatedBy: words.contains("..") ? ".." : " to ")
    let days: ClosedRange<Day>
    if ends.count == 2 {
      let (first, last) = (try single(ends[0]), try single(ends[1]))
      guard first.lowerBound <= last.upperBound else {
        throw Refusal("The period \(Untrusted.quoted(text)) ends before it begins.")
      }
      days = first.lowerBound...last.upperBound
    } else {
      days = try single(words)
    }
    guard days.lowerBound <= today else {
      throw Refusal("The period \(Untrusted.quoted(text)) begins after today, which is \(today).")
    }
    // The current month ends today.
    let clipped = days.lowerBound...min(today, days.upperBound)
    guard clipped.count <= Self.mostDays else {
      throw Refusal("The period is longer than \(Self.mostDays) days. Ask for a shorter one, or for all.")
    }
    return clipped
  }

  /// 60 years.
  private static let mostDays = 22_000

  private func single(_ text: String) throws -> ClosedRange<Day> {
    let text = text.trimmingCharacters(in: .whitespaces)
    if let days = rolling(text) { return days }
    guard let days = DateQuery(text)?.days(in: dates) else {
      throw Refusal(
        "\(Untrusted.quoted(text)) is not a date or a period. Write 2026-11-19, 2026-10, yesterday, last friday, last "
          + "month, last 30 days, this week, 2026-10-01 to 2026-10-14, or all. Today is \(today).")
    }
    return days
  }

  /// `last 30 days`, `past 2 weeks`, `this week`, `last week`: what ends today, or the whole week before.
  private func rolling(_ text: String) -> ClosedRange<Day>? {
    var words = text.split(separator: " ").map(String.init).filter { $0 != "the" }
    // "past month" ends today, and "last month" is the one before this.
    if words.count == 2, words[0] == "past" { words.insert("1", at: 1) }
    switch words {
    case ["this", "week"]: return today.week(startingOn: weekStart).lowerBound...today
    case ["last", "week"], ["previous", "week"]: return (today - 7).week(startingOn: weekStart)
    default: break
    }
    guard words.count == 3, ["last", "past", "previous"].contains(words[0]), let count = Int(words[1]),
      (1...10_000).contains(count)
    else { return nil }
    switch words[2] {
    case "day", "days": return (today - (count - 1))...today
    case "week", "weeks": return (today - (min(count, 3_000) * 7 - 1))...today
    case "month", "months": return (today.addingMonths(-min(count, 700)) + 1)...today
    case "year", "years": return (today.addingMonths(-min(count, 60) * 12) + 1)...today
    default: return nil
    }
  }

  /// A single day as the client has typed it; today without a text.
  func day(_ text: String?) throws -> Day {
    guard let text else { return today }
    let days = try days(text, of: RingType.ofActivity)
    guard days.count == 1 else {
      throw Refusal("\(Untrusted.quoted(text)) is more than a day. Use the tools statistics or compare for periods.")
    }
    return days.lowerBound
  }

  /// A day on which something begins, which may lie ahead.
  func future(_ text: String) throws -> Day {
    guard let days = DateQuery(text)?.days(in: environment.dates(today: today, direction: .future)), days.count == 1,
      SampleBounds.allows(days.lowerBound)
    else { throw Refusal("\(Untrusted.quoted(text)) is not a day. Today is \(today).") }
    return days.lowerBound
  }

  /// A range of days in an answer.
  func period(_ days: ClosedRange<Day>, withData: Int?) throws -> JSONValue {
    var period: JSONValue = [
      "from": .text(days.lowerBound.description), "to": .text(days.upperBound.description),
      "zone": .text(try zones(days)), "days": .count(days.count),
    ]
    if let withData { period = period.adding("daysWithData", .count(withData)) }
    return period
  }

  /// The zones in which the days are limited: one, unless the person has travelled. Journeys are told to those who may know
  /// the days of the rings or places, and the present zone to all.
  private func zones(_ days: ClosedRange<Day>) throws -> String {
    let timeline = try store.zoneTimeline()
    guard sharesRings || sharing.allows(TypeIdentifier.workoutRoute) else {
      return timeline.zone(of: today).identifier
    }
    var names: [String] = []
    for day in days.suffix(1_000) {
      let name = timeline.zone(of: day).identifier
      if names.last != name, !names.contains(name) { names.append(name) }
      if names.count > 4 { return names.prefix(4).joined(separator: ", ") + ", …" }
    }
    return names.joined(separator: ", ")
  }

  func words(_ days: ClosedRange<Day>) -> String {
    days.count == 1 ? "on \(days.lowerBound)" : "from \(days.lowerBound) to \(days.upperBound)"
  }

  /// The local time of an instant: `2026-11-19 06:45`.
  func time(_ instant: Date, in zone: TimeZone) -> String {
    SampleText.minute(instant, in: zone)
  }
}
