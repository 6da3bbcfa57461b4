import TerminalModel
import Testing

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Move 83 %", 9), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("ｱ", 1), ("Ａ", 2), ("한글", 4), ("한", 2),
    ("🙂", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("☀", 1), ("⌚", 2), ("─│█▀", 4), ("\u{1FB3C}\u{1FB00}", 2), ("\u{1CD00}", 1),
    ("\u{200B}", 0), ("\u{AD}", 1), ("a\u{7}b", 3), ("∑→°", 3),
  ])
  func `text occupies as many columns as in a terminal`(text: String, columns: Int) {
    #expect(TextWidth.columns(of: text) == columns)
  }

  @Test func `written text occupies the predicted number of columns`() {
    for text in ["Move 83 %", "漢字 e\u{301}x", "👩‍👩‍👧 🙂", "a\tb\u{1B}c", "한글"] {
      var grid = CellGrid(size: CellSize(columns: 40, rows: 1))
      #expect(grid.write(text, at: CellPoint(column: 0, row: 0)) == TextWidth.columns(of: text))
    }
  }
}
