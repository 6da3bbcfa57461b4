package import TerminalModel

/// A box in the centre of the screen, or the whole of a small screen.
package struct Dialog {
  /// The area of the content.
  package var inner: CellRect
  package var frame: CellRect
  package var hasBox: Bool

  /// - Parameters:
  ///   - columns: the preferred width of the content.
  ///   - rows: the preferred height of the content.
  ///   - isAtRight: whether it is placed at the right, so that the screen below remains visible.
  package init(in area: CellRect, columns: Int, rows: Int, isAtRight: Bool = false) {
    hasBox = area.size.columns >= 40 && area.size.rows >= 8
    guard hasBox else {
      (frame, inner) = (area, area)
      return
    }
    let size = CellSize(columns: min(area.size.columns, columns + 6), rows: min(area.size.rows, rows + 4))
    frame = CellRect(
      column: area.origin.column + (area.size.columns - size.columns) / (isAtRight ? 1 : 2),
      row: area.origin.row + (area.size.rows - size.rows) / 2, columns: size.columns, rows: size.rows)
    inner = frame.inset(columns: 3, rows: frame.size.rows >= rows + 4 ? 2 : 1)
  }

  package func draw(_ title: String, on canvas: inout Canvas) {
    canvas.cover(frame)
    guard hasBox else { return }
    canvas.box(frame)
    canvas.label(title, frame.columns.lowerBound + 2, frame.rows.lowerBound, .strong, within: frame.size.columns - 4)
  }

  /// Text at the right of the lower border.
  package func drawCaption(_ text: String, on canvas: inout Canvas) {
    guard hasBox else { return }
    canvas.labelTrailing(
      text, before: frame.columns.upperBound - 2, frame.rows.upperBound - 1, .faint,
      notBefore: frame.columns.lowerBound + 2)
  }
}
