import TerminalModel

/// The rings as an analytic picture: every point's colour follows from its distance to circles.
struct RingPicture {
  let geometry: RingGeometry
  let strokes: [RingStroke]
  let background: SIMD3<Float>
  /// Between rows of samples.
  private let rowHeight: Float

  init(_ rings: RingSet, geometry: RingGeometry, colors: (Ring) -> RingColors, background: RGB) {
    self.geometry = geometry
    self.background = SIMD3(background)
    rowHeight = Float(geometry.cellHeight) / Float(CellSamples.rows)
    strokes = zip(rings.form.rings, geometry.bands).map { ring, band in
      let colors = colors(ring)
      return RingStroke(
        band: band, fraction: rings[ring], light: rings.flourish[ring],
        start: SIMD3(colors.start), end: SIMD3(colors.end), track: SIMD3(colors.track))
    }
  }

  /// What a cell shows, found without sampling where possible.
  enum Content {
    /// No ring touches it.
    case outside
    /// One colour, or so near to it that an eye sees one.
    case flat(SIMD3<Float>, isLit: Bool)
    case mixed
  }

  /// - Complexity: O(1); samples are taken only for `mixed`.
  func content(column: Int, row: Int) -> Content {
    let x0 = Float(Double(column) * RingGeometry.cellWidth - geometry.centerX)
    let y0 = Float(Double(row) * geometry.cellHeight - geometry.centerY)
    let x1 = x0 + Float(RingGeometry.cellWidth)
    let y1 = y0 + Float(geometry.cellHeight)
    let nearX = max(0, x0, -x1)
    let nearY = max(0, y0, -y1)
    let farX = max(-x0, x1)
    let farY = max(-y0, y1)
    let nearest = (nearX * nearX + nearY * nearY).squareRoot()
    let farthest = (farX * farX + farY * farY).squareRoot()
    guard let outermost = strokes.first, outermost.half > 0, nearest < outermost.outer + 0.5 else { return .outside }

    var touched: RingStroke?
    for stroke in strokes where farthest > stroke.inner - 0.5 && nearest < stroke.outer + 0.5 {
      if touched != nil { return .mixed }
      touched = stroke
    }
    guard let stroke = touched else { return .outside }
    guard nearest >= stroke.inner + 0.5, farthest <= stroke.outer - 0.5 else { return .mixed }
    if stroke.fill == .empty { return .flat(stroke.track, isLit: false) }
    if stroke.lightStrength > 0 { return .mixed }
    // Between the round ends and beyond the shadow a band is either all track or all arc.
    let middle = SIMD2((x0 + x1) / 2, (y0 + y1) / 2)
    let reach = SIMD2(x1 - x0, y1 - y0).length / 2 + 0.5
    if (middle - stroke.head).length < reach + stroke.cap + stroke.shadowReach { return .mixed }
    if (middle - SIMD2(0, -stroke.radius)).length < reach + stroke.cap { return .mixed }
    let x = SIMD8(repeating: middle.x)
    let y = SIMD8(repeating: middle.y)
    let (color, lit) = stroke.colors(
      x: x, y: y, distance: SIMD8(repeating: middle.length), turns: Turns.angles(x: x, y: y))
    return .flat(SIMD3(color.red[0], color.green[0], color.blue[0]), isLit: lit[0] > 0.5)
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
        let share = coverage(pointwiseMax(offset, -offset) - stroke.half)
        guard share.max() > 0 else { continue }
        let (own, ownLit) = stroke.colors(x: x, y: y, distance: distance, turns: turns)
        color.add(own, times: share)
        lit += ownLit * share
        covered += share
      }
      let outside = pointwiseMax(1 - covered, SIMD8(repeating: 0))
      color.add(PixelRow(background), times: outside)
      samples.red[index] = color.red
      samples.green[index] = color.green
      samples.blue[index] = color.blue
      samples.outside[index] = outside
      samples.lit[index] = lit
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
