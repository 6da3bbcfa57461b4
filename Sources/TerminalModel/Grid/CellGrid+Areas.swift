extension CellGrid {
  /// The cells of one row; empty outside the grid.
  package func row(_ row: Int) -> ArraySlice<Cell> {
    guard (0..<size.rows).contains(row) else { return [] }
    return cells[(row * size.columns)..<((row + 1) * size.columns)]
  }

  /// The cells row by row, from the top.
  package var rows: [ArraySlice<Cell>] { (0..<size.rows).map { row($0) } }

  /// The rectangle that covers the whole grid.
  package var bounds: CellRect { CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows) }

  /// Sets all cells of the rectangle that are inside the grid.
  package mutating func fill(_ rect: CellRect, with cell: Cell = .blank) {
    let columns = rect.columns.clamped(to: 0..<size.columns)
    for row in rect.rows.clamped(to: 0..<size.rows) {
      for column in columns { self[column, row] = cell }
    }
    repairWideCharacters(in: columns, rows: rect.rows)
  }

  /// Changes the style of all cells of the rectangle that are inside the grid, and keeps their text.
  package mutating func restyle(_ rect: CellRect, _ change: (inout CellStyle) -> Void) {
    for row in rect.rows.clamped(to: 0..<size.rows) {
      for column in rect.columns.clamped(to: 0..<size.columns) { change(&self[column, row].style) }
    }
  }

  /// A copy of the cells in a rectangle; blank outside the grid.
  package func copy(of rect: CellRect) -> CellGrid {
    var copy = CellGrid(size: rect.size)
    for row in 0..<rect.size.rows {
      for column in 0..<rect.size.columns {
        copy[column, row] = self[rect.origin.column + column, rect.origin.row + row]
      }
    }
    return copy
  }

  /// Copies another grid into this one, with its upper left corner at the point; the part outside is clipped.
  package mutating func blit(_ other: CellGrid, at origin: CellPoint) {
    for row in 0..<other.size.rows {
      for column in 0..<other.size.columns {
        self[origin.column + column, origin.row + row] = other[column, row]
      }
    }
    repairWideCharacters(
      in: origin.column..<(origin.column + other.size.columns),
      rows: origin.row..<(origin.row + other.size.rows))
  }
}
