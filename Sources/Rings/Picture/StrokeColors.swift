/// The colours of a ring as a picture uses them, 0...255 a channel.
struct StrokeColors {
  /// Along the arc from its beginning to its end.
  var start: SIMD3<Float>
  var middle: SIMD3<Float>
  var end: SIMD3<Float>
  /// In how many even steps the colour changes along a turn.
  var steps: Int
  /// Whether the steps melt from start to end, or are the three colours themselves.
  private var isMelting: Bool
  var track: SIMD3<Float>
  /// What a shadow darkens toward.
  var shadow: SIMD3<Float>

  /// An arc whose colour melts from one into the other.
  ///
  /// - Parameter steps: at least 2. At 24 neighbours differ by about three and a half levels, which no eye sees.
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

  /// An arc in even steps; the first three count.
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

  /// The colours at eight places, 0 at the beginning of the arc and 1 after a turn.
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

  /// The colour at one place.
  func color(at place: Float) -> SIMD3<Float> {
    let row = gradient(SIMD8(repeating: place))
    return SIMD3(row.red[0], row.green[0], row.blue[0])
  }
}
