/// A number of columns and rows. Never negative.
package struct CellSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

/// A position; column 0, row 0 is the upper left corner.
package struct CellPoint: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// A rectangle of cells.
package struct CellRect: Hashable, Sendable {
  package var origin: CellPoint
  package var size: CellSize

  package init(column: Int, row: Int, columns: Int, rows: Int) {
    self.origin = CellPoint(column: column, row: row)
    self.size = CellSize(columns: columns, rows: rows)
  }

  package var columns: Range<Int> { origin.column..<(origin.column + size.columns) }
  package var rows: Range<Int> { origin.row..<(origin.row + size.rows) }

  package func contains(_ point: CellPoint) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }
}
