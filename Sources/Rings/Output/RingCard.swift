package import TerminalModel

/// A picture of a day to share: the rings with a title and a line of text for each.
///
/// All texts are passed in formatted; the card is independent of language and units.
package struct RingCard: Sendable {
  /// The texts for one ring.
  package struct Line: Hashable, Sendable {
    package var ring: Ring
    package var label: String
    package var value: String

    package init(ring: Ring, label: String, value: String) {
      self.ring = ring
      self.label = label
      self.value = value
    }
  }

  package var title: String
  package var subtitle: String
  package var lines: [Line]

  package init(title: String, subtitle: String = "", lines: [Line]) {
    self.title = title
    self.subtitle = subtitle
    self.lines = lines
  }
}

extension RingSVG {
  /// A complete document: the rings on the left, the card's texts on the right.
  package func document(_ rings: RingSet, card: RingCard) -> String {
    let margin = side * 0.1
    let width = side * 2.15
    let height = side + 2 * margin
    let left = side + 2 * margin
    let (ink, paper) = palette.cardColors
    var inner = self
    inner.palette.background = paper

    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(SVGText.number(width)) "
    text += "\(SVGText.number(height))\" width=\"\(SVGText.number(width))\" height=\"\(SVGText.number(height))\" "
    text += "font-family=\"system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif\">\n"
    text += "<title>\(SVGText.escaped(card.title))</title>\n"
    text += "<rect width=\"\(SVGText.number(width))\" height=\"\(SVGText.number(height))\" "
    text += "rx=\"\(SVGText.number(side * 0.08))\" fill=\"\(SVGText.color(paper))\"/>\n"
    text += "<g transform=\"translate(\(SVGText.number(margin)) \(SVGText.number(margin)))\">\n"
    text += inner.elements(of: rings) + "</g>\n"
    text += line(card.title, x: left, y: height * 0.2, size: 0.085, color: ink, weight: 600)
    text += line(card.subtitle, x: left, y: height * 0.28, size: 0.05, color: ink, opacity: 0.6)
    for (index, entry) in card.lines.enumerated() {
      let y = height * (0.44 + 0.19 * Double(index))
      text += line(entry.label, x: left, y: y, size: 0.05, color: ink, opacity: 0.6)
      text += line(
        entry.value, x: left, y: y + height * 0.075, size: 0.08,
        color: palette.cardColor(of: entry.ring, isPaused: rings.isPaused),
        weight: 600)
    }
    return text + "</svg>\n"
  }

  private func line(
    _ text: String, x: Double, y: Double, size: Double, color: RGB, weight: Int = 400, opacity: Double = 1
  ) -> String {
    guard !text.isEmpty else { return "" }
    var attributes = "x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" "
    attributes += "font-size=\"\(SVGText.number(side * size))\" fill=\"\(SVGText.color(color))\""
    if weight != 400 { attributes += " font-weight=\"\(weight)\"" }
    if opacity != 1 { attributes += " fill-opacity=\"\(SVGText.number(opacity))\"" }
    return "<text \(attributes)>\(SVGText.escaped(text))</text>\n"
  }
}

extension RingPalette {
  /// The colour of a ring's number on a card: the end of its gradient that stands out more from the background.
  package func cardColor(of ring: Ring, isPaused: Bool) -> RGB {
    let colors = colors(of: ring, isPaused: isPaused)
    let paper = SIMD3<Float>(cardColors.paper).sum()
    return [colors.end, colors.start].max { abs(SIMD3<Float>($0).sum() - paper) < abs(SIMD3<Float>($1).sum() - paper) }
      ?? colors.end
  }

  /// The colours of a card's text and background.
  package var cardColors: (ink: RGB, paper: RGB) {
    let isDark = SIMD3<Float>(background).sum() < 384
    let isOwn = ![RingPalette.standard, .light].map(\.background).contains(background)
    let paper = isOwn ? background : isDark ? RGB(12, 12, 14) : RGB(252, 252, 253)
    return (isDark ? RGB(240, 240, 244) : RGB(24, 24, 28), paper)
  }
}
