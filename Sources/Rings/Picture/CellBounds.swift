import Graphics

/// The position of a cell in pixels, relative to the centre of the rings.
struct CellBounds {
  let origin: SIMD2<Float>
  let size: SIMD2<Float>
  let middle: SIMD2<Float>
  /// The distance from its centre to its corners, plus half a pixel.
  let reach: Float
  /// The distances from the centre of the rings to its nearest and its farthest point.
  let nearest: Float
  let farthest: Float

  init(_ geometry: RingGeometry, column: Int, row: Int) {
    let x0 = Float(Double(column) * RingGeometry.cellWidth - geometry.centerX)
    let y0 = Float(Double(row) * geometry.cellHeight - geometry.centerY)
    let x1 = x0 + Float(RingGeometry.cellWidth)
    let y1 = y0 + Float(geometry.cellHeight)
    origin = SIMD2(x0, y0)
    size = SIMD2(x1 - x0, y1 - y0)
    middle = SIMD2((x0 + x1) / 2, (y0 + y1) / 2)
    reach = size.length / 2 + 0.5
    nearest = SIMD2(max(0, x0, -x1), max(0, y0, -y1)).length
    farthest = SIMD2(max(-x0, x1), max(-y0, y1)).length
  }

  /// Whether the stroke extends at least this many pixels into the cell; its soft edge adds half a pixel.
  func touches(_ stroke: RingStroke, by depth: Float = -0.5) -> Bool {
    farthest > stroke.inner + depth && nearest < stroke.outer - depth && stroke.half > 0
  }

  /// Whether the cell lies in the stroke's band, excluding soft edges.
  func isInside(_ stroke: RingStroke) -> Bool {
    nearest >= stroke.inner + 0.5 && farthest <= stroke.outer - 0.5
  }

  func contains(_ point: SIMD2<Float>) -> Bool {
    let offset = point - origin
    return offset.x >= 0 && offset.y >= 0 && offset.x < size.x && offset.y < size.y
  }
}
