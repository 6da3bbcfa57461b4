import TerminalModel

/// Draws single cells of a picture of rings.
struct CellPainter {
  let picture: RingPicture
  let look: RingLook
  let glyphs: GlyphLevel
  let symbols: SymbolSet
  /// The rings that the picture's strokes show.
  let rings: [Ring]
  private var samples = CellSamples()

  init(picture: RingPicture, look: RingLook, glyphs: GlyphLevel, rings: [Ring]) {
    self.picture = picture
    self.look = look
    self.glyphs = glyphs
    self.rings = rings
    symbols = SymbolSet.of(glyphs)
  }

  /// The cell, or nil where no ring is to be seen.
  ///
  /// - Parameters:
  ///   - previous: the cell on the screen, which is kept if an eye would not see the difference.
  ///   - left: the cell to the left, whose style is taken where that shows the same; nil where no ring is to be seen.
  mutating func cell(column: Int, row: Int, previous: Cell?, left: Cell?) -> Cell? {
    guard let cell = cell(column: column, row: row, previous: previous) else { return nil }
    return cell == previous || glyphs == .ascii ? cell : matched(cell, to: left)
  }

  private mutating func cell(column: Int, row: Int, previous: Cell?) -> Cell? {
    let bounds = CellBounds(picture.geometry, column: column, row: row)
    switch picture.content(of: bounds) {
    case .outside:
      return nil
    case .flat(_, isLit: false) where look.hasDrawnTracks || glyphs == .ascii:
      return look.trackCell(of: ring(at: bounds), glyphs: glyphs)
    case .flat(let color, _) where glyphs != .ascii:
      let cell = CellFitter.cell(filledWith: shades(in: bounds).nearest(to: color))
      if let previous, Self.shows(previous, color) { return previous }
      return cell
    case .flat, .mixed:
      picture.sample(bounds, into: &samples)
      return glyphs == .ascii ? asciiCell(samples, bounds) : fittedCell(bounds, previous: previous)
    }
  }

  private func fittedCell(_ bounds: CellBounds, previous: Cell?) -> Cell? {
    let fitter = CellFitter(
      symbols: symbols, shades: shades(in: bounds), background: picture.background, swaps: look.colors != .none)
    guard let cell = fitter.cell(for: samples, previous: previous) else { return nil }
    guard cell == .blank else { return cell }
    let track = CellSamples.count - samples.sum(.outside) - samples.sum(.lit)
    return look.hasDrawnTracks && track > CellSamples.count / 2
      ? look.trackCell(of: ring(at: bounds), glyphs: glyphs) : nil
  }

  /// The ring whose band is nearest to the middle of the cell.
  func ring(at bounds: CellBounds) -> Ring {
    rings[strokeIndex(at: bounds)]
  }

  func strokeIndex(at bounds: CellBounds) -> Int {
    let distance = bounds.middle.length
    return picture.strokes.indices.min {
      abs(picture.strokes[$0].radius - distance) < abs(picture.strokes[$1].radius - distance)
    } ?? 0
  }

  /// The shades for a cell. Rings of which it shows but a sliver give none: coarse colours would exaggerate it.
  func shades(in bounds: CellBounds) -> ShadeSet {
    look.shades {
      zip(rings, picture.strokes).filter { bounds.touches($0.1, by: 3) }.map(\.0)
    }
  }

  /// Whether a cell is all in one colour that an eye does not tell from this one.
  private static func shows(_ cell: Cell, _ color: SIMD3<Float>) -> Bool {
    guard cell.style.attributes.isEmpty, cell.scalar == " " || cell.scalar == "█" else { return false }
    guard case .rgb(let shown) = cell.scalar == " " ? cell.style.background : cell.style.foreground else {
      return false
    }
    return shown.squaredDistance(to: color.rgb) <= 6
  }
}
