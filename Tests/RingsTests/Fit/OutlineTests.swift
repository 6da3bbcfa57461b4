import Rings
import TerminalModel
import Testing

/// The smoothness of outlines drawn with symbols: thresholds slightly above the current scores.
@Suite struct OutlineTests {
  struct Ceiling: Sendable, CustomTestStringConvertible {
    var glyphs: GlyphLevel
    var columns: Int
    var mean: Double
    var meanJump: Double
    var worstJump: Double
    var testDescription: String { "\(glyphs) \(columns)x\(columns / 2)" }
  }

  static let ceilings: [Ceiling] = [
    Ceiling(glyphs: .block, columns: 12, mean: 0.113, meanJump: 0.145, worstJump: 0.25),
    Ceiling(glyphs: .block, columns: 16, mean: 0.107, meanJump: 0.163, worstJump: 0.28),
    Ceiling(glyphs: .block, columns: 24, mean: 0.112, meanJump: 0.133, worstJump: 0.28),
    Ceiling(glyphs: .block, columns: 40, mean: 0.115, meanJump: 0.140, worstJump: 0.28),
    Ceiling(glyphs: .block, columns: 60, mean: 0.114, meanJump: 0.145, worstJump: 0.30),
    Ceiling(glyphs: .legacy, columns: 12, mean: 0.064, meanJump: 0.052, worstJump: 0.19),
    Ceiling(glyphs: .legacy, columns: 16, mean: 0.058, meanJump: 0.038, worstJump: 0.13),
    Ceiling(glyphs: .legacy, columns: 24, mean: 0.060, meanJump: 0.029, worstJump: 0.10),
    Ceiling(glyphs: .legacy, columns: 40, mean: 0.066, meanJump: 0.027, worstJump: 0.20),
    Ceiling(glyphs: .legacy, columns: 60, mean: 0.070, meanJump: 0.051, worstJump: 0.24),
    Ceiling(glyphs: .octant, columns: 12, mean: 0.064, meanJump: 0.048, worstJump: 0.18),
    Ceiling(glyphs: .octant, columns: 16, mean: 0.058, meanJump: 0.033, worstJump: 0.10),
    Ceiling(glyphs: .octant, columns: 24, mean: 0.060, meanJump: 0.029, worstJump: 0.10),
    Ceiling(glyphs: .octant, columns: 40, mean: 0.066, meanJump: 0.026, worstJump: 0.20),
    Ceiling(glyphs: .octant, columns: 60, mean: 0.068, meanJump: 0.050, worstJump: 0.22),
  ]

  @Test(arguments: ceilings)
  func `outlines go on from cell to cell`(ceiling: Ceiling) {
    let size = CellSize(columns: ceiling.columns, rows: ceiling.columns / 2)
    let rings = RingSamples.all(1)
    let geometry = RingRenderer(glyphs: ceiling.glyphs, colors: .truecolor).geometry(of: rings, size: size)
    let grid = RingSamples.draw(rings, columns: size.columns, rows: size.rows, glyphs: ceiling.glyphs)
    let score = OutlineScore(
      of: PixelImage(grid), truth: TruthPicture(rings: rings, geometry: geometry), geometry: geometry)
    #expect(score.mean <= ceiling.mean)
    #expect(score.meanJump <= ceiling.meanJump)
    #expect(score.worstJump <= ceiling.worstJump)
  }

  @Test func `the true picture has no breaks, and a picture moved by half a cell lies half a cell off`() {
    let size = CellSize(columns: 24, rows: 12)
    let rings = RingSamples.all(1)
    let geometry = RingGeometry(size: size, cellAspect: 2, count: 3)
    let truth = TruthPicture(rings: rings, geometry: geometry)
    let image = truth.image(size: size)
    let same = OutlineScore(of: image, truth: truth, geometry: geometry)
    #expect(same.mean < 0.02)
    #expect(same.worstJump < 0.05)
    var moved = image
    for y in 0..<image.height {
      for x in 0..<image.width { moved[x, y] = image[min(image.width - 1, x + 4), y] }
    }
    let score = OutlineScore(of: moved, truth: truth, geometry: geometry)
    #expect(score.worst > 0.4 && score.worst < 0.6)
    #expect(score.worstJump < 0.1)
  }
}
