import TerminalModel
import Testing

@Suite struct ANSITextTests {
  private let red = CellStyle(foreground: .rgb(RGB(255, 0, 95)))

  private func text(_ colors: ColorLevel, trims: Bool = false, _ draw: (inout CellGrid) -> Void) -> String {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 1))
    draw(&grid)
    return ANSIText(colors: colors, trimsTrailingBlanks: trims).text(of: grid)
      .replacing("\u{1B}", with: "^")
  }

  @Test func `a style is sent once for a run of cells`() {
    let text = text(.truecolor) { $0.write("abc", at: CellPoint(column: 0, row: 0), style: red) }
    #expect(text == "^[38;2;255;0;95mabc^[0m ")
  }

  @Test func `colours are reduced to those of the level`() {
    let draw: (inout CellGrid) -> Void = { $0.write("abcd", at: CellPoint(column: 0, row: 0), style: red) }
    #expect(text(.ansi256, draw) == "^[38;5;197mabcd^[0m")
    #expect(text(.ansi16, draw) == "^[91mabcd^[0m")
    #expect(text(.mono, draw) == "abcd")
    #expect(text(.none, draw) == "abcd")
  }

  @Test func `attributes are kept without colours, but not at level none`() {
    let style = CellStyle(background: .palette(4), attributes: [.bold, .reverse])
    let draw: (inout CellGrid) -> Void = { $0.write("ab", at: CellPoint(column: 0, row: 0), style: style) }
    #expect(text(.mono, draw) == "^[1;7mab^[0m  ")
    #expect(text(.none, draw) == "ab  ")
    #expect(text(.ansi16, draw) == "^[1;7;44mab^[0m  ")
  }

  @Test func `an attribute that ends is reset without losing the others`() {
    let text = text(.truecolor) { grid in
      var style = red
      style.attributes = .bold
      grid.write("a", at: CellPoint(column: 0, row: 0), style: style)
      grid.write("b", at: CellPoint(column: 1, row: 0), style: red)
    }
    #expect(text == "^[1;38;2;255;0;95ma^[0;38;2;255;0;95mb^[0m  ")
  }

  @Test func `only blanks without a style are trimmed`() {
    #expect(text(.truecolor, trims: true) { $0[0, 0] = Cell("a") } == "a")
    let painted = text(.ansi256, trims: true) { $0[2, 0] = Cell(" ", style: CellStyle(background: .palette(22))) }
    #expect(painted == "  ^[48;5;22m ^[0m")
  }

  @Test func `every line ends in the default style`() {
    var grid = CellGrid(size: CellSize(columns: 2, rows: 2), filledWith: Cell("x", style: red))
    grid[1, 0] = Cell(" ")
    let lines = ANSIText(colors: .truecolor).text(of: grid).split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[1].hasSuffix("\u{1B}[0m"))
  }

  @Test func `a wide character is written once`() {
    #expect(text(.truecolor) { $0.write("漢", at: CellPoint(column: 0, row: 0)) } == "漢  ")
  }

  @Test func `plain text has no sequences and no trailing blanks`() {
    var grid = CellGrid(size: CellSize(columns: 5, rows: 2))
    grid.write("ab", at: CellPoint(column: 1, row: 0), style: red)
    #expect(PlainText().text(of: grid) == " ab\n")
  }
}
