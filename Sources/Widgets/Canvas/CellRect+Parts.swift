package import TerminalModel

extension CellRect {
  /// The rectangle reduced by this number of cells on each side.
  package func inset(columns: Int = 0, rows: Int = 0) -> CellRect {
    CellRect(
      column: origin.column + columns, row: origin.row + rows, columns: size.columns - 2 * columns,
      rows: size.rows - 2 * rows)
  }

  /// The upper rows, and the rest.
  package func split(top rows: Int) -> (top: CellRect, rest: CellRect) {
    let rows = min(max(0, rows), size.rows)
    return (
      CellRect(column: origin.column, row: origin.row, columns: size.columns, rows: rows),
      CellRect(column: origin.column, row: origin.row + rows, columns: size.columns, rows: size.rows - rows)
    )
  }

  /// Without a column at either side if there is room to spare.
  package var withMargin: CellRect { inset(columns: size.columns >= 60 ? 1 : 0) }
}
