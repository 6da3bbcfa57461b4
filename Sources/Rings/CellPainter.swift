import TerminalModel

/// Draws the individual cells of a ring picture.
struct CellPainter {
  let picture: RingPicture
  let look: RingLook
  let glyphs: GlyphLevel
  let symbols: SymbolSet
  /// The rings of the picture's strokes.
  let rings: [Ring]
  private var samples = CellSamples()

  init(picture: RingPicture, look: RingLook, glyphs: GlyphLevel, rings: [Ring]) {
    self.picture = picture
    self.look = look
    self.glyphs = glyphs
    self.rings = rings
    symbols = SymbolSet.of(glyphs)
  }

  /// The drawing of a cell before its neighbours are considered.
  enum Draft {
    /// No ring is visible.
    case outside
    case drawn(Cell)
    /// The best option, ignoring neighbours, comes first.
    case options([CellOption])
  }

  /// - Parameter previous: the cell on the screen, which is kept if the difference is invisible.
  mutating func draft(column: Int, row: Int, previous: Cell?) -> Draft {
    let bounds = CellBounds(picture.geometry, column: column, row: row)
    switch picture.content(of: bounds) {
    case .outside:
      return .outside
    case .flat(_, isLit: false) where look.hasDrawnTracks || glyphs == .ascii:
      return .drawn(look.trackCell(of: ring(at: bounds), glyphs: glyphs))
    case .flat(let color, _) where glyphs != .ascii:
      if let previous, Self.shows(previous, color) { return .drawn(previous) }
      return .drawn(CellFitter.cell(filledWith: shades(in: bounds).nearest(to: color)))
    case .flat, .mixed:
      picture.sample(bounds, into: &samples)
      if glyphs == .ascii { return asciiCell(samples, bounds).map { .drawn($0) } ?? .outside }
      return fittedDraft(bounds, previous: previous)
    }
  }

  private func fittedDraft(_ bounds: CellBounds, previous: Cell?) -> Draft {
    let fitter = CellFitter(
      symbols: symbols, shades: shades(in: bounds), background: picture.background, swaps: look.colors != .none)
    let options = fitter.options(for: samples, previous: previous, atMost: look.hasDrawnTracks ? 1 : Self.optionCount)
    guard let best = options.first else { return .outside }
    guard look.hasDrawnTracks else { return .options(options) }
    guard best.cell == .blank else { return .drawn(best.cell) }
    let track = CellSamples.count - samples.sum(.outside) - samples.sum(.lit)
    return track > CellSamples.count / 2
      ? .drawn(look.trackCell(of: ring(at: bounds), glyphs: glyphs)) : .outside
  }

  /// The number of options per cell that are compared with the neighbours' options.
  private static let optionCount = 8

  /// The ring whose band is nearest to the centre of the cell.
  func ring(at bounds: CellBounds) -> Ring {
    rings[strokeIndex(at: bounds)]
  }

  func strokeIndex(at bounds: CellBounds) -> Int {
    let distance = bounds.middle.length
    return picture.strokes.indices.min {
      abs(picture.strokes[$0].radius - distance) < abs(picture.strokes[$1].radius - distance)
    } ?? 0
  }

  /// The shades available for a cell. Rings that only touch it are ignored, because coarse colours would exaggerate
  /// them.
  func shades(in bounds: CellBounds) -> ShadeSet {
    look.shades {
      zip(rings, picture.strokes).filter { bounds.touches($0.1, by: 3) }.map(\.0)
    }
  }

  /// Whether the cell has a single colour that is indistinguishable from this one.
  private static func shows(_ cell: Cell, _ color: SIMD3<Float>) -> Bool {
    guard cell.style.attributes.isEmpty, cell.scalar == " " || cell.scalar == "█" else { return false }
    guard case .rgb(let shown) = cell.scalar == " " ? cell.style.background : cell.style.foreground else {
      return false
    }
    return shown.squaredDistance(to: color.rgb) <= 6
  }
}

extension CellPainter.Draft {
  /// The options for the outline solver.
  var options: [CellOption] {
    if case .options(let options) = self { options } else { [] }
  }

  /// The cell for the chosen option; nil if no ring is visible.
  func cell(chosen: Int) -> Cell? {
    switch self {
    case .outside: nil
    case .drawn(let cell): cell
    case .options(let options): options[chosen].cell
    }
  }
}
