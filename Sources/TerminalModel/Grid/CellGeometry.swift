/// A number of columns and rows. Never negative.
package struct CellSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}

extension CellSize {
  /// The largest number of pixels of a window: more than an 8K screen has.
  private static let mostPixels = 40_000_000

  /// The size of a cell in pixels, in a window of this many cells whose terminal claims these pixels.
  ///
  /// - Returns: nil if the claim is 0, or more than any screen has: images are drawn in memory at this size.
  package func cellPixels(windowWidth: Int, windowHeight: Int) -> (width: Int, height: Int)? {
    guard columns > 0, rows > 0, (1...16_384).contains(windowWidth), (1...16_384).contains(windowHeight),
      windowWidth * windowHeight <= Self.mostPixels
    else { return nil }
    // Cells are whole pixels; the remainder is the window's border.
    let (width, height) = (windowWidth / columns, windowHeight / rows)
    return (1...200).contains(width) && (1...400).contains(height) ? (width, height) : nil
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
