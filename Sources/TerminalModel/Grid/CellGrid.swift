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

extension CellGrid {
  /// Writes one line of text at a position and returns its width in columns, including clipped columns.
  ///
  /// Text outside the grid is clipped; a wide character that is clipped in the middle leaves blanks. Control characters
  /// are replaced, and characters without a width are omitted.
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
    // Nearly all text, for which no boundaries of characters have to be found.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
      let (_, overflow) = position.column.addingReportingOverflow(text.utf8.count)
      guard !overflow else { return text.utf8.count }
      for byte in text.utf8.prefix(max(0, maxColumns)) {
        put(CellText(Unicode.Scalar(byte)), width: 1, column: position.column + used, row: position.row, style: style)
        used += 1
      }
      return used
    }
    for character in text {
      let width = TextWidth.columns(of: character)
      guard width > 0 else { continue }
      guard width <= maxColumns - used else { break }
      let (column, overflow) = position.column.addingReportingOverflow(used)
      guard !overflow else { break }
      put(CellText(character), width: width, column: column, row: position.row, style: style)
      used += width
    }
    return used
  }

  private mutating func put(_ text: CellText, width: Int, column: Int, row: Int, style: CellStyle) {
    guard column > -width, column < size.columns, (0..<size.rows).contains(row) else { return }
    let fits = column >= 0 && column <= size.columns - width
    for part in 0..<width {
      replace(Cell(text: !fits ? " " : part == 0 ? text : .tail, style: style), column + part, row)
    }
  }

  /// Sets a cell and blanks the other cells of a wide character that it overwrites.
  private mutating func replace(_ cell: Cell, _ column: Int, _ row: Int) {
    let old = self[column, row].text
    if old == .tail {
      blankTails(from: column + 1, row)
      var head = column - 1
      while head >= 0, self[head, row].isWideTail {
        self[head, row].text = " "
        head -= 1
      }
      if self[head, row].text.columns > 1 { self[head, row].text = " " }
    } else if old.columns > 1 {
      blankTails(from: column + 1, row)
    }
    self[column, row] = cell
  }

  private mutating func blankTails(from column: Int, _ row: Int) {
    var column = column
    while self[column, row].isWideTail {
      self[column, row].text = " "
      column += 1
    }
  }

  /// Blanks what is left of wide characters of which a part was overwritten, at the edges of the columns.
  mutating func repairWideCharacters(in columns: Range<Int>, rows: Range<Int>) {
    for row in rows.clamped(to: 0..<size.rows) {
      for column in [columns.lowerBound - 1, columns.lowerBound, columns.upperBound - 1, columns.upperBound] {
        repairWideCharacter(column, row)
      }
    }
  }

  private mutating func repairWideCharacter(_ column: Int, _ row: Int) {
    var head = column
    while self[head, row].isWideTail { head -= 1 }
    let width = self[head, row].text.columns
    guard head < column || width > 1 else { return }
    if column < head + width, (head + 1..<head + width).allSatisfy({ self[$0, row].isWideTail }) { return }
    if width > 1, column < head + width { self[head, row].text = " " }
    blankTails(from: column < head + width ? head + 1 : head + max(1, width), row)
  }
}
