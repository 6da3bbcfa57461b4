import Rings
import TerminalModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The rings drawn point by point from their definition, with 5x5 points per pixel, as simply as possible.
///
/// It shares only the geometry and the palette with the renderer under test.
struct TruthPicture {
  private struct Band {
    var radius: Double
    var half: Double
    /// Nil draws only the track.
    var progress: Double?
    var start: SIMD3<Double>
    var end: SIMD3<Double>
    var track: SIMD3<Double>
    var shadow: SIMD3<Double>
    var shadowDepth: Double
  }

  private let geometry: RingGeometry
  private let bands: [Band]
  private let background: SIMD3<Double>

  init(rings: RingSet, geometry: RingGeometry, palette: RingPalette = .standard) {
    self.geometry = geometry
    background = Self.vector(palette.background)
    bands = zip(rings.form.rings, geometry.bands).map { ring, band in
      let colors = palette.colors(of: ring, isPaused: rings.isPaused)
      return Band(
        radius: band.radius, half: band.thickness / 2, progress: rings[ring], start: Self.vector(colors.start),
        end: Self.vector(colors.end), track: Self.vector(colors.track), shadow: Self.vector(colors.shadow),
        shadowDepth: band.shadowDepth)
    }
  }

  /// - Parameter cell: the size of a cell in pixels.
  func image(size: CellSize, cell: (width: Int, height: Int) = (8, 16)) -> PixelImage {
    var image = PixelImage(width: size.columns * cell.width, height: size.rows * cell.height)
    let pixelWidth = RingGeometry.cellWidth / Double(cell.width)
    let pixelHeight = geometry.cellHeight / Double(cell.height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let left = Double(x) * pixelWidth - geometry.centerX
        let top = Double(y) * pixelHeight - geometry.centerY
        image[x, y] = color(left: left, top: top, width: pixelWidth, height: pixelHeight)
      }
    }
    return image
  }

  /// The picture of a geometry without cells, with one unit per pixel.
  func image(width: Int, height: Int) -> PixelImage {
    var image = PixelImage(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        image[x, y] = color(
          left: Double(x) - geometry.centerX, top: Double(y) - geometry.centerY, width: 1, height: 1)
      }
    }
    return image
  }

  /// The mean of a pixel's points. If its corners and its centre agree within half a level, the others are skipped.
  private func color(left: Double, top: Double, width: Double, height: Double) -> SIMD3<Double> {
    let middle = color(x: left + width / 2, y: top + height / 2)
    var spread = 0.0
    for corner in 0..<4 {
      let color = color(
        x: left + width * (corner % 2 == 0 ? 0.001 : 0.999), y: top + height * (corner < 2 ? 0.001 : 0.999))
      spread = max(spread, abs(color.x - middle.x), abs(color.y - middle.y), abs(color.z - middle.z))
    }
    if spread < 0.5 { return middle }
    var sum = SIMD3<Double>(repeating: 0)
    for point in 0..<25 {
      sum += color(
        x: left + (Double(point % 5) + 0.5) / 5 * width, y: top + (Double(point / 5) + 0.5) / 5 * height)
    }
    return sum / 25
  }

  /// The colour at a point relative to the centre.
  func color(x: Double, y: Double) -> SIMD3<Double> {
    let distance = sqrt(x * x + y * y)
    for band in bands where abs(distance - band.radius) <= band.half {
      guard let progress = band.progress else { return band.track }
      return color(x: x, y: y, band: band, progress: progress)
    }
    return background
  }

  private func color(x: Double, y: Double, band: Band, progress: Double) -> SIMD3<Double> {
    var turn = atan2(x, -y) / (2 * .pi)
    if turn < 0 { turn += 1 }
    let headAngle = progress * 2 * Double.pi
    let headX = x - band.radius * sin(headAngle)
    let headY = y + band.radius * cos(headAngle)
    let fromHead = sqrt(headX * headX + headY * headY)
    let isAhead = headX * cos(headAngle) + headY * sin(headAngle) > 0
    // At zero only a dot is left of the arc; it grows to full size over the first percent.
    let cap = band.half * (0.62 + 0.38 * min(1, progress / 0.01))
    if isAhead || progress == 0, fromHead <= cap { return mix(band, min(progress, 1)) }

    let place: Double
    let lap = (progress - turn).rounded(.down)
    if lap >= 0 {
      place = min(1, turn + lap)
    } else if sqrt(x * x + (y + band.radius) * (y + band.radius)) <= cap {
      place = 0
    } else {
      return band.track
    }
    guard progress > 0, isAhead else { return mix(band, place) }
    let reach = (fromHead - cap) / (band.half * 1.9)
    let nearness = max(0, 1 - reach * reach)
    let arc = mix(band, place)
    return arc + (band.shadow - arc) * (band.shadowDepth * nearness * nearness)
  }

  private func mix(_ band: Band, _ share: Double) -> SIMD3<Double> { band.start + (band.end - band.start) * share }

  private static func vector(_ color: RGB) -> SIMD3<Double> {
    SIMD3(Double(color.red), Double(color.green), Double(color.blue))
  }
}
