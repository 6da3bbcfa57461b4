package import Graphics
package import HealthModel
package import Presentation
package import Rings
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

  /// The size at which links are shown.
  private static let (width, height, margin) = (1200.0, 630.0, 60.0)

  /// The card in 1200 by 630 units.
  package var drawing: Drawing {
    let (ink, paper) = cardColors
    var drawing = Drawing(width: Self.width, height: Self.height, background: paper)
    let side = Self.height - 2 * Self.margin
    let rings = rings.drawing(palette: palette, width: side, height: side)
    drawing.place(rings, at: Point(repeating: Self.margin), size: Point(repeating: side))

    let (left, right) = (side + Self.margin + 80, Self.width - Self.margin)
    let room = right - left
    // The weekday and the date together are too long for a title.
    let title = formatting.longWeekday(day.isoWeekday)
    let state = summary.map { $0.isPaused ? ", paused" : "" } ?? ", no data"
    let subtitle = formatting.date(day) + state
    drawing.write(title, left, 106, ink, size: 64, weight: .semibold, within: room)
    drawing.write(subtitle, left, 150, ink, size: 28, opacity: 0.6, within: room)
    drawing.words.append("\(title), \(subtitle)")
    guard let summary else { return drawing }
    let shown: [HealthModel.Ring] = isMoveOnly ? [.move] : HealthModel.Ring.allCases
    for (index, ring) in shown.enumerated() {
      let words = RingWords(ring, of: summary, formatting: formatting)
      let color = color(of: ring)
      // The last value stands on the lower edge of the rings.
      let base = Self.height - Self.margin - 54 - 126 * Double(shown.count - 1 - index)
      drawing.write(words.name, left, base, color, size: 26, weight: .semibold)
      if let percent = words.percentText {
        drawing.write(percent, right, base, ink, size: 26, anchor: .end, opacity: 0.6)
      }
      drawing.write(words.amount(), left, base + 54, ink, size: 46, weight: .semibold, within: room)
      drawing.words.append("\(words.name) \(words.amount())")
    }
    return drawing
  }

  /// The card as an SVG document.
  package var svg: String { DrawingSVG.document(drawing) }

  /// The rings without text.
  package var ringsAlone: Drawing { rings.drawing(palette: palette, width: 120, height: 120) }

  private var rings: RingSet {
    func fraction(_ ring: HealthModel.Ring) -> Double? {
      summary.flatMap { $0[ring].value == nil || $0[ring].goal == nil ? nil : $0[ring].progress }
    }
    return RingSet(
      move: fraction(.move), exercise: fraction(.exercise), stand: fraction(.stand),
      isPaused: summary?.isPaused ?? false, form: isMoveOnly ? .moveOnly : .three)
  }

  /// The end of a ring's gradient that stands out more from the background.
  private func color(of ring: HealthModel.Ring) -> RGB {
    guard let drawn = Rings.Ring(rawValue: ring.rawValue) else { return cardColors.ink }
    let colors = palette.colors(of: drawn, isPaused: summary?.isPaused ?? false)
    let paper = cardColors.paper.relativeLuminance
    return abs(colors.end.relativeLuminance - paper) > abs(colors.start.relativeLuminance - paper)
      ? colors.end : colors.start
  }

  /// The colours of the text and of the background.
  private var cardColors: (ink: RGB, paper: RGB) {
    let isDark = palette.background.relativeLuminance < 0.2
    let isOwn = ![RingPalette.standard, .light].map(\.background).contains(palette.background)
    let paper = isOwn ? palette.background : isDark ? RGB(12, 12, 14) : RGB(252, 252, 253)
    return (isDark ? RGB(240, 240, 244) : RGB(24, 24, 28), paper)
  }
}
