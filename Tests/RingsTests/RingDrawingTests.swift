import Graphics
import Rings
import TerminalModel
import Testing

@Suite struct RingDrawingTests {
  /// A picture composed over its background, as terminals show it.
  private func shown(_ image: RasterImage, on background: RGB) -> PixelImage {
    let opaque = image.composed(over: background)
    var result = PixelImage(width: image.width, height: image.height)
    for pixel in result.pixels.indices {
      result.pixels[pixel] = SIMD3(
        Double(opaque.bytes[4 * pixel]), Double(opaque.bytes[4 * pixel + 1]), Double(opaque.bytes[4 * pixel + 2]))
    }
    return result
  }

  @Test(arguments: [(400, 400), (120, 120), (60, 57), (33, 61)], [RingPalette.standard, .light])
  func `pixels match the analytic picture, on dark and on light`(size: (Int, Int), palette: RingPalette) {
    for rings in RingSamples.pictures {
      let image = rings.image(palette: palette, width: size.0, height: size.1, glow: 0)
      let geometry = RingGeometry(width: Double(size.0), height: Double(size.1), count: 3)
      let truth = TruthPicture(rings: rings, geometry: geometry, palette: palette)
        .image(width: size.0, height: size.1)
      let score = PictureScore(of: shown(image, on: palette.background), against: truth)
      #expect(score.psnr > (size.0 >= 100 ? 41 : 35), "\(size) \(rings)")
      #expect(score.ssim > 0.99)
    }
  }

  @Test func `edges have the ring's own colour, without the background showing through`() {
    let image = RingSamples.all(nil).image(palette: .standard, width: 200, height: 200, glow: 0)
    let tracks = [
      RingPalette.standard.move.track, RingPalette.standard.exercise.track, RingPalette.standard.stand.track,
    ]
    var edges = 0
    for pixel in stride(from: 0, to: image.bytes.count, by: 4) where image.bytes[pixel + 3] > 8 {
      let color = RGB(image.bytes[pixel], image.bytes[pixel + 1], image.bytes[pixel + 2])
      // On any background, the difference is at most about a level.
      let alpha = Int(image.bytes[pixel + 3])
      #expect(tracks.contains { $0.squaredDistance(to: color) * alpha * alpha <= 4 * 255 * 255 })
      if image.bytes[pixel + 3] < 255 { edges += 1 }
    }
    #expect(edges > 500)
  }

  @Test func `an arc is lighter along its middle`() {
    let rings = RingSet(move: 0.6, exercise: nil, stand: nil, form: .moveOnly)
    let plain = rings.image(palette: .standard, width: 200, height: 200, glow: 0)
    let glowing = rings.image(palette: .standard, width: 200, height: 200, glow: 0.2)
    // The band extends from 70 to 100 pixels right of the centre.
    let green = { (image: RasterImage, x: Int) in Int(image.bytes[4 * (100 * 200 + x) + 1]) }
    #expect(green(glowing, 185) > green(plain, 185) + 20)
    #expect(green(glowing, 172) < green(glowing, 185))
    // The track has no glow.
    #expect(green(glowing, 15) == green(plain, 15))
  }

  @Test(arguments: [(0, 0), (1, 1), (7, 3), (0, 10), (-5, 20), (2000, 1)])
  func `every size can be drawn`(size: (Int, Int)) {
    let image = RingSamples.pictures[0].image(palette: .standard, width: size.0, height: size.1)
    #expect(image.bytes.count == 4 * max(0, size.0) * max(0, size.1))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 1e300])
  func `every fraction and size gives valid numbers in SVG`(value: Double) {
    for side in [value, 400] {
      let text = DrawingSVG.document(RingSamples.all(value).drawing(palette: .standard, width: side, height: side))
      #expect(!text.contains("nan") && !text.contains("inf") && !text.contains("e+"))
      #expect(text.ranges(of: "<g").count == text.ranges(of: "</g>").count)
    }
  }

  @Test func `a shadow is drawn only if a head overlaps its ring`() {
    func clips(_ fraction: Double) -> Int {
      RingSamples.all(fraction).drawing(palette: .standard, width: 400, height: 400).items.count {
        if case .group = $0 { true } else { false }
      }
    }
    #expect(clips(0.5) == 0)
    #expect(clips(0.99) == 3)
    #expect(clips(1.4) == 3)
  }
}
