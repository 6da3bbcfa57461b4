import Rings
import TerminalModel
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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
    Ceiling(glyphs: .block, columns: 12, mean: 0.114, meanJump: 0.135, worstJump: 0.247),
    Ceiling(glyphs: .block, columns: 16, mean: 0.107, meanJump: 0.161, worstJump: 0.271),
    Ceiling(glyphs: .block, columns: 24, mean: 0.115, meanJump: 0.125, worstJump: 0.250),
    Ceiling(glyphs: .block, columns: 40, mean: 0.122, meanJump: 0.125, worstJump: 0.239),
    Ceiling(glyphs: .block, columns: 60, mean: 0.124, meanJump: 0.122, worstJump: 0.250),
    Ceiling(glyphs: .legacy, columns: 12, mean: 0.062, meanJump: 0.050, worstJump: 0.187),
    Ceiling(glyphs: .legacy, columns: 16, mean: 0.057, meanJump: 0.036, worstJump: 0.110),
    Ceiling(glyphs: .legacy, columns: 24, mean: 0.061, meanJump: 0.029, worstJump: 0.097),
    Ceiling(glyphs: .legacy, columns: 40, mean: 0.066, meanJump: 0.025, worstJump: 0.105),
    Ceiling(glyphs: .legacy, columns: 60, mean: 0.069, meanJump: 0.043, worstJump: 0.212),
    Ceiling(glyphs: .octant, columns: 12, mean: 0.062, meanJump: 0.043, worstJump: 0.164),
    Ceiling(glyphs: .octant, columns: 16, mean: 0.057, meanJump: 0.033, worstJump: 0.110),
    Ceiling(glyphs: .octant, columns: 24, mean: 0.061, meanJump: 0.029, worstJump: 0.097),
    Ceiling(glyphs: .octant, columns: 40, mean: 0.066, meanJump: 0.025, worstJump: 0.105),
    Ceiling(glyphs: .octant, columns: 60, mean: 0.067, meanJump: 0.045, worstJump: 0.150),
  ]

  @Test(arguments: ceilings)
  func `outlines are continuous from cell to cell`(ceiling: Ceiling) {
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

  /// `RINGTOP_OUTLINES=1 swift test --filter OutlineTests` prints the table of Assets/docs/benchmarks.md.
  @Test(.enabled(if: getenv("RINGTOP_OUTLINES") != nil))
  func `the table of outlines`() {
    var table = "| | mean | worst | mean jump | worst jump | PSNR | SSIM |\n|---|---|---|---|---|---|---|\n"
    for ceiling in Self.ceilings {
      let size = CellSize(columns: ceiling.columns, rows: ceiling.columns / 2)
      let closed = RingSamples.all(1)
      let geometry = RingRenderer(glyphs: ceiling.glyphs, colors: .truecolor).geometry(of: closed, size: size)
      func drawn(_ rings: RingSet) -> PixelImage {
        PixelImage(RingSamples.draw(rings, columns: size.columns, rows: size.rows, glyphs: ceiling.glyphs))
      }
      func truth(_ rings: RingSet) -> TruthPicture { TruthPicture(rings: rings, geometry: geometry) }
      let outline = OutlineScore(of: drawn(closed), truth: truth(closed), geometry: geometry)
      let picture = PictureScore.mean(
        RingSamples.pictures.map { PictureScore(of: drawn($0), against: truth($0).image(size: size)) })
      let figures = [
        (outline.mean, 3), (outline.worst, 2), (outline.meanJump, 3), (outline.worstJump, 2), (picture.psnr, 1),
        (picture.ssim, 3),
      ].map { Self.text($0, digits: $1) }
      table += "| \(ceiling.testDescription) | \(figures.joined(separator: " | ")) |\n"
    }
    print(table)
  }

  private static func text(_ value: Double, digits: Int) -> String {
    let unit = (0..<digits).reduce(1) { unit, _ in unit * 10 }
    let parts = Int((value * Double(unit)).rounded()).quotientAndRemainder(dividingBy: unit)
    let fraction = String(parts.remainder)
    return "\(parts.quotient)." + String(repeating: "0", count: digits - fraction.count) + fraction
  }

  @Test func `the exact picture has no discontinuities, and one shifted by half a cell deviates by half a cell`() {
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
