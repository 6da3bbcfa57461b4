import TerminalModel
import Testing

@testable import Graphics

@Suite struct DrawingCellsTests {
  private static let green = RGB(40, 200, 80)
  private static let levels: [GlyphLevel] = [.block, .legacy, .octant]

  private func grid(
    _ drawing: Drawing, _ glyphs: GlyphLevel, colors: ColorLevel = .truecolor, columns: Int, rows: Int
  ) -> CellGrid {
    var grid = CellGrid(size: CellSize(columns: columns, rows: rows))
    DrawingCells(glyphs: glyphs, colors: colors, background: RGB(0, 0, 0)).draw(drawing, in: grid.bounds, on: &grid)
    return grid
  }

  @Test(arguments: levels)
  func `upright bars are exact eighths in their own colour`(glyphs: GlyphLevel) {
    for eighths in 1...24 {
      var drawing = Drawing(width: 16, height: 48)
      let height = Double(eighths) * 2
      drawing.fill(Path(rectangle: Point(0, 48 - height), size: Point(16, height)), Self.green)
      let grid = grid(drawing, glyphs, columns: 2, rows: 3)
      for row in 0..<3 {
        let part = min(8, max(0, eighths - 8 * (2 - row)))
        let cell = grid[0, row]
        switch part {
        case 0: #expect(cell == .blank)
        case 8:
          let color = cell.text == " " ? cell.style.background : cell.style.foreground
          #expect((cell.text == " " || cell.text == "█") && color == .rgb(Self.green))
        default:
          #expect(cell.scalar == Unicode.Scalar(0x2580 + UInt32(part)), "\(eighths) \(row)")
          #expect(cell.style == CellStyle(foreground: .rgb(Self.green)))
        }
        #expect(grid[1, row].scalar == cell.scalar)
      }
    }
  }

  @Test(arguments: levels)
  func `level bars are exact eighths`(glyphs: GlyphLevel) {
    for eighths in 1..<8 {
      var drawing = Drawing(width: 16, height: 16)
      drawing.fill(Path(rectangle: Point(), size: Point(Double(8 + eighths), 16)), Self.green)
      let grid = grid(drawing, glyphs, columns: 2, rows: 1)
      #expect(grid[1, 0].scalar == Unicode.Scalar(0x2590 - UInt32(eighths)))
      #expect(grid[1, 0].style.foreground == .rgb(Self.green) && grid[1, 0].style.background == .terminalDefault)
    }
  }

  @Test func `what nothing covers is unchanged`() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 2), filledWith: Cell("x"))
    var drawing = Drawing(width: 32, height: 32)
    drawing.fill(Path(rectangle: Point(8, 0), size: Point(8, 16)), Self.green)
    DrawingCells(glyphs: .block, colors: .truecolor, background: RGB(0, 0, 0)).draw(drawing, in: grid.bounds, on: &grid)
    #expect(grid.cells.count { $0 == Cell("x") } == 7 && grid[1, 0].style.background == .rgb(Self.green))
  }

  @Test func `what was fitted before gives the same cells, and none of other settings`() {
    let fitted = FittedCells()
    var random = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      var drawing = Drawing(width: 96, height: 64)
      for _ in 0..<4 {
        let (left, right) = (Double.random(in: 0..<96, using: &random), Double.random(in: 0..<96, using: &random))
        drawing.stroke(Path(lineFrom: Point(left, 0), to: Point(right, 64)), 5, Self.green)
      }
      for settings in [
        DrawingCells(glyphs: .octant, colors: .truecolor, background: RGB(0, 0, 0)),
        DrawingCells(glyphs: .octant, colors: .truecolor, background: RGB(255, 255, 255)),
        DrawingCells(glyphs: .ascii, colors: .ansi256, background: RGB(0, 0, 0)),
      ] {
        var (alone, again) = (
          CellGrid(size: CellSize(columns: 12, rows: 4)), CellGrid(size: CellSize(columns: 12, rows: 4))
        )
        settings.draw(drawing, in: alone.bounds, on: &alone)
        for _ in 0..<2 { settings.draw(drawing, in: again.bounds, on: &again, fitted: fitted) }
        #expect(alone == again)
      }
    }
  }

  @Test func `colours are reduced to those of the terminal, and ASCII uses letters`() {
    var drawing = Drawing(width: 16, height: 16)
    drawing.fill(Path(rectangle: Point(), size: Point(16, 16)), Self.green)
    #expect(grid(drawing, .block, colors: .none, columns: 2, rows: 1)[0, 0] == Cell("█"))
    #expect(grid(drawing, .block, colors: .ansi16, columns: 2, rows: 1)[0, 0].style.background == .palette(2))
    let palette = grid(drawing, .block, colors: .ansi256, columns: 2, rows: 1)[0, 0].style.background
    guard case .palette = palette else { return #expect(Bool(false)) }
    let ascii = grid(drawing, .ascii, columns: 2, rows: 1)[0, 0]
    #expect(ascii.scalar == "#" && ascii.style.foreground == .rgb(Self.green))
  }

  @Test(arguments: levels)
  func `a line that rises from cell to cell has no gaps`(glyphs: GlyphLevel) {
    var drawing = Drawing(width: 160, height: 96)
    drawing.stroke(Path(lineFrom: Point(4, 90), to: Point(156, 6)), 4, Self.green)
    let grid = grid(drawing, glyphs, columns: 20, rows: 6)
    for column in 0..<20 {
      #expect((0..<6).contains { grid[column, $0] != .blank }, "\(column)")
    }
  }

  @Test(arguments: [(0, 0), (1, 1), (0, 5), (2000, 2), (3, 1)])
  func `every size can be drawn`(size: (Int, Int)) {
    var drawing = Drawing(width: 10, height: 10)
    drawing.stroke(Path(circle: Point(5, 5), radius: 4), 1, Self.green)
    #expect(grid(drawing, .legacy, columns: size.0, rows: size.1).size.columns == size.0)
  }
}
