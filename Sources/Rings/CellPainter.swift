import Graphics
import TerminalModel

/// Draws the individual cells of a ring picture.
struct CellPainter {
  let picture: RingPicture
  /// The rings of the picture's strokes.
  let rings: [Ring]
  /// What is known of pictures of this size and look.
  let table: CellTable

  var appearance: RingAppearance { table.appearance }
  var glyphs: GlyphLevel { table.glyphs }
  var symbols: SymbolSet { table.fitter.symbols }

  /// The drawing of a cell before its neighbours are considered.
  enum Draft {
    /// No ring is visible.
    case outside
    case drawn(Cell)
    case options(CellOptions)
  }

  /// - Parameters:
  ///   - index: the position of the cell in the table, row by row.
  ///   - previous: the cell on the screen, which is kept if the difference is invisible.
  func draft(_ index: Int, previous: Cell?) -> Draft {
    let bounds = table.bounds[index]
    switch picture.content(of: bounds) {
    case .outside:
      return .outside
    case .flat(_, isLit: false) where appearance.hasDrawnTracks || glyphs == .ascii:
      return .drawn(appearance.trackCell(of: ring(at: bounds), glyphs: glyphs))
    case .flat(let color, _) where glyphs != .ascii:
      if let previous, Self.shows(previous, color) { return .drawn(previous) }
      return .drawn(CellFitter.cell(filledWith: shades(in: bounds).nearest(to: color)))
    case .flat, .mixed:
      if glyphs == .ascii {
        picture.sample(bounds, into: table.fitter.samples)
        return asciiCell(table.fitter.samples, bounds).map { .drawn($0) } ?? .outside
      }
      guard table.keepsDrafts else {
        picture.sample(bounds, into: table.fitter.samples)
        return fittedDraft(bounds, previous: previous)
      }
      var key = CellTable.Key(picture, bounds, previous: previous)
      if key.needsSamples {
        picture.sample(bounds, into: table.fitter.samples)
        key.samples = SampleDigest(table.fitter.samples)
      }
      if let known = table.draft(index, for: key) { return known }
      if !key.needsSamples { picture.sample(bounds, into: table.fitter.samples) }
      let draft = fittedDraft(bounds, previous: previous)
      table.keep(draft, index, for: key)
      return draft
    }
  }

  /// The draft for the current samples.
  private func fittedDraft(_ bounds: CellBounds, previous: Cell?) -> Draft {
    let fitter = table.fitter
    let samples = fitter.samples
    let options = fitter.options(
      shades: shades(in: bounds), previous: previous, atMost: appearance.hasDrawnTracks ? 1 : Self.optionCount)
    guard let best = options.first else { return .outside }
    guard appearance.hasDrawnTracks else {
      return .options(
        CellOptions(options: options, picture: samples.sides, hasEnd: samples.hasEnd, number: table.nextNumber()))
    }
    guard best.cell == .blank else { return .drawn(best.cell) }
    let track = CellSamples.count - samples.sum(.outside) - samples.sum(.lit)
    return track > CellSamples.count / 2
      ? .drawn(appearance.trackCell(of: ring(at: bounds), glyphs: glyphs)) : .outside
  }

  /// The number of options per cell that are compared with the neighbours' options.
  private static let optionCount = CellOptions.most - 1

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
    appearance.shades {
      zip(rings, picture.strokes).filter { bounds.touches($0.1, by: 3) }.map(\.0)
    }
  }

  /// Whether the cell has a single colour that is indistinguishable from this one.
  private static func shows(_ cell: Cell, _ color: SIMD3<Float>) -> Bool {
    guard cell.style.attributes.isEmpty, cell.text == " " || cell.text == "█" else { return false }
    guard case .rgb(let shown) = cell.text == " " ? cell.style.background : cell.style.foreground else {
      return false
    }
    return shown.squaredDistance(to: color.rgb) <= 6
  }
}

extension CellPainter.Draft {
  /// The options for the outline solver.
  var options: CellOptions? {
    if case .options(let options) = self { options } else { nil }
  }

  /// The cell for the chosen option; nil if no ring is visible.
  func cell(chosen: Int) -> Cell? {
    switch self {
    case .outside: nil
    case .drawn(let cell): cell
    case .options(let cell): cell.options[chosen].cell
    }
  }
}

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
