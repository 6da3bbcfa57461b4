/// One cell of the picture, 8 pixels wide and 16 high, with 0...255 per channel.
///
/// The samples are laid out for the inner loops of the fit, which run about ten thousand times per frame and use plain
/// pointers. One object serves all cells of a picture, one after another.
package final class CellSamples {
  package static let columnCount = 8
  package static let rows = 16
  package static let count: Float = 128

  /// The values stored for each pixel.
  package enum Plane: Int, CaseIterable {
    case red, green, blue
    /// The share that no ring covers; the colour there is the assumed background.
    case outside
    /// The share covered by an arc.
    case lit
    /// The sum of the squares of the three channels.
    case squares
  }

  /// One of the colours in a cell, where it is known without inspecting pixels.
  package struct Material {
    package var color: SIMD3<Float>
    /// The stroke it belongs to; nil for the part that no ring covers.
    package var stroke: Int?
    package var isOutside: Bool { stroke == nil }
    /// Whether it is an arc that has just begun: although small, it distinguishes something from nothing.
    package var isBeginning = false
    /// The number of pixels with this colour.
    package var share: Float

    package init(color: SIMD3<Float>, stroke: Int? = nil, isBeginning: Bool = false, share: Float) {
      self.color = color
      self.stroke = stroke
      self.isBeginning = isBeginning
      self.share = share
    }
  }

  /// The materials that show more than a sliver: rings from the outermost inward, then the uncovered part. Shadows, and
  /// arcs of more than one colour, are excluded.
  package var materials: [Material] = []

  /// Whether an arc begins or ends in the cell, or casts its shadow there.
  package var hasEnd = false

  /// Colours with fewer pixels than this are ignored.
  package static let negligibleShare: Float = 2

  /// Plane after plane, row by row.
  package let values: UnsafeMutablePointer<SIMD8<Float>>
  package static let valueCount = rows * Plane.allCases.count

  /// The number of rows of coarse colours, each the sum of two rows of samples.
  package static let coarseRows = 8
  /// Coarse red, green and blue, row by row.
  package let coarse: UnsafeMutablePointer<SIMD8<Float>>

  package init() {
    values = .allocate(capacity: Self.valueCount)
    values.initialize(repeating: SIMD8(repeating: 0), count: Self.valueCount)
    coarse = .allocate(capacity: 3 * Self.coarseRows)
    coarse.initialize(repeating: SIMD8(repeating: 0), count: 3 * Self.coarseRows)
  }

  deinit {
    values.deallocate()
    coarse.deallocate()
  }

  /// The rows of one plane.
  @inlinable @inline(__always)
  package func plane(_ plane: Plane) -> UnsafeMutablePointer<SIMD8<Float>> { values + plane.rawValue * Self.rows }

  /// The sum of a plane over the cell.
  package func sum(_ plane: Plane) -> Float {
    let plane = self.plane(plane)
    var sum = SIMD8<Float>(repeating: 0)
    for row in 0..<Self.rows { sum += plane[row] }
    return sum.total
  }

  /// The sum of the colours.
  package var colorSum: SIMD3<Float> { SIMD3(sum(.red), sum(.green), sum(.blue)) }

  /// The picture's colours along the sides of the cell.
  package var sides: SideRows<PixelRow> {
    let red = SideRows(plane(.red))
    let green = SideRows(plane(.green))
    let blue = SideRows(plane(.blue))
    return SideRows(
      left: PixelRow(red: red.left, green: green.left, blue: blue.left),
      right: PixelRow(red: red.right, green: green.right, blue: blue.right),
      top: PixelRow(red: red.top, green: green.top, blue: blue.top),
      bottom: PixelRow(red: red.bottom, green: green.bottom, blue: blue.bottom))
  }
}
