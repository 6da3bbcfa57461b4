extension RingPicture {
  /// What a cell shows, found without sampling where possible.
  enum Content {
    /// No ring touches it.
    case outside
    /// One colour, or so near to it that an eye sees one.
    case flat(SIMD3<Float>, isLit: Bool)
    case mixed
  }

  /// - Complexity: O(1); samples are needed only for `mixed`.
  func content(column: Int, row: Int) -> Content {
    let cell = CellBounds(geometry, column: column, row: row)
    guard let outermost = strokes.first, outermost.half > 0 else { return .outside }
    guard cell.nearest < outermost.outer + 0.5 else { return .outside }
    var touched: RingStroke?
    for stroke in strokes where cell.touches(stroke) {
      if touched != nil { return .mixed }
      touched = stroke
    }
    guard let stroke = touched else { return .outside }
    guard cell.nearest >= stroke.inner + 0.5, cell.farthest <= stroke.outer - 0.5 else { return .mixed }
    if stroke.fill == .empty { return .flat(stroke.colors.track, isLit: false) }
    if stroke.lightStrength > 0 || stroke.colors.isStepped && stroke.colors.stops.count > 1 { return .mixed }
    // Between the round ends and beyond the shadow a band is either all track or all arc.
    if (cell.middle - stroke.head).length < cell.reach + stroke.cap + stroke.shadowReach { return .mixed }
    if (cell.middle - SIMD2(0, -stroke.radius)).length < cell.reach + stroke.cap { return .mixed }
    let (color, lit) = stroke.colorAndLight(at: cell.middle)
    return .flat(color, isLit: lit > 0.5)
  }
}

extension RingStroke {
  /// The colour at a point, taking it to lie in the band, and how much it is lit there.
  func colorAndLight(at point: SIMD2<Float>) -> (SIMD3<Float>, lit: Float) {
    let x = SIMD8(repeating: point.x)
    let y = SIMD8(repeating: point.y)
    let (row, lit) = colors(x: x, y: y, distance: SIMD8(repeating: point.length), turns: Turns.angles(x: x, y: y))
    return (SIMD3(row.red[0], row.green[0], row.blue[0]), lit[0])
  }

  /// The colour that the arc has or would have at a point.
  func color(at point: SIMD2<Float>) -> SIMD3<Float> {
    let turns = Turns.angles(x: SIMD8(repeating: point.x), y: SIMD8(repeating: point.y))[0]
    let lap = (progress - turns).rounded(.down)
    let row = gradient(SIMD8(repeating: lap >= 0 ? (turns + lap) / span : min(turns, progress)))
    return SIMD3(row.red[0], row.green[0], row.blue[0])
  }
}

/// Where a cell lies, relative to the centre of the rings.
struct CellBounds {
  let middle: SIMD2<Float>
  let size: SIMD2<Float>
  /// From its middle to its corners.
  let reach: Float
  /// From the centre of the rings to its nearest and its farthest point.
  let nearest: Float
  let farthest: Float

  init(_ geometry: RingGeometry, column: Int, row: Int) {
    let x0 = Float(Double(column) * RingGeometry.cellWidth - geometry.centerX)
    let y0 = Float(Double(row) * geometry.cellHeight - geometry.centerY)
    let x1 = x0 + Float(RingGeometry.cellWidth)
    let y1 = y0 + Float(geometry.cellHeight)
    middle = SIMD2((x0 + x1) / 2, (y0 + y1) / 2)
    size = SIMD2(x1 - x0, y1 - y0)
    reach = size.length / 2 + 0.5
    nearest = SIMD2(max(0, x0, -x1), max(0, y0, -y1)).length
    farthest = SIMD2(max(-x0, x1), max(-y0, y1)).length
  }

  func touches(_ stroke: RingStroke) -> Bool {
    farthest > stroke.inner - 0.5 && nearest < stroke.outer + 0.5
  }
}
