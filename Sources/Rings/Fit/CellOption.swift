import TerminalModel

/// One way to draw a cell, with the data needed to choose among several.
struct CellOption {
  var cell: Cell
  /// The squared error, weighted by how far the colours are from the picture's own.
  var cost: Float
  /// Nil if the whole cell has the ink's colour.
  var partition: Int?
  var ink: SIMD3<Float>
  var paper: SIMD3<Float>
}

/// The options of a cell, with what its neighbours must know of the picture.
final class CellOptions {
  /// Never empty.
  let options: [CellOption]
  /// The picture's colours along the sides of the cell.
  let picture: SideRows<PixelRow>
  /// Whether an arc begins or ends in the cell, so that its outlines are not only circles.
  let hasEnd: Bool
  /// Distinguishes the options from all others of the same table.
  let number: Int

  /// The maximum number of options per cell: those of the fit, and the cell on the screen.
  static let most = 9

  init(options: [CellOption], picture: SideRows<PixelRow>, hasEnd: Bool, number: Int) {
    self.options = options
    self.picture = picture
    self.hasEnd = hasEnd
    self.number = number
  }
}

/// The difference between drawing and picture along one side of a cell: eight places; on the left and right, each covers
/// two rows.
struct CellSide {
  var rows = PixelRow.zero
  /// The sum over the places.
  var sum = SIMD3<Float>(repeating: 0)
  /// The sum of the squares.
  var squares: Float = 0
  /// The displacement of the outline beyond which it is visible as a step: a squared sum of differences.
  var tolerance: Float = 0
  /// Whether the outlines of its cell are circles, because no ring begins or ends there.
  var hasCirclesOnly = true

  static let zero = CellSide()

  /// The discontinuity of the outline between two sides that touch; equal differences on both do not count.
  ///
  /// It is the sum of a term for any difference along the side, which prevents thorns, and of terms for the displacement
  /// of the outline, which grow with the square of the distance: a row of small steps looks smoother than one large step.
  ///
  /// - Parameter bearing: how far a displacement along the side moves the outline, as in `CellJoints`.
  @inline(__always)
  func breakCost(_ other: CellSide, bearing: Float) -> Float {
    let product = rows.red * other.rows.red + rows.green * other.rows.green + rows.blue * other.rows.blue
    let step = sum - other.sum
    let along = step.dot(step)
    let across = along * (hasCirclesOnly && other.hasCirclesOnly ? bearing : Self.averageBearing)
    let tolerance = tolerance > other.tolerance ? tolerance : other.tolerance
    return (squares + other.squares - 2 * product.total) * 0.7 + along * 0.1 + across
      + (across > tolerance ? (across - tolerance) * 5 : 0)
  }

  private static let averageBearing: Float = 0.4
}

/// The colours of the picture, or shares of ink, along the four sides of a cell.
struct SideRows<Row: Sendable>: Sendable {
  var left: Row
  var right: Row
  var top: Row
  var bottom: Row
}

extension SideRows where Row == SIMD8<Float> {
  /// The sides of 16 rows of eight pixels.
  init(_ rows: UnsafePointer<SIMD8<Float>>) {
    left = SIMD8(repeating: 0)
    right = left
    for index in 0..<8 {
      let pair = rows[2 * index] + rows[2 * index + 1]
      left[index] = pair[0] / 2
      right[index] = pair[7] / 2
    }
    top = rows[0]
    bottom = rows[CellSamples.rows - 1]
  }
}

extension CellSide {
  /// A side of a cell in two colours.
  ///
  /// - Parameters:
  ///   - share: the share of ink along the side.
  ///   - wanted: the picture's colours along the side.
  @inline(__always)
  init(
    _ share: SIMD8<Float>, ink: SIMD3<Float>, paper: SIMD3<Float>, wanted: PixelRow, tolerance: Float,
    hasCirclesOnly: Bool
  ) {
    let step = ink - paper
    let red = share * step.x + paper.x - wanted.red
    let green = share * step.y + paper.y - wanted.green
    let blue = share * step.z + paper.z - wanted.blue
    self.init(
      rows: PixelRow(red: red, green: green, blue: blue), sum: SIMD3(red.total, green.total, blue.total),
      squares: (red * red + green * green + blue * blue).total, tolerance: tolerance, hasCirclesOnly: hasCirclesOnly)
  }
}
