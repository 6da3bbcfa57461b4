import TerminalModel

/// One way to draw a cell, with the data needed to choose among several.
struct CellOption {
  var cell: Cell
  /// The squared error, weighted by how far the colours are from the picture's own.
  var cost: Float
  /// The difference between drawing and picture along the four sides.
  var rim: CellRim
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
  /// - Parameter bearing: how far a displacement along the side moves the outline, as in `OutlineSolver`.
  @inline(__always)
  func breakCost(_ other: CellSide, bearing: Float) -> Float {
    let product = rows.red * other.rows.red + rows.green * other.rows.green + rows.blue * other.rows.blue
    let step = sum - other.sum
    let along = step.dot(step)
    let across = along * (hasCirclesOnly && other.hasCirclesOnly ? bearing : Self.averageBearing)
    let tolerance = max(tolerance, other.tolerance)
    return (squares + other.squares - 2 * product.total) * 0.7 + along * 0.1 + across
      + (across > tolerance ? (across - tolerance) * 5 : 0)
  }

  private static let averageBearing: Float = 0.4
}

/// The four sides of a cell.
struct CellRim {
  var left = CellSide.zero
  var right = CellSide.zero
  var top = CellSide.zero
  var bottom = CellSide.zero

  static let zero = CellRim()
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
  init(_ row: (Int) -> SIMD8<Float>) {
    left = SIMD8(repeating: 0)
    right = left
    for index in 0..<8 {
      let pair = row(2 * index) + row(2 * index + 1)
      left[index] = pair[0] / 2
      right[index] = pair[7] / 2
    }
    top = row(0)
    bottom = row(CellSamples.rows - 1)
  }
}

extension CellSamples {
  /// The picture's colours along the sides of the cell.
  var sides: SideRows<PixelRow> {
    let red = SideRows { self[.red, $0] }
    let green = SideRows { self[.green, $0] }
    let blue = SideRows { self[.blue, $0] }
    return SideRows(
      left: PixelRow(red: red.left, green: green.left, blue: blue.left),
      right: PixelRow(red: red.right, green: green.right, blue: blue.right),
      top: PixelRow(red: red.top, green: green.top, blue: blue.top),
      bottom: PixelRow(red: red.bottom, green: green.bottom, blue: blue.bottom))
  }
}

extension CellRim {
  /// The rim of a cell in two colours.
  ///
  /// - Parameters:
  ///   - inks: the share of the first colour along the sides.
  ///   - picture: the target colours along the sides.
  ///   - tolerance: the displacement of the outline that is visible as a step.
  init(
    inks: SideRows<SIMD8<Float>>, ink: SIMD3<Float>, paper: SIMD3<Float>, picture: SideRows<PixelRow>,
    tolerance: Float, hasCirclesOnly: Bool
  ) {
    let step = ink - paper
    @inline(__always)
    func side(_ share: SIMD8<Float>, _ wanted: PixelRow) -> CellSide {
      let red = share * step.x + paper.x - wanted.red
      let green = share * step.y + paper.y - wanted.green
      let blue = share * step.z + paper.z - wanted.blue
      return CellSide(
        rows: PixelRow(red: red, green: green, blue: blue), sum: SIMD3(red.total, green.total, blue.total),
        squares: (red * red + green * green + blue * blue).total, tolerance: tolerance, hasCirclesOnly: hasCirclesOnly)
    }
    left = side(inks.left, picture.left)
    right = side(inks.right, picture.right)
    top = side(inks.top, picture.top)
    bottom = side(inks.bottom, picture.bottom)
  }
}
