import TerminalModel

/// The rings as an analytic picture: every point's colour follows from its distance to circles.
struct RingPicture {
  let geometry: RingGeometry
  let strokes: [RingStroke]
  let background: SIMD3<Float>
  /// Between rows of samples.
  private let rowHeight: Float

  init(_ rings: RingSet, geometry: RingGeometry, colors: (Ring) -> StrokeColors, background: SIMD3<Float>) {
    self.geometry = geometry
    self.background = background
    rowHeight = Float(geometry.cellHeight) / Float(CellSamples.rows)
    strokes = zip(rings.form.rings, geometry.bands).map { ring, band in
      RingStroke(band: band, fraction: rings[ring], light: rings.flourish[ring], colors: colors(ring))
    }
  }

  /// Fills the samples with one cell of the picture.
  func sample(column: Int, row: Int, into samples: inout CellSamples) {
    let left = Float(Double(column) * RingGeometry.cellWidth - geometry.centerX)
    let top = Float(Double(row) * geometry.cellHeight - geometry.centerY)
    let x = SIMD8<Float>(0.5, 1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5) + left
    for index in 0..<CellSamples.rows {
      let y = SIMD8(repeating: top + (Float(index) + 0.5) * rowHeight)
      let distance = (x * x + y * y).squareRoot()
      let turns = Turns.angles(x: x, y: y)
      var color = PixelRow.black
      var covered = SIMD8<Float>(repeating: 0)
      var lit = SIMD8<Float>(repeating: 0)
      for stroke in strokes {
        let offset = distance - stroke.radius
        let share = coverage(offset.magnitude - stroke.half)
        guard share.sum() > 0 else { continue }
        let (own, ownLit) = stroke.colors(x: x, y: y, distance: distance, turns: turns)
        color.add(own, times: share)
        lit += ownLit * share
        covered += share
      }
      let outside = (1 - covered).atLeast(0)
      color.add(PixelRow(background), times: outside)
      samples[.red, index] = color.red
      samples[.green, index] = color.green
      samples[.blue, index] = color.blue
      samples[.outside, index] = outside
      samples[.lit, index] = lit
    }
  }
}

extension SIMD3<Float> {
  /// The channels of a colour, 0...255.
  init(_ color: RGB) {
    self.init(Float(color.red), Float(color.green), Float(color.blue))
  }

  /// The colour with its channels rounded and kept in range.
  var rgb: RGB {
    let limited = clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255)).rounded(.toNearestOrEven)
    return RGB(UInt8(limited.x), UInt8(limited.y), UInt8(limited.z))
  }

  func dot(_ other: SIMD3<Float>) -> Float { (self * other).sum() }
}

extension SIMD2<Float> {
  var length: Float { (self * self).sum().squareRoot() }
}
