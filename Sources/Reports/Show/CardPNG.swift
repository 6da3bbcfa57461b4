import Processes
import Rings
import TerminalImages
import TerminalModel

/// A day's card in pixels: the rings on the left, the values on the right.
struct CardPNG {
  let palette: RingPalette

  private static let (width, height, margin) = (1200, 630, 60)

  /// - Throws: `Failure` if memory is exhausted.
  func file(_ rings: RingSet, card: RingCard) throws -> [UInt8] {
    let colors = palette.cardColors
    var canvas = PixelCanvas(width: Self.width, height: Self.height, color: colors.paper)
    let side = Self.height - 2 * Self.margin
    var inner = palette
    inner.background = colors.paper
    canvas.draw(
      RingRaster(palette: inner).image(of: rings, width: side, height: side), x: Self.margin, y: Self.margin)

    let left = side + 2 * Self.margin
    write(card.title, x: left, y: 84, scale: 6, colors.ink, on: &canvas)
    write(card.subtitle, x: left, y: 150, scale: 3, colors.ink, opacity: 0.6, on: &canvas)
    for (index, line) in card.lines.enumerated() {
      let y = 230 + 120 * index
      write(line.label, x: left, y: y, scale: 3, colors.ink, opacity: 0.6, on: &canvas)
      let color = palette.cardColor(of: line.ring, isPaused: rings.isPaused)
      write(line.value, x: left, y: y + 36, scale: 5, color, on: &canvas)
    }
    guard let file = PNG.encode(canvas.image) else {
      throw Failure(.failed, "The picture cannot be drawn: there is not enough memory.")
    }
    return file
  }

  /// Writes a line, smaller if it would not fit.
  private func write(
    _ text: String, x: Int, y: Int, scale: Int, _ color: RGB, opacity: Double = 1, on canvas: inout PixelCanvas
  ) {
    let text = String(String.UnicodeScalarView(text.compactMap(\.unicodeScalars.first).map(PrintedPage.drawable)))
    let room = Self.width - Self.margin - x
    let fitting = (1...scale).last { PixelCanvas.width(of: text, scale: $0) <= room } ?? 1
    canvas.write(text, x: x, y: y, scale: fitting, color, opacity: opacity)
  }
}
