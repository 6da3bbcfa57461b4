import TerminalModel

/// Draws one cell of a picture of rings.
struct CellPainter {
  let picture: RingPicture
  let look: RingLook
  let glyphs: GlyphLevel
  let symbols: SymbolSet
  /// The rings that the picture's strokes show.
  let rings: [Ring]
  let column: Int
  let row: Int

  /// The cell, or nil where no ring is to be seen.
  func cell(previous: Cell?, samples: inout CellSamples) -> Cell? {
    let content = picture.content(column: column, row: row)
    switch content {
    case .outside:
      return nil
    case .flat(_, isLit: false) where look.hasDrawnTracks || glyphs == .ascii:
      return look.trackCell(of: ring, glyphs: glyphs)
    case .flat(let color, _) where glyphs != .ascii:
      let cell = CellFitter.cell(filledWith: look.shades(for: [ring]).nearest(to: color))
      return previous.map { Self.isSame($0, cell) } == true ? previous : cell
    case .flat, .mixed:
      picture.sample(column: column, row: row, into: &samples)
      return glyphs == .ascii ? asciiCell(samples) : fittedCell(samples, previous: previous)
    }
  }

  private func fittedCell(_ samples: CellSamples, previous: Cell?) -> Cell? {
    let fitter = CellFitter(
      symbols: symbols, shades: look.shades(for: touchingRings), background: picture.background,
      swaps: look.colors != .none)
    guard let cell = fitter.cell(for: samples, previous: previous) else { return nil }
    guard cell == .blank else { return cell }
    let track = CellSamples.count - samples.sum(.outside) - samples.sum(.lit)
    return look.hasDrawnTracks && track > CellSamples.count / 2 ? look.trackCell(of: ring, glyphs: glyphs) : nil
  }

  /// The ring whose band is nearest to the middle of the cell.
  var ring: Ring {
    let distance = CellBounds(picture.geometry, column: column, row: row).middle.length
    let nearest = picture.strokes.indices.min {
      abs(picture.strokes[$0].radius - distance) < abs(picture.strokes[$1].radius - distance)
    }
    return rings[nearest ?? 0]
  }

  private var touchingRings: [Ring] {
    let cell = CellBounds(picture.geometry, column: column, row: row)
    return zip(rings, picture.strokes).filter { cell.touches($0.1) }.map(\.0)
  }

  /// Whether two cells in one colour look the same to an eye.
  private static func isSame(_ a: Cell, _ b: Cell) -> Bool {
    guard a.scalar == b.scalar, a.style.attributes == b.style.attributes,
      case .rgb(let first) = a.style.background, case .rgb(let second) = b.style.background
    else { return a == b }
    return first.squaredDistance(to: second) <= 6
  }
}
