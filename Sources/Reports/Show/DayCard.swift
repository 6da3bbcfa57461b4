package import HealthModel
package import Presentation
package import Rings
import TerminalImages
import TerminalModel

/// A day as a picture for sharing: its rings with the values beside them.
package struct DayCard {
  let day: Day
  let summary: DaySummary?
  let palette: RingPalette
  /// Whether this is the user's only ring.
  let isMoveOnly: Bool

  let formatting: Formatting

  package init(
    day: Day, summary: DaySummary?, palette: RingPalette, isMoveOnly: Bool = false, formatting: Formatting = .english
  ) {
    self.day = day
    self.formatting = formatting
    self.palette = palette
    self.isMoveOnly = isMoveOnly
    self.summary = summary.flatMap { $0.basis == .none ? nil : $0 }
  }

  /// An SVG document.
  package var svg: String { RingSVG(palette: palette).document(rings, card: card) }

  /// A PNG file of 1200 by 630 pixels, the size at which links are shown.
  ///
  /// - Throws: `Failure` if memory is exhausted.
  package func png() throws -> [UInt8] { try CardPNG(palette: palette).file(rings, card: card) }

  private var card: RingCard {
    let state = summary.map { $0.isPaused ? ", paused" : "" } ?? ", no data"
    // The weekday and the date together are too long for a title.
    return RingCard(title: formatting.longWeekday(day.isoWeekday), subtitle: formatting.date(day) + state, lines: lines)
  }

  /// An SVG document of the rings without text.
  package var ringsAlone: String {
    RingSVG(palette: palette, side: 120).document(rings)
  }

  private var rings: RingSet {
    func fraction(_ ring: HealthModel.Ring) -> Double? {
      summary.flatMap { $0[ring].value == nil || $0[ring].goal == nil ? nil : $0[ring].progress }
    }
    return RingSet(
      move: fraction(.move), exercise: fraction(.exercise), stand: fraction(.stand),
      isPaused: summary?.isPaused ?? false, form: isMoveOnly ? .moveOnly : .three)
  }

  private var lines: [RingCard.Line] {
    guard let summary else { return [] }
    let rings: [HealthModel.Ring] = isMoveOnly ? [.move] : HealthModel.Ring.allCases
    return rings.compactMap { ring in
      guard let drawn = Rings.Ring(rawValue: ring.rawValue) else { return nil }
      let words = RingWords(ring, of: summary, formatting: formatting)
      return RingCard.Line(
        ring: drawn, label: words.name + (words.percentText.map { "  \($0)" } ?? ""), value: words.amount())
    }
  }
}
