import TerminalModel

/// A notice in one row, in the longest text that fits.
struct NoticeRow {
  let notice: Notice

  func draw(on canvas: inout Canvas, in rect: CellRect, row: Int) {
    let columns = rect.size.columns
    let margin = columns >= 24 ? 1 : 0
    let room = columns - 2 * margin
    canvas.grid.fill(CellRect(column: rect.origin.column, row: row, columns: columns, rows: 1))
    let text =
      notice.texts.first { TextWidth.columns(of: $0) <= room } ?? notice.texts.dropFirst().last ?? notice.sentence
    canvas.write(text, rect.origin.column + margin, row, .plain, within: room)
  }
}
