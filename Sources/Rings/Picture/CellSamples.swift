/// One cell of the picture, 8 pixels wide and 16 high, with 0...255 a channel.
struct CellSamples {
  static let rows = 16
  static let count: Float = 128

  /// What is known of every pixel.
  enum Plane: Int, CaseIterable {
    case red, green, blue
    /// How much of it no ring covers; there the colour is the assumed background's.
    case outside
    /// How much of it is an arc.
    case lit
    /// The sum of the squares of the three colours.
    case squares
  }

  /// One of the colours of which a cell is made, where it is known without looking at its pixels.
  struct Material {
    var color: SIMD3<Float>
    /// Which stroke it belongs to, nil for what no ring covers.
    var stroke: Int?
    var isOutside: Bool { stroke == nil }
    /// An arc that has hardly begun: small as it is, it tells something from nothing.
    var isBeginning = false
    /// How many of the pixels have it.
    var share: Float
  }

  /// Those that show in more than a sliver, the rings' from the outermost inward, what no ring covers last. Shadows, and
  /// arcs of more than one colour, are not among them.
  var materials: [Material] = []

  /// Fewer pixels of a colour than this do not count.
  static let sliver: Float = 2

  /// Plane after plane, row by row.
  var values = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: rows * Plane.allCases.count)

  subscript(plane: Plane, row: Int) -> SIMD8<Float> {
    get { values[plane.rawValue * Self.rows + row] }
    set { values[plane.rawValue * Self.rows + row] = newValue }
  }

  /// Rows of the coarse colours, which are the sums of two rows of samples each.
  static let coarseRows = 8
  /// Coarse red, green and blue, row by row.
  var coarse = [SIMD8<Float>](repeating: SIMD8(repeating: 0), count: 3 * coarseRows)

  /// The sum of a plane over the cell.
  func sum(_ plane: Plane) -> Float {
    var sum = SIMD8<Float>(repeating: 0)
    for row in 0..<Self.rows { sum += self[plane, row] }
    return sum.total
  }

  /// The sum of the colours.
  var colorSum: SIMD3<Float> { SIMD3(sum(.red), sum(.green), sum(.blue)) }
}
