/// Writes frames as text without escape sequences.
package struct PlainText: Sendable {
  /// Whether blanks are omitted at the end of a line.
  package var trimsTrailingBlanks: Bool

  package init(trimsTrailingBlanks: Bool = true) {
    self.trimsTrailingBlanks = trimsTrailingBlanks
  }

  /// The frame as lines joined by newlines, without one at the end.
  package func text(of grid: CellGrid) -> String {
    var text = ""
    for row in 0..<grid.size.rows {
      if row > 0 { text.unicodeScalars.append("\n") }
      var cells = grid.row(row)
      if trimsTrailingBlanks {
        while cells.last?.text == " " { cells.removeLast() }
      }
      for cell in cells { cell.text.append(to: &text) }
    }
    return text
  }
}
