import Rings
import TerminalModel
import Testing

/// Pictures drawn with a cache of other pictures are the same as those drawn without.
@Suite struct RingCacheTests {
  struct Level: Sendable, CustomTestStringConvertible {
    var glyphs: GlyphLevel
    var colors: ColorLevel
    var testDescription: String { "\(glyphs)-\(colors.rawValue)" }
  }

  static let levels: [Level] = [
    Level(glyphs: .block, colors: .truecolor), Level(glyphs: .legacy, colors: .truecolor),
    Level(glyphs: .block, colors: .ansi256), Level(glyphs: .block, colors: .ansi16),
  ]

  /// Random rings, many of which begin, are closed or have no goal.
  private static func rings(_ generator: inout SeededGenerator) -> RingSet {
    func fraction() -> Double? {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: nil
      case 1: 0
      case 2: 1
      case 3: Double.random(in: 0..<0.03, using: &generator)
      case 4: Double.random(in: 1..<4, using: &generator)
      default: Double.random(in: 0..<1, using: &generator)
      }
    }
    func light() -> Double? {
      Int.random(in: 0..<8, using: &generator) == 0 ? Double.random(in: 0..<1, using: &generator) : nil
    }
    return RingSet(
      move: fraction(), exercise: fraction(), stand: fraction(),
      isPaused: Int.random(in: 0..<8, using: &generator) == 0,
      form: Int.random(in: 0..<8, using: &generator) == 0 ? .moveOnly : .three,
      flourish: RingFlourish(move: light(), exercise: light(), stand: light()))
  }

  @Test(arguments: levels, [1, 2] as [UInt64])
  func `random rings are drawn the same with and without a cache`(level: Level, seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // The second cache is always full.
    let caches = [RingCellCache(), RingCellCache(limit: 100)]
    for _ in 0..<25 {
      let columns = [7, 12, 20, 26].randomElement(using: &generator) ?? 12
      let size = CellSize(columns: columns, rows: columns / 2)
      var renderer = RingRenderer(glyphs: level.glyphs, colors: level.colors)
      if Bool.random(using: &generator) { renderer.palette = .light }
      if Bool.random(using: &generator) { renderer.cellAspect = 1.9 }
      let rings = Self.rings(&generator)
      var fresh = CellGrid(size: size)
      renderer.draw(rings, in: fresh.bounds, on: &fresh)
      for cache in caches {
        var cached = CellGrid(size: size)
        renderer.draw(rings, in: cached.bounds, on: &cached, cache: cache)
        #expect(cached == fresh, "\(rings) at \(columns) columns")
      }
    }
  }

  @Test(arguments: levels)
  func `moving rings are drawn the same with and without a cache`(level: Level) {
    var generator = SeededGenerator(seed: 3)
    let renderer = RingRenderer(glyphs: level.glyphs, colors: level.colors)
    let cache = RingCellCache()
    for _ in 0..<3 {
      let motion = RingMotion(from: Self.rings(&generator), to: Self.rings(&generator))
      // Not in the frame's corner, and next to other content.
      let rect = CellRect(column: 3, row: 1, columns: 24, rows: 12)
      var shown = CellGrid(size: CellSize(columns: 30, rows: 14), filledWith: Cell("x"))
      for frame in 0...20 {
        let rings = motion.rings(after: motion.duration * Double(frame) / 20)
        var fresh = CellGrid(size: shown.size)
        renderer.draw(rings, in: rect, on: &fresh, previous: shown)
        var cached = CellGrid(size: shown.size)
        renderer.draw(rings, in: rect, on: &cached, previous: shown, cache: cache)
        #expect(cached == fresh, "\(rings) in frame \(frame)")
        shown = fresh
      }
    }
  }
}
