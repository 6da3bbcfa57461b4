import TerminalModel

/// Draws rings as vector graphics in SVG.
package struct RingSVG: Sendable {
  package var palette: RingPalette
  /// The width and height of the rings, in user units.
  package var side: Double
  /// Whether the picture includes the palette's background; otherwise it is transparent.
  package var hasBackground: Bool

  package init(palette: RingPalette = .standard, side: Double = 400, hasBackground: Bool = false) {
    self.palette = palette
    self.side = side.isFinite ? min(max(side, 1), 100_000) : 400
    self.hasBackground = hasBackground
  }

  /// A complete document with only the rings.
  package func document(_ rings: RingSet) -> String {
    let size = SVGText.number(side)
    var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(size) \(size)\" "
    text += "width=\"\(size)\" height=\"\(size)\">\n"
    if hasBackground {
      text += "<rect width=\"\(size)\" height=\"\(size)\" fill=\"\(SVGText.color(palette.background))\"/>\n"
    }
    return text + elements(of: rings) + "</svg>\n"
  }

  /// The elements of the rings, in a square from 0 to `side`.
  func elements(of rings: RingSet) -> String {
    let geometry = RingGeometry(side: side, count: rings.form.rings.count)
    var text = ""
    for (ring, band) in zip(rings.form.rings, geometry.bands) {
      let drawing = RingSVGStroke(
        band: band, center: side / 2, progress: RingStroke.drawn(rings[ring]),
        colors: palette.colors(of: ring, isPaused: rings.isPaused), name: "\(ring)")
      text += drawing.elements
    }
    return text
  }
}
