package import HealthModel

/// The texts for one ring of one day.
///
/// Values and percentages are rounded down, as in Apple's Fitness app, and remainders are rounded up: 599.7 of 600 is
/// shown as 599, 99% and 1 left, so that an open ring never looks closed.
package struct RingWords: Hashable, Sendable {
  package var name: String
  /// Replaces the name if there is room for only one column.
  package var letter: String
  package var unit: String
  /// Nil if unknown.
  package var value: String?
  /// Nil if there is no goal, or nothing to measure against it.
  package var goal: String?
  package var percent: Int?
  /// `138 kcal left`, `closed`, `closed, +42%`, from two laps on `closed 2 times, +18%`, `no goal`, `no data`,
  /// `not recorded` on a day that has other rings, or empty while nothing is loaded; `138 kcal short` for a day that is
  /// over.
  package var remainder: String
  /// The same without the unit: `138 left`, `+42%`, `2x +18%`.
  package var shortRemainder: String
  package var isClosed: Bool
  package var goalIsDefault: Bool

  /// - Parameters:
  ///   - summary: nil if the day has none.
  ///   - isKnown: whether the day has been loaded.
  ///   - isOver: whether nothing more can be added to the day.
  package init(
    _ ring: Ring, of summary: DaySummary?, isKnown: Bool = true, isOver: Bool = false,
    formatting: Formatting = .english
  ) {
    name = ring.name
    letter = String(ring.name.prefix(1))
    let unit = ring.unit(summary?.moveMode ?? .activeEnergy, energy: formatting.energy)
    self.unit = unit.symbol
    let isMissing = isKnown && summary?.lacks(ring) ?? false
    let shown = isMissing ? RingValue() : summary?[ring].scaled(by: unit.scale) ?? RingValue()
    goalIsDefault = shown.goalIsDefault
    isClosed = shown.isClosed
    value = shown.shownValue.map(formatting.number)
    goal = shown.shownGoal.map(formatting.number)
    percent = shown.shownPercent
    if value == nil {
      remainder = isMissing ? "not recorded" : isKnown ? "no data" : ""
      shortRemainder = remainder
    } else if goal == nil {
      remainder = "no goal"
      shortRemainder = remainder
    } else if let left = shown.shownLeft, left > 0 {
      let word = isOver ? "short" : "left"
      (remainder, shortRemainder) = (
        "\(formatting.number(left)) \(unit.symbol) \(word)", "\(formatting.number(left)) \(word)"
      )
    } else if let percent, percent > 100 {
      // Three laps look like two in the ring.
      let laps = percent / 100
      let times = laps > 1 ? "\(formatting.number(laps))x" : nil
      let over = percent % 100 > 0 ? "+\(percent % 100)%" : nil
      remainder =
        "closed" + (laps > 1 ? " \(formatting.number(laps)) times" : "") + (over.map { ", " + $0 } ?? "")
      shortRemainder = [times, over].compactMap { $0 }.joined(separator: " ")
    } else {
      (remainder, shortRemainder) = ("closed", "closed")
    }
  }

  /// `77%`; nil without a value or a goal.
  package var percentText: String? {
    percent.map { "\($0)%" }
  }

  /// `120/640 kcal`, followed by `*` for a default goal; `-/640 kcal` for a day without data, `-` for a ring that was not
  /// recorded.
  package func amount(separator: String = "/") -> String {
    value == nil && goal == nil
      ? "-" : (value ?? "-") + (goal.map { separator + $0 + (goalIsDefault ? "*" : "") } ?? "") + " " + unit
  }
}
