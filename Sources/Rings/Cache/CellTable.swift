import Graphics
import TerminalModel

/// What is known of the cells of pictures of one size and look: the positions of the cells, and the drafts of cells that
/// were fitted before.
///
/// A cell away from the ends of the arcs shows at most three rings, each either as a track or as an arc of one colour.
/// These, not the values, determine its draft: it is the same for all values whose arcs end elsewhere. Other cells are the
/// same if their samples are.
final class CellTable {
  let geometry: RingGeometry
  let appearance: RingAppearance
  let glyphs: GlyphLevel
  /// The positions of the cells, row by row.
  let bounds: [CellBounds]
  let fitter: CellFitter
  let joints: CellJoints

  /// The drafts of each cell, most recently used first.
  private var entries: [[Entry]]
  private let depth: Int
  /// The number of drafts.
  private(set) var count = 0
  private var lastNumber = 0

  private struct Entry {
    var key: Key
    var draft: CellPainter.Draft
  }

  /// - Parameter depth: the number of drafts to keep per cell.
  init(for rings: RingSet, size: CellSize, renderer: RingRenderer, depth: Int = 0) {
    geometry = renderer.geometry(of: rings, size: size)
    appearance = renderer.appearance(of: rings)
    glyphs = renderer.glyphs
    self.depth = depth
    var bounds: [CellBounds] = []
    bounds.reserveCapacity(size.columns * size.rows)
    for row in 0..<size.rows {
      for column in 0..<size.columns { bounds.append(CellBounds(geometry, column: column, row: row)) }
    }
    self.bounds = bounds
    let symbols = SymbolSet.of(renderer.glyphs)
    fitter = CellFitter(symbols: symbols, background: appearance.background, swaps: appearance.colors != .none)
    joints = CellJoints(
      size: size, cellSize: SIMD2(Float(RingGeometry.cellWidth), Float(geometry.cellHeight)),
      center: SIMD2(Float(geometry.centerX), Float(geometry.centerY)), symbols: symbols)
    entries = depth > 0 ? Array(repeating: [], count: bounds.count) : []
  }

  var keepsDrafts: Bool { depth > 0 }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// The draft of a cell that was fitted under the same conditions.
  func draft(_ index: Int, for key: Key) -> CellPainter.Draft? {
    guard let place = entries[index].firstIndex(where: { $0.key == key }) else { return nil }
    if place > 0 { entries[index].swapAt(place, 0) }
    return entries[index][0].draft
  }

  func keep(_ draft: CellPainter.Draft, _ index: Int, for key: Key) {
    if entries[index].count == depth {
      entries[index].removeLast()
      count -= 1
    }
    entries[index].insert(Entry(key: key, draft: draft), at: 0)
    count += 1
  }

  /// Everything that determines the draft of a cell, besides its position.
  struct Key: Equatable {
    private var strokes = (Part.none, Part.none, Part.none)
    private var previous: Cell?
    /// What the samples are, if it does not follow from the strokes.
    var samples: SampleDigest?

    /// What a cell shows of a ring.
    private enum Part: Equatable {
      case none, track
      /// An arc of one colour.
      case arc(SIMD3<Float>, isBeginning: Bool)
      /// An end, a shadow, a light, or several colours.
      case sampled
    }

    init(_ picture: RingPicture, _ cell: CellBounds, previous: Cell?) {
      self.previous = previous
      for (index, stroke) in picture.strokes.enumerated() where cell.touches(stroke) {
        let part = Self.part(stroke, cell)
        switch index {
        case 0: strokes.0 = part
        case 1: strokes.1 = part
        default: strokes.2 = part
        }
      }
    }

    /// Whether the strokes do not determine the samples.
    var needsSamples: Bool { strokes.0 == .sampled || strokes.1 == .sampled || strokes.2 == .sampled }

    private static func part(_ stroke: RingStroke, _ cell: CellBounds) -> Part {
      switch stroke.phase(in: cell) {
      case .track: return .track
      case .arc:
        let color = stroke.onlyArcColor(in: cell, tone: stroke.tone(of: cell))
        return color.map { .arc($0, isBeginning: stroke.isBeginning) } ?? .sampled
      case .mixed: return .sampled
      }
    }

    static func == (a: Self, b: Self) -> Bool {
      a.strokes.0 == b.strokes.0 && a.strokes.1 == b.strokes.1 && a.strokes.2 == b.strokes.2
        && a.previous == b.previous && a.samples == b.samples
    }
  }
}
