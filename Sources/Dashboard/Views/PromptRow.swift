import TerminalModel

/// A text field in one row, with a hint or an error beside it.
struct PromptRow {
  var label: String
  var field: TextField
  var errorMessage: String?
  /// Shown beside an empty field.
  var hint: String

  /// - Parameter rect: one row; an error that does not fit beside the text is shown in the row above.
  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let (width, row) = (rect.size.columns, rect.origin.row)
    let left = rect.origin.column + (width >= 30 ? 1 : 0)
    canvas.grid.fill(CellRect(column: rect.origin.column, row: row, columns: width, rows: 1))
    let start = canvas.write(width >= 30 ? label : "> ", left, row, .strong, within: width)
    let end = field.draw(on: &canvas, start, row, within: max(1, rect.columns.upperBound - start))
    let beside = rect.columns.upperBound - end - 3
    if let errorMessage, TextWidth.columns(of: errorMessage) > beside, row > 0 {
      canvas.grid.fill(CellRect(column: rect.origin.column, row: row - 1, columns: width, rows: 1))
      canvas.write(errorMessage, left, row - 1, .plain, within: rect.columns.upperBound - left)
    } else if let words = errorMessage ?? (field.text.isEmpty ? hint : nil), beside > 8 {
      canvas.write(words, end + 3, row, errorMessage == nil ? .faint : .plain, within: beside)
    }
  }
}
