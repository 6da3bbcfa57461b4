import TerminalModel

/// The row at the lower edge: the prompt, else a notice, else the footer.
struct LastRow {
  let state: DashboardState
  let formatting: Formatting

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let row = rect.rows.upperBound - 1
    if case .goToDate(let text, let complaint) = state.overlay {
      drawPrompt(text, complaint, on: &canvas, in: rect, row: row)
    } else if let notice = state.notice {
      NoticeRow(notice: notice).draw(on: &canvas, in: rect, row: row)
    } else {
      let footer = Footer(state)
      footer.draw(on: &canvas, row: row)
      guard Layout(state).form != .boxes,
        let words = StoreWords.state(of: state, formatting: formatting, canvas.glyphs)
      else { return }
      canvas.labelTrailing(words, before: rect.columns.upperBound, row, .faint, notBefore: footer.end + 2)
    }
  }

  private func drawPrompt(
    _ text: String, _ complaint: String?, on canvas: inout Canvas, in rect: CellRect, row: Int
  ) {
    let width = rect.size.columns
    let left = rect.origin.column + (width >= 30 ? 1 : 0)
    let label = width >= 30 ? "Go to date: " : "> "
    canvas.grid.fill(CellRect(column: rect.origin.column, row: row, columns: width, rows: 1))
    var end = canvas.write(label, left, row, .strong, within: width)
    // The end of what is typed stays in view.
    let room = max(0, rect.columns.upperBound - end - 1)
    end = canvas.write(String(text.suffix(room)), end, row)
    canvas.put(canvas.glyphs.cursor, end, row, .strong)
    let beside = rect.columns.upperBound - end - 3
    if let complaint, TextWidth.columns(of: complaint) > beside, row > 0 {
      canvas.grid.fill(CellRect(column: rect.origin.column, row: row - 1, columns: width, rows: 1))
      canvas.write(complaint, left, row - 1, .plain, within: rect.columns.upperBound - left)
    } else if let hint = complaint ?? (text.isEmpty ? "2026-11-19, 19 nov, mon, -3, yesterday" : nil), beside > 8 {
      canvas.write(hint, end + 3, row, complaint == nil ? .faint : .plain, within: beside)
    }
  }
}
