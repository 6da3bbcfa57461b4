extension CellGrid {
  /// Writes one line of text at a position and returns its width in columns, including clipped columns.
  ///
  /// Text outside the grid is clipped; a wide character that is clipped in the middle leaves a blank. Control
  /// characters are replaced, and combining marks are omitted, because a cell holds one scalar.
  ///
  /// - Parameters:
  ///   - position: the position of the first character; may be outside the grid.
  ///   - maxColumns: the width at which the text is truncated.
  /// - Complexity: O(*n*) in the length of the text.
  @discardableResult
  package mutating func write(
    _ text: String, at position: CellPoint, style: CellStyle = CellStyle(), maxColumns: Int = .max
  ) -> Int {
    var used = 0
    for character in text {
      let scalar = TextWidth.drawn(character)
      let width = TextWidth.columns(of: scalar)
      guard width > 0 else { continue }
      guard width <= maxColumns - used else { break }
      let (column, overflow) = position.column.addingReportingOverflow(used)
      guard !overflow else { break }
      put(scalar, width: width, column: column, row: position.row, style: style)
      used += width
    }
    return used
  }

  private mutating func put(_ scalar: Unicode.Scalar, width: Int, column: Int, row: Int, style: CellStyle) {
    guard column > -width, column < size.columns else { return }
    let fits = column >= 0 && column <= size.columns - width
    if width == 1 || !fits {
      for cut in column..<(column + width) { replace(Cell(width == 1 ? scalar : " ", style: style), cut, row) }
    } else {
      replace(Cell(scalar, style: style), column, row)
      replace(Cell(Cell.wideTail.scalar, style: style), column + 1, row)
    }
  }

  /// Sets a cell and blanks the other half of a wide character that it overwrites.
  private mutating func replace(_ cell: Cell, _ column: Int, _ row: Int) {
    let old = self[column, row]
    if old.isWideTail {
      if self[column - 1, row].isWideHead { self[column - 1, row].scalar = " " }
    } else if old.isWideHead, self[column + 1, row].isWideTail {
      self[column + 1, row].scalar = " "
    }
    self[column, row] = cell
  }

  /// Blanks halves of wide characters whose other half was overwritten, at the edges of the columns.
  mutating func repairWideCharacters(in columns: Range<Int>, rows: Range<Int>) {
    for row in rows.clamped(to: 0..<size.rows) {
      for column in [columns.lowerBound - 1, columns.lowerBound, columns.upperBound - 1, columns.upperBound] {
        let cell = self[column, row]
        if cell.isWideTail {
          if !self[column - 1, row].isWideHead { self[column, row].scalar = " " }
        } else if cell.isWideHead, !self[column + 1, row].isWideTail {
          self[column, row].scalar = " "
        }
      }
    }
  }
}

extension Cell {
  /// Whether this is the right half of a wide character.
  package var isWideTail: Bool { scalar == Cell.wideTail.scalar }

  /// Whether this is the left half of a wide character.
  package var isWideHead: Bool { scalar.value >= 0x1100 && TextWidth.columns(of: scalar) == 2 }
}
