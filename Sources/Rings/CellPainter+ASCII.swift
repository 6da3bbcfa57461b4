import TerminalModel

extension CellPainter {
  /// A letter that fills about as much of the cell as the arc does; O where the arc ends, o where it has not begun.
  func asciiCell(_ samples: CellSamples) -> Cell? {
    let lit = samples.sum(.lit) / CellSamples.count
    let covered = 1 - samples.sum(.outside) / CellSamples.count
    let ring = ring
    guard let index = rings.firstIndex(of: ring) else { return nil }
    let stroke = picture.strokes[index]
    let bounds = CellBounds(picture.geometry, column: column, row: row)
    var symbol: Unicode.Scalar?
    if stroke.fill != .empty, bounds.contains(stroke.head) {
      symbol = stroke.progress > 0 ? "O" : "o"
    } else if stroke.progress > 0 {
      symbol = Self.ramp.first { lit >= $0.0 }?.1
    }
    guard let symbol else {
      return covered >= 0.5 ? look.trackCell(of: ring, glyphs: .ascii) : nil
    }
    let color = look.shades(for: [ring]).nearest(to: stroke.color(at: bounds.middle))
    return Cell(symbol, style: CellStyle(foreground: color.cellColor))
  }

  private static let ramp: [(Float, Unicode.Scalar)] = [(0.8, "#"), (0.5, "*"), (0.3, "+")]
}

extension CellBounds {
  func contains(_ point: SIMD2<Float>) -> Bool {
    abs(point.x - middle.x) <= size.x / 2 && abs(point.y - middle.y) <= size.y / 2
  }
}
