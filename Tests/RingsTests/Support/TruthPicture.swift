import Rings
import TerminalModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The rings drawn point by point from their definition, 5x5 points a pixel, as slowly and plainly as can be.
///
/// It shares only the geometry and the palette with the renderer whose pictures it judges.
struct TruthPicture {
  let rings: RingSet
  let geometry: RingGeometry
  var palette = RingPalette.standard

  func image(size: CellSize) -> PixelImage {
    var image = PixelImage(width: size.columns * 8, height: size.rows * 16)
    let pixelHeight = geometry.cellHeight / 16
    for y in 0..<image.height {
      for x in 0..<image.width {
        var sum = SIMD3<Double>(repeating: 0)
        for point in 0..<25 {
          let px = Double(x) + (Double(point % 5) + 0.5) / 5
          let py = (Double(y) + (Double(point / 5) + 0.5) / 5) * pixelHeight
          sum += color(x: px - geometry.centerX, y: py - geometry.centerY)
        }
        image[x, y] = sum / 25
      }
    }
    return image
  }

  /// The colour at a point relative to the centre.
  private func color(x: Double, y: Double) -> SIMD3<Double> {
    let distance = sqrt(x * x + y * y)
    for (ring, band) in zip(rings.form.rings, geometry.bands) where abs(distance - band.radius) <= band.thickness / 2 {
      let colors = palette.colors(of: ring, isPaused: rings.isPaused)
      guard let progress = rings[ring] else { return vector(colors.track) }
      return color(
        x: x, y: y, band: band, progress: progress, start: vector(colors.start), end: vector(colors.end),
        track: vector(colors.track))
    }
    return vector(palette.background)
  }

  private func color(
    x: Double, y: Double, band: RingGeometry.Band, progress: Double, start: SIMD3<Double>, end: SIMD3<Double>,
    track: SIMD3<Double>
  ) -> SIMD3<Double> {
    let half = band.thickness / 2
    var turn = atan2(x, -y) / (2 * .pi)
    if turn < 0 { turn += 1 }
    let headAngle = progress * 2 * Double.pi
    let headX = x - band.radius * sin(headAngle)
    let headY = y + band.radius * cos(headAngle)
    let fromHead = sqrt(headX * headX + headY * headY)
    let isAhead = headX * cos(headAngle) + headY * sin(headAngle) > 0
    // At zero only a dot is left of the arc; it grows to full size over the first percent.
    let cap = half * (0.62 + 0.38 * min(1, progress / 0.01))
    if isAhead || progress == 0, fromHead <= cap { return mix(start, end, min(progress, 1)) }

    let place: Double
    let lap = (progress - turn).rounded(.down)
    if lap >= 0 {
      place = min(1, turn + lap)
    } else if sqrt(x * x + (y + band.radius) * (y + band.radius)) <= cap {
      place = 0
    } else {
      return track
    }
    let arc = mix(start, end, place)
    guard progress > 0, isAhead else { return arc }
    let reach = (fromHead - cap) / (band.thickness * 0.95)
    let nearness = max(0, 1 - reach * reach)
    return arc * (1 - 0.62 * nearness * nearness)
  }

  private func mix(_ a: SIMD3<Double>, _ b: SIMD3<Double>, _ share: Double) -> SIMD3<Double> { a + (b - a) * share }

  private func vector(_ color: RGB) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }
}
