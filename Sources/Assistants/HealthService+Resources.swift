import Foundation
import HealthAnalysis
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import Reports
import Rings

/// What clients can read besides answers: what the numbers mean, and the card of a day.
extension HealthService {
  private static let numbers = "ringtop://numbers"
  private static let measures = "ringtop://measures"
  private static let cardPrefix = "ringtop://day/"
  private static let cardSuffix = "/card.svg"

  var resources: JSONValue {
    [
      [
        "uri": .text(Self.numbers), "name": "numbers", "title": "What the numbers mean", "mimeType": "text/markdown",
        "description": "Merging of sources, days and time zones, rings, goals, Apple's summary and ours.",
      ],
      [
        "uri": .text(Self.measures), "name": "measures", "title": "Measures", "mimeType": "text/markdown",
        "description": "How training load, recovery and sleep measures are computed.",
      ],
      [
        "uri": .text(Self.cardPrefix + "today" + Self.cardSuffix), "name": "today", "title": "The rings of today",
        "mimeType": "image/svg+xml", "description": "A card with the three rings, to look at: 100 KB.",
      ],
      [
        "uri": .text(DayPage.address), "name": "day-rings", "title": "The rings of an answer",
        "mimeType": .text(DayPage.type),
        "description": "A page that shows the rings of an answer of the tool day.",
      ],
    ]
  }

  var resourceTemplates: JSONValue {
    [
      [
        "uriTemplate": .text(Self.cardPrefix + "{date}" + Self.cardSuffix), "name": "day-card",
        "title": "The rings of a day", "mimeType": "image/svg+xml",
        "description": "A card with the three rings of a date, such as 2026-11-19.",
      ]
    ]
  }

  /// - Throws: `RPCError` where the client may not see it, or there is no store.
  func read(_ address: String, _ caller: Caller) throws -> JSONValue? {
    func content(_ type: String, _ text: String) -> JSONValue {
      ["uri": .text(address), "mimeType": .text(type), "text": .text(text)]
    }
    switch address {
    case Self.numbers: return content("text/markdown", Self.numbersText)
    case Self.measures: return content("text/markdown", Self.measuresText)
    case DayPage.address: return content(DayPage.type, DayPage.html)
    default: break
    }
    guard address.hasPrefix(Self.cardPrefix), address.hasSuffix(Self.cardSuffix),
      address.utf8.count > Self.cardPrefix.utf8.count + Self.cardSuffix.utf8.count, address.utf8.count < 200
    else { return nil }
    let date = address.dropFirst(Self.cardPrefix.count).dropLast(Self.cardSuffix.count)
    do {
      let context = try context(caller)
      try context.sharing.require(TypeIdentifier.activitySummary)
      let day = try context.day(date.removingPercentEncoding ?? String(date))
      let summaries = try context.store.summaries((day - 27)...day)
      let card = Card.day(
        day, summaries.last, palette: .standard, isMoveOnly: summaries.knowOnlyMove, formatting: context.formatting)
      return content("image/svg+xml", card.svg())
    } catch let refusal as Refusal {
      throw RPCError(.invalidParams, refusal.sentence)
    }
  }

  static let numbersText = """
    # What the numbers mean

    - **Merging.** Samples of phone and watch are never added up. At every moment the source of highest rank counts (entered \
    by hand, watch, iPhone, others), and the next one fills the gaps. Sums of samples without merging are too high.
    - **Days.** A day is the calendar day in the time zone where the person was. A sample across midnight is split.
    - **Unknown is not zero.** A day without data is unknown. Means use only days with data, and each answer says how many \
    there are.
    - **Rings.** Move is active energy in kcal (for children move time in min), Exercise is minutes, Stand is the number of \
    hours in which the person stood. A ring is closed when its value reaches its goal. A paused day has no rings to close.
    - **Apple's summary and ours.** A day that was over when the export was made has Apple's own numbers, plus later changes \
    of samples. Other days are computed from the samples. The tool audit has both, with the reason for each difference.
    - **Heart rate.** A mean over time: each quarter hour with samples counts the same. The mean of all samples is mostly \
    that of workouts, in which a watch measures every few seconds.
    - **Sleep.** A night belongs to the day of waking up, and comes from the best source of that night.
    - **Measures** have published formulas, and a reason where there are too few data. They are no medical advice.

    """

  static var measuresText: String {
    let lines = MeasureName.allCases.map { measure in
      "- **\(measure.rawValue)**" + (measure.unit.isEmpty ? "" : ", in \(measure.unit)") + ": \(measure.rule)"
    }
    return "# Measures\n\nAsk the tool statistics with one of these types, by day.\n\n" + lines.joined(separator: "\n")
      + "\n"
  }
}
