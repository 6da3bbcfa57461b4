import TerminalModel
import Testing

@Suite struct CellGridWritingTests {
  private func written(_ text: String, column: Int = 0, columns: Int = 6, maxColumns: Int = .max) -> (String, Int) {
    var grid = CellGrid(size: CellSize(columns: columns, rows: 1), filledWith: Cell("."))
    let used = grid.write(text, at: CellPoint(column: column, row: 0), maxColumns: maxColumns)
    return (PlainText(trimsTrailingBlanks: false).text(of: grid), used)
  }

  @Test func `text is clipped at both sides`() {
    #expect(written("abcdefgh").0 == "abcdef")
    #expect(written("abcdefgh", column: -3).0 == "defgh.")
    #expect(written("abc", column: 20).0 == "......")
  }

  @Test func `text is cut at the given width`() {
    #expect(written("abcdef", maxColumns: 3) == ("abc...", 3))
    #expect(written("a漢字", maxColumns: 4) == ("a漢...", 3))
  }

  @Test func `a wide character occupies two cells and is drawn once`() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 1))
    #expect(grid.write("漢b", at: CellPoint(column: 0, row: 0)) == 3)
    #expect(grid[0, 0].scalar == "漢")
    #expect(grid[1, 0].isWideTail)
    #expect(grid[2, 0].scalar == "b")
  }

  @Test func `a wide character cut by an edge leaves a blank`() {
    #expect(written("漢b", column: -1).0 == " b....")
    #expect(written("漢", column: 5).0 == "..... ")
  }

  @Test func `overwriting half of a wide character blanks the other half`() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 1))
    grid.write("漢漢", at: CellPoint(column: 0, row: 0))
    grid.write("xy", at: CellPoint(column: 1, row: 0))
    #expect(PlainText(trimsTrailingBlanks: false).text(of: grid) == " xy ")
  }

  @Test(arguments: [
    "नरेंद्र की Apple Watch", "Ju\u{308}rgen", "นาฬิกา", "👩🏽‍🚀", "🇩🇪 DE", "1️⃣", "한", "स्त्री", "\u{F02B0} Watch", "\u{100041}x", "👨‍👩‍👧‍👦x",
  ])
  func `a name keeps all its characters`(name: String) {
    let (text, used) = written(name, columns: 40)
    #expect(text == name + String(repeating: ".", count: 40 - used))
    #expect(used == TextWidth.columns(of: name))
  }

  @Test func `control characters are replaced`() {
    #expect(written("a\tb\u{1B}c").0 == "a b\u{FFFD}c.")
    #expect(written("\r\n!").0 == " !....")
  }

  @Test func `positions at the limits of the integer range are safe`() {
    #expect(written("abc", column: .max).0 == "......")
    #expect(written("漢c", column: .min).0 == "......")
  }
}
