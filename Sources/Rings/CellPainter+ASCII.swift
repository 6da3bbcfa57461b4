import TerminalModel

extension CellPainter {
  /// A letter whose ink coverage matches the arc's share of the cell: `O` at the arc's head, `o` where the ring is not
  /// yet reached.
  func asciiCell(_ samples: CellSamples, _ bounds: CellBounds) -> Cell? {
    let lit = samples.sum(.lit) / CellSamples.count
    let covered = 1 - samples.sum(.outside) / CellSamples.count
    let index = strokeIndex(at: bounds)
    let stroke = picture.strokes[index]
    var symbol: Unicode.Scalar?
    if stroke.fill != .empty, bounds.contains(stroke.head) {
      symbol = stroke.progress > 0 ? "O" : "o"
    } else if stroke.progress > 0 {
      symbol = Self.ramp.first { lit >= $0.0 }?.1
    }
    guard let symbol else {
      return covered >= 0.5 ? appearance.trackCell(of: rings[index], glyphs: .ascii) : nil
    }
    let color = shades(in: bounds).nearest(to: stroke.arcColor(at: bounds.middle))
    return Cell(symbol, style: CellStyle(foreground: color.cellColor))
  }

  private static let ramp: [(Float, Unicode.Scalar)] = [(0.8, "#"), (0.5, "*"), (0.3, "+")]
}
