import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation

/// The output of `ringtop add`: what was added, when, and the day's new total.
package struct AddMessage: Sendable {
  let added: AddedSample
  let start: Date
  let end: Date
  let store: StoreConnection
  let now: Date
  let formatting: Formatting

  /// For the list of changes that can be undone: `add 120 kcal to Move, 2026-11-19 14:30`.
  package var title: String {
    get throws {
      let day = try store.reading().day(at: start)
      return "add \(what), \(day) \(try clock(start, Formatting.english))"
    }
  }

  /// `Added 120 kcal to Move, today at 23:00. Move is now 240/640 kcal, 37%.`
  package var sentence: String {
    get throws {
      let today = try store.reading().day(at: now)
      let day = try store.reading().day(at: start)
      // Of another year, the year is said: it may have been typed by mistake.
      let date = day.fields.year == today.fields.year ? formatting.shortDate(day) : formatting.date(day)
      let word = day == today ? "today" : day == today - 1 ? "yesterday" : "on " + date
      let span =
        try start == end
        ? "at \(clock(start, formatting))" : "from \(clock(start, formatting)) to \(clock(end, formatting))"
      return "Added \(what), \(word) \(span)." + (try total(day, word).map { " " + $0 } ?? "")
    }
  }

  private var what: String {
    if added.isHour { return "an hour to Stand" }
    if added.amount.isEmpty { return added.subject }
    // Not "500 steps to Steps".
    let unit = added.amount.split(separator: " ").last ?? ""
    return [unit, unit + "s"].contains(added.subject.lowercased()[...])
      ? added.amount : "\(added.amount) to \(added.subject)"
  }

  private func clock(_ date: Date, _ formatting: Formatting) throws -> String {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try store.reading().zone(of: try store.reading().day(at: date))
    let fields = calendar.dateComponents([.hour, .minute], from: date)
    return formatting.time(hour: fields.hour ?? 0, minute: fields.minute ?? 0)
  }

  /// The day's new total; nil if values are not summed.
  private func total(_ day: Day, _ word: String) throws -> String? {
    let when = word == "today" ? "" : word + " "
    if let ring = added.ring {
      let words = RingWords(ring, of: try store.reading().summaries(day...day).first, formatting: formatting)
      return "\(ring.name) \(when)is now \(words.amount())" + (words.percentText.map { ", \($0)." } ?? ".")
    }
    guard added.isCumulative, let sum = try sum(of: day) else { return nil }
    return "\(added.subject) \(word): \(formatting.amount(sum, of: added.type.identifier))."
  }

  private func sum(of day: Day) throws -> Double? {
    try store.reading().dailyStatistics(added.type.identifier, day...day)[0]?.sum
  }
}
