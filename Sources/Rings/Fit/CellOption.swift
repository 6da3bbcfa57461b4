import TerminalModel

/// One way to draw a cell, with the data needed to choose among several.
struct CellOption {
  var cell: Cell
  /// The squared error, weighted by how far the colours are from the picture's own.
  var cost: Float
  /// The difference between drawing and picture along the four sides.
  var rim: CellRim
}

/// Colour differences along the sides of a cell, eight per side: on the left and right, each covers two rows.
struct CellRim {
  var left = PixelRow.zero
  var right = PixelRow.zero
  var top = PixelRow.zero
  var bottom = PixelRow.zero
  /// The displacement of the outline beyond which it is visible as a step: a squared sum of differences.
  var tolerance: Float = 0
  /// Whether its outlines are circles, because no ring begins or ends in the cell.
  var hasCirclesOnly = true

  static let zero = CellRim()

  /// The discontinuity of the outline between a cell and the one to its right; equal errors on both sides do not count.
  ///
  /// - Parameter bearing: how far a displacement along the side moves the outline, as in `OutlineSolver`.
  @inline(__always)
  static func breakCost(_ cell: CellRim, besides right: CellRim, bearing: Float) -> Float {
    breakCost(
      cell.right.minus(right.left), tolerance: max(cell.tolerance, right.tolerance),
      cell.hasCirclesOnly && right.hasCirclesOnly ? bearing : averageBearing)
  }

  /// The discontinuity of the outline between a cell and the one below it.
  @inline(__always)
  static func breakCost(_ cell: CellRim, above below: CellRim, bearing: Float) -> Float {
    breakCost(
      cell.bottom.minus(below.top), tolerance: max(cell.tolerance, below.tolerance),
      cell.hasCirclesOnly && below.hasCirclesOnly ? bearing : averageBearing)
  }

  /// The sum of a term for any difference along the side, which prevents thorns, and of terms for the displacement of
  /// the outline, which grow with the square of the distance: a row of small steps looks smoother than one large step.
  @inline(__always)
  private static func breakCost(_ step: PixelRow, tolerance: Float, _ bearing: Float) -> Float {
    let squares = step.red * step.red + step.green * step.green + step.blue * step.blue
    let sum = SIMD3(step.red.total, step.green.total, step.blue.total)
    let along = sum.dot(sum)
    let across = along * bearing
    return squares.total * 0.7 + along * 0.1 + across + max(0, across - tolerance) * 5
  }

  private static let averageBearing: Float = 0.4
}

extension PixelRow {
  static let zero = PixelRow(SIMD3(repeating: 0))

  @inline(__always)
  fileprivate func minus(_ other: PixelRow) -> PixelRow {
    PixelRow(red: red - other.red, green: green - other.green, blue: blue - other.blue)
  }
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
  init(inks: SideRows<SIMD8<Float>>, ink: SIMD3<Float>, paper: SIMD3<Float>, picture: SideRows<PixelRow>) {
    let step = ink - paper
    @inline(__always)
    func difference(_ share: SIMD8<Float>, _ wanted: PixelRow) -> PixelRow {
      PixelRow(
        red: share * step.x + paper.x - wanted.red, green: share * step.y + paper.y - wanted.green,
        blue: share * step.z + paper.z - wanted.blue)
    }
    left = difference(inks.left, picture.left)
    right = difference(inks.right, picture.right)
    top = difference(inks.top, picture.top)
    bottom = difference(inks.bottom, picture.bottom)
  }
}
