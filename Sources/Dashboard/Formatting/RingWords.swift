package import HealthModel

/// One ring of one day in words.
///
/// Values and percentages are rounded down, as Apple's Fitness does, and what is left is rounded up: 599.7 of 600 reads
/// 599, 99% and 1 left, so that an open ring never looks closed.
package struct RingWords: Hashable, Sendable {
  package var name: String
  /// Stands for the name where there is room for one column.
  package var letter: String
  package var unit: String
  /// nil where nothing is known.
  package var value: String?
  /// nil where there is no goal.
  package var goal: String?
  package var percent: Int?
  /// `138 kcal left`, `closed`, `closed, +42%`, from two laps on `closed 2 times, +18%`, `no goal`, `no data`, or empty
  /// while nothing is loaded; `138 kcal short` on a day that is over.
  package var remainder: String
  /// The same without the unit: `138 left`, `+42%`, `2x +18%`.
  package var shortRemainder: String
  package var isClosed: Bool
  package var goalIsDefault: Bool

  /// - Parameters:
  ///   - summary: nil where the day has none.
  ///   - isKnown: false while the day is still on its way.
  ///   - isOver: true where nothing can be added to the day any more.
  package init(
    _ ring: Ring, of summary: DaySummary?, isKnown: Bool = true, isOver: Bool = false,
    formatting: Formatting = .english
  ) {
    name = ring.name
    letter = String(ring.name.prefix(1))
    let unit = ring.unit(summary?.moveMode ?? .activeEnergy, energy: formatting.energy)
    self.unit = unit.symbol
    let shown = summary?[ring].scaled(by: unit.scale) ?? RingValue()
    goalIsDefault = shown.goalIsDefault
    isClosed = shown.isClosed
    value = shown.shownValue.map(formatting.number)
    goal = shown.shownGoal.map(formatting.number)
    percent = shown.shownPercent
    if value == nil {
      remainder = isKnown ? "no data" : ""
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
      // A ring of three laps looks like one of two.
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

  /// `120/640 kcal`, with a `*` behind a default goal; `-` where nothing is known.
  package func amount(separator: String = "/") -> String {
    (value ?? "-") + (goal.map { separator + $0 + (goalIsDefault ? "*" : "") } ?? "") + " " + unit
  }
}

extension ScreenContext {
  /// A ring of a day in words, as far as the day has been read.
  func words(_ ring: Ring, on day: Day) -> RingWords {
    RingWords(
      ring, of: data.summary(of: day), isKnown: data.isKnown(day), isOver: day < today, formatting: formatting)
  }
}
