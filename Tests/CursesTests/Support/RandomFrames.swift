import TerminalModel

/// Random frames that use everything a frame can contain.
enum RandomFrames {
  private static let scalars: [Unicode.Scalar] = ["a", "Z", "~", " ", "█", "▀", "▖", "▞", "─", "é", "●", "\u{1FB00}"]

  static func color(using generator: inout some RandomNumberGenerator) -> CellColor {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: .terminalDefault
    case 1: .palette(.random(in: 0...255, using: &generator))
    case 2: .rgb(RGB(0, 0, .random(in: 0...255, using: &generator)))
    default:
      .rgb(
        RGB(
          .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator),
          .random(in: 0...255, using: &generator)))
    }
  }

  static func cell(using generator: inout some RandomNumberGenerator) -> Cell {
    let attributes: [CellAttributes] = [[], [], [], .bold, .dim, .reverse, .underline, [.bold, .underline]]
    return Cell(
      scalars.randomElement(using: &generator) ?? " ",
      style: CellStyle(
        foreground: color(using: &generator), background: color(using: &generator),
        attributes: attributes.randomElement(using: &generator) ?? []))
  }

  /// A frame that differs from another in a share of its cells, and contains wide characters.
  static func frame(after previous: CellGrid, share: Double, using generator: inout some RandomNumberGenerator)
    -> CellGrid
  {
    var grid = previous
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns where Double.random(in: 0..<1, using: &generator) < share {
        // Not into one half of a wide character.
        guard grid[column, row] != .wideTail, grid[column + 1, row] != .wideTail else { continue }
        grid[column, row] = cell(using: &generator)
      }
      if grid.size.columns > 4, Double.random(in: 0..<1, using: &generator) < share {
        let column = Int.random(in: 0..<(grid.size.columns - 3), using: &generator)
        guard grid[column, row] != .wideTail, grid[column + 2, row] != .wideTail else { continue }
        grid[column, row] = Cell("日", style: CellStyle(foreground: color(using: &generator)))
        grid[column + 1, row] = .wideTail
      }
    }
    return grid
  }
}
