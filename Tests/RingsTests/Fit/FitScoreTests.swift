import Rings
import Synchronization
import TerminalModel
import Testing

/// The similarity of frames to the exact picture: thresholds slightly below the current scores detect a loss of
/// quality.
@Suite struct FitScoreTests {
  struct Floor: Sendable, CustomTestStringConvertible {
    var glyphs: GlyphLevel
    var colors: ColorLevel
    var columns: Int
    var psnr: Double
    var ssim: Double
    var testDescription: String { "\(glyphs) \(colors.rawValue) \(columns)x\(columns / 2)" }
  }

  static let floors: [Floor] = [
    Floor(glyphs: .block, colors: .truecolor, columns: 12, psnr: 18.99, ssim: 0.648),
    Floor(glyphs: .block, colors: .truecolor, columns: 16, psnr: 20.20, ssim: 0.739),
    Floor(glyphs: .block, colors: .truecolor, columns: 24, psnr: 22.08, ssim: 0.832),
    Floor(glyphs: .block, colors: .truecolor, columns: 40, psnr: 22.51, ssim: 0.869),
    Floor(glyphs: .block, colors: .truecolor, columns: 60, psnr: 24.27, ssim: 0.911),
    Floor(glyphs: .legacy, colors: .truecolor, columns: 12, psnr: 20.77, ssim: 0.769),
    Floor(glyphs: .legacy, colors: .truecolor, columns: 16, psnr: 23.39, ssim: 0.877),
    Floor(glyphs: .legacy, colors: .truecolor, columns: 24, psnr: 24.98, ssim: 0.914),
    Floor(glyphs: .legacy, colors: .truecolor, columns: 40, psnr: 25.68, ssim: 0.934),
    Floor(glyphs: .legacy, colors: .truecolor, columns: 60, psnr: 27.21, ssim: 0.948),
    Floor(glyphs: .octant, colors: .truecolor, columns: 40, psnr: 25.65, ssim: 0.934),
    Floor(glyphs: .block, colors: .ansi256, columns: 40, psnr: 20.26, ssim: 0.779),
    Floor(glyphs: .legacy, colors: .ansi256, columns: 40, psnr: 21.96, ssim: 0.844),
  ]

  @Test(arguments: floors)
  func `a frame is as close to the exact picture as before`(floor: Floor) {
    let size = CellSize(columns: floor.columns, rows: floor.columns / 2)
    let renderer = RingRenderer(glyphs: floor.glyphs, colors: floor.colors)
    let scores = RingSamples.pictures.map { rings in
      var grid = CellGrid(size: size)
      renderer.draw(rings, in: grid.bounds, on: &grid)
      let truth = Truths.image(of: rings, geometry: renderer.geometry(of: rings, size: size), size: size)
      return PictureScore(of: PixelImage(grid), against: truth)
    }
    let mean = PictureScore.mean(scores)
    #expect(mean.psnr >= floor.psnr)
    #expect(mean.ssim >= floor.ssim)
  }

  @Test func `a picture is similar to itself and not to another`() {
    let size = CellSize(columns: 12, rows: 6)
    let geometry = RingGeometry(size: size, cellAspect: 2, count: 3)
    let images = RingSamples.pictures.map { TruthPicture(rings: $0, geometry: geometry).image(size: size) }
    let same = PictureScore(of: images[0], against: images[0])
    #expect(same.psnr > 100 && same.ssim > 0.9999)
    let other = PictureScore(of: images[0], against: images[1])
    #expect(other.psnr < 20 && other.ssim < 0.8)
  }
}

/// Exact pictures, each drawn once and shared by levels with the same geometry.
private enum Truths {
  private struct Key: Hashable {
    var rings: RingSet
    var geometry: RingGeometry
  }

  private static let images = Mutex<[Key: PixelImage]>([:])

  static func image(of rings: RingSet, geometry: RingGeometry, size: CellSize) -> PixelImage {
    let key = Key(rings: rings, geometry: geometry)
    if let image = images.withLock({ $0[key] }) { return image }
    let image = TruthPicture(rings: rings, geometry: geometry).image(size: size)
    images.withLock { $0[key] = image }
    return image
  }
}
