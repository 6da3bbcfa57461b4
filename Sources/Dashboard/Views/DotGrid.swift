import TerminalModel

/// Dots smaller than cells: 2x4 per cell with Braille, 2x2 with quadrants where the terminal has only basic symbols,
/// whole cells in ASCII.
struct DotGrid {
  let rect: CellRect
  /// Dots per cell.
  let columns: Int
  let rows: Int
  private let isBraille: Bool
  private var dots: [UInt8]
  private var colors: [CellColor]

  init(_ rect: CellRect, _ level: GlyphLevel) {
    self.rect = rect
    isBraille = level == .legacy || level == .octant
    columns = level == .ascii ? 1 : 2
    rows = level == .ascii ? 1 : isBraille ? 4 : 2
    let count = max(0, rect.size.columns) * max(0, rect.size.rows)
    dots = Array(repeating: 0, count: count)
    colors = Array(repeating: .terminalDefault, count: count)
  }

  var width: Int { max(0, rect.size.columns) * columns }
  var height: Int { max(0, rect.size.rows) * rows }

  /// The height of a dot divided by its width.
  ///
  /// - Parameter aspect: the aspect ratio of a cell.
  func dotAspect(_ aspect: Double) -> Double { aspect * Double(columns) / Double(rows) }

  /// The cell that contains a dot.
  func cell(_ x: Int, _ y: Int) -> CellPoint {
    CellPoint(column: rect.origin.column + x / columns, row: rect.origin.row + y / rows)
  }

  /// Sets a dot; y increases downwards. Dots outside are ignored. The last colour in a cell applies to all of its
  /// dots.
  mutating func set(_ x: Int, _ y: Int, _ color: CellColor) {
    guard x >= 0, y >= 0, x < width, y < height else { return }
    let place = (y / rows) * rect.size.columns + x / columns
    dots[place] |= 1 << UInt8(y % rows * columns + x % columns)
    colors[place] = color
  }

  /// Draws a line of dots between two points.
  mutating func line(_ x0: Int, _ y0: Int, _ x1: Int, _ y1: Int, _ color: CellColor) {
    let steps = max(abs(x1 - x0), abs(y1 - y0))
    guard steps > 0 else { return set(x0, y0, color) }
    // The maximum length of a line on any screen.
    guard steps <= 100_000 else { return }
    for step in 0...steps {
      let part = Double(step) / Double(steps)
      set(
        x0 + Int((Double(x1 - x0) * part).rounded()), y0 + Int((Double(y1 - y0) * part).rounded()), color)
    }
  }

  func draw(on canvas: inout Canvas) {
    for row in 0..<max(0, rect.size.rows) {
      for column in 0..<max(0, rect.size.columns) {
        let place = row * rect.size.columns + column
        guard dots[place] != 0 else { continue }
        canvas.put(
          symbol(dots[place]), rect.origin.column + column, rect.origin.row + row, CellStyle(foreground: colors[place]))
      }
    }
  }

  private func symbol(_ bits: UInt8) -> Unicode.Scalar {
    if columns == 1 { return "*" }
    if !isBraille { return Self.quadrants[Int(bits & 15)] }
    // Braille numbers its dots down the left column, then down the right one, with the lowest row last.
    var pattern: UInt32 = 0
    for (dot, bit) in [0, 3, 1, 4, 2, 5, 6, 7].enumerated() where bits & (1 << UInt8(dot)) != 0 {
      pattern |= 1 << UInt32(bit)
    }
    return Unicode.Scalar(0x2800 + pattern) ?? "*"
  }

  /// Ordered upper left, upper right, lower left, lower right.
  private static let quadrants: [Unicode.Scalar] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]
}
