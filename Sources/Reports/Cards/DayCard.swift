import Dashboard
import Graphics
import HealthDatabase
package import HealthModel
import HealthQueries
package import Presentation
package import Rings
import Widgets

extension Card {
  /// A day: its rings with the values beside them.
  ///
  /// - Parameters:
  ///   - isMoveOnly: whether Move is the user's only ring.
  ///   - own: the user's own goal that has a ring.
  package static func day(
    _ day: Day, _ summary: DaySummary?, palette: RingPalette, isMoveOnly: Bool, own: GoalProgress? = nil,
    formatting: Formatting
  ) -> Card {
    let colors = CardColors(palette)
    let summary = summary.flatMap { $0.basis == .none ? nil : $0 }
    // The weekday and the date together are too long for a title.
    var card = Card(
      title: formatting.longWeekday(day.isoWeekday),
      subtitle: formatting.date(day) + (summary.map { $0.isPaused ? ", paused" : "" } ?? ", no data"), colors: colors,
      shape: 1...1
    ) { width, height in
      var rings = Card.rings(of: summary, isMoveOnly: isMoveOnly)
      if own != nil { rings.add(own) }
      return rings.drawing(palette: palette, width: width, height: height)
    }
    guard let summary else { return card }
    card.facts = (isMoveOnly ? [.move] : Ring.allCases).map { ring in
      let words = RingWords(ring, of: summary, formatting: formatting)
      return Fact(
        name: words.name, value: words.amount(), note: words.percentText,
        color: colors.color(of: ring, isPaused: summary.isPaused))
    }
    if let own {
      card.facts.append(
        Fact(
          name: own.goal.title, value: own.words(formatting), note: own.amount.shownPercent.map { "\($0)%" },
          color: colors.color(palette.colors(of: .own, isPaused: summary.isPaused))))
    }
    return card
  }

  static func day(_ source: ReportSource, _ colors: CardColors) throws -> Card {
    let summaries = try source.store.summaries(source.aroundDay)
    return day(
      source.day, summaries.first { $0.day == source.day }, palette: colors.palette,
      isMoveOnly: summaries.knowOnlyMove,
      own: try source.store.goalProgress(source.day...source.day, weekStart: source.weekStart)
        .first { $0.goal == source.ownRing }, formatting: source.formatting)
  }

  /// The rings of a day without text.
  package static func rings(of summary: DaySummary?, isMoveOnly: Bool) -> RingSet {
    RingSet(summary.flatMap { $0.basis == .none ? nil : $0 }, form: isMoveOnly ? .moveOnly : .three)
  }
}
