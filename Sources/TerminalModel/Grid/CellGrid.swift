/// A frame: the complete content of a screen in cells. Writes outside it are clipped and never an error.
package struct CellGrid: Hashable, Sendable {
  package let size: CellSize
  /// Row by row.
  package private(set) var cells: [Cell]

  package init(size: CellSize, filledWith cell: Cell = .blank) {
    self.size = size
    self.cells = Array(repeating: cell, count: size.columns * size.rows)
  }

  /// The cell at a position; blank outside the grid, where writes are ignored.
  package subscript(column: Int, row: Int) -> Cell {
    get {
      guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return .blank }
      return cells[row * size.columns + column]
    }
    set {
      guard (0..<size.columns).contains(column), (0..<size.rows).contains(row) else { return }
      cells[row * size.columns + column] = newValue
    }
  }
}
