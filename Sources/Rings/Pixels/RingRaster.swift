package import TerminalModel

/// Draws rings in pixels: the colour and coverage of each pixel follow from its distance to circles, so that edges are
/// smooth at every size.
package struct RingRaster: Sendable {
  package var palette: RingPalette
  /// How much lighter an arc is along its middle than at its edges, 0...1.
  package var glow: Float

  package init(palette: RingPalette = .standard, glow: Float = 0.1) {
    self.palette = palette
    self.glow = glow
  }

  /// The maximum width and height in pixels; larger values are clamped.
  package static let largestSide = 8192

  /// An image with the rings centred and as large as possible; transparent elsewhere.
  ///
  /// - Complexity: O(*n*) in the pixels.
  package func image(of rings: RingSet, width: Int, height: Int) -> RasterImage {
    let width = min(max(0, width), Self.largestSide)
    let height = min(max(0, height), Self.largestSide)
    let geometry = RingGeometry(width: Double(width), height: Double(height), count: rings.form.rings.count)
    let picture = RingPicture(
      rings, geometry: geometry, colors: { colors(of: $0, isPaused: rings.isPaused) },
      background: SIMD3(palette.background), isSmooth: true)
    let columns = (width + 7) / 8
    var pixels = [SIMD8<UInt32>](repeating: SIMD8(repeating: 0), count: columns * ((height + 7) / 8) * 8)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for row in 0..<(height + 7) / 8 {
        for column in 0..<columns {
          picture.raster(column: column, row: row, glow: glow, into: pixels, stride: columns)
        }
      }
    }
    return RasterImage(width: width, height: height, bytes: Self.bytes(pixels, width: width, height: height))
  }

  private func colors(of ring: Ring, isPaused: Bool) -> StrokeColors {
    let own = palette.colors(of: ring, isPaused: isPaused)
    return StrokeColors(
      from: SIMD3(own.start), to: SIMD3(own.end), steps: 4096, track: SIMD3(own.track), shadow: SIMD3(own.shadow))
  }

  /// The bytes of rows of eight pixels each, without those beyond the width.
  private static func bytes(_ pixels: [SIMD8<UInt32>], width: Int, height: Int) -> [UInt8] {
    let columns = (width + 7) / 8
    return [UInt8](unsafeUninitializedCapacity: 4 * width * height) { bytes, count in
      pixels.withUnsafeBytes { source in
        guard let from = source.baseAddress, let to = bytes.baseAddress else { return }
        for row in 0..<height {
          UnsafeMutableRawPointer(to + 4 * width * row).copyMemory(
            from: from + 32 * columns * row, byteCount: 4 * width)
        }
      }
      count = 4 * width * height
    }
  }
}

extension RingPicture {
  /// Fills a square of eight by eight pixels.
  fileprivate func raster(
    column: Int, row: Int, glow: Float, into pixels: UnsafeMutableBufferPointer<SIMD8<UInt32>>, stride: Int
  ) {
    let bounds = CellBounds(geometry, column: column, row: row)
    var touched = [Int]()
    for index in strokes.indices where bounds.touches(strokes[index]) { touched.append(index) }
    guard !touched.isEmpty else { return }
    let x = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + bounds.origin.x
    let phases = touched.map { strokes[$0].phase(in: bounds) }
    for line in 0..<8 {
      let y = SIMD8(repeating: bounds.origin.y + Float(line) + 0.5)
      let distance = (x * x + y * y).squareRoot()
      var sum = PixelRow.zero
      var alpha = SIMD8<Float>(repeating: 0)
      for (place, index) in touched.enumerated() {
        let stroke = strokes[index]
        let offset = (distance - stroke.radius).magnitude
        let share = coverage(offset - stroke.half)
        var color = PixelRow(stroke.colors.track)
        if phases[place] != .track {
          let turns = Turns.angles(x: x, y: y)
          let across = offset * (1 / stroke.half)
          let light = (1 - across * across).atLeast(0) * glow
          if phases[place] == .arc {
            color = stroke.colors.gradient(stroke.place(turns, tone: turns))
            color.mix(PixelRow(SIMD3(repeating: 255)), by: light)
          } else {
            let points = stroke.row(x: x, y: y, distance: distance, turns: turns, tone: nil)
            color = points.colors
            color.mix(PixelRow(SIMD3(repeating: 255)), by: light * points.lit)
          }
        }
        sum.add(color, times: share)
        alpha += share
      }
      pixels[(row * 8 + line) * stride + column] = Self.packed(sum, alpha: alpha)
    }
  }

  /// The bytes of eight pixels with colours premultiplied by alpha, 0...1.
  @inline(__always)
  private static func packed(_ sum: PixelRow, alpha: SIMD8<Float>) -> SIMD8<UInt32> {
    let scale = 1 / alpha.atLeast(1e-6)
    // Adding 2^23 leaves the nearest integer in the low bits.
    @inline(__always)
    func channel(_ value: SIMD8<Float>) -> SIMD8<UInt32> {
      unsafeBitCast(value.atLeast(0).atMost(255) + 8_388_608, to: SIMD8<UInt32>.self) & 0xFF
    }
    let colors = channel(sum.red * scale) | channel(sum.green * scale) &<< 8 | channel(sum.blue * scale) &<< 16
    return (colors | channel(alpha * 255) &<< 24).replacing(with: 0, where: alpha .<= 0)
  }
}
