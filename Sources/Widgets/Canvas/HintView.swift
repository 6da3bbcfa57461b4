package import TerminalModel

/// The hint for a region of cells: the value of a bar.
package struct Hint: Hashable, Sendable {
  package var rect: CellRect
  package var words: String
}

/// A hint beside the pointer: above it, or below if there is no row above.
package struct HintView {
  package var hint: Hint

  package init(hint: Hint) {
    self.hint = hint
  }

  package func draw(on canvas: inout Canvas, beside pointer: CellPoint) {
    let size = canvas.grid.size
    let width = min(size.columns, TextWidth.columns(of: hint.words) + 2)
    guard width > 2, size.rows > 1 else { return }
    let row = pointer.row > 0 ? pointer.row - 1 : pointer.row + 1
    let column = max(0, min(pointer.column - width / 2, size.columns - width))
    let rect = CellRect(column: column, row: row, columns: width, rows: 1)
    canvas.cover(rect)
    canvas.write(
      canvas.selected(hint.words, within: width), column, row, CellStyle(attributes: .reverse), within: width)
  }
}
