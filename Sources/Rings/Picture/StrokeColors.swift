import Graphics

/// The colours of a ring for drawing, 0...255 per channel.
struct StrokeColors {
  /// Along the arc from start to end.
  var start: SIMD3<Float>
  var middle: SIMD3<Float>
  var end: SIMD3<Float>
  /// The number of even colour steps per turn.
  var steps: Int
  /// Whether the steps interpolate from start to end, or are the three colours themselves.
  private var isMelting: Bool
  var track: SIMD3<Float>
  /// The colour toward which a shadow darkens.
  var shadow: SIMD3<Float>

  /// An arc with a gradient between two colours.
  ///
  /// - Parameter steps: at least 2. With 24, neighbouring steps differ by about three and a half levels, which is
  ///   invisible.
  init(
    from start: SIMD3<Float>, to end: SIMD3<Float>, steps: Int, track: SIMD3<Float>, shadow: SIMD3<Float>
  ) {
    self.start = start
    middle = (start + end) / 2
    self.end = end
    self.steps = max(2, steps)
    isMelting = true
    self.track = track
    self.shadow = shadow
  }

  /// An arc in even steps; only the first three colours are used.
  init(steps colors: [SIMD3<Float>], track: SIMD3<Float>, shadow: SIMD3<Float>) {
    let last = colors.last ?? track
    start = colors.first ?? last
    middle = colors.count > 1 ? colors[1] : last
    end = colors.count > 2 ? colors[2] : last
    steps = min(3, max(1, colors.count))
    isMelting = false
    self.track = track
    self.shadow = shadow
  }

  /// The colours at eight positions, 0 at the start of the arc and 1 after a turn.
  @inline(__always)
  func gradient(_ place: SIMD8<Float>) -> PixelRow {
    guard isMelting else {
      var row = PixelRow(start)
      if steps > 1 { row.replace(with: middle, where: place .>= 1 / Float(steps)) }
      if steps > 2 { row.replace(with: end, where: place .>= 2 / Float(steps)) }
      return row
    }
    let share = (place * Float(steps) - 0.5).rounded.atLeast(0).atMost(Float(steps - 1)) / Float(steps - 1)
    return PixelRow(
      red: start.x + share * (end.x - start.x),
      green: start.y + share * (end.y - start.y),
      blue: start.z + share * (end.z - start.z))
  }

  /// The colour at one position.
  func color(at place: Float) -> SIMD3<Float> {
    let row = gradient(SIMD8(repeating: place))
    return SIMD3(row.red[0], row.green[0], row.blue[0])
  }
}
