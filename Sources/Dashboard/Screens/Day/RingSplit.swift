import TerminalModel

/// Divides an area between rings and numbers, side by side or stacked, whichever allows larger rings.
struct RingSplit: Hashable {
  var rings: CellRect
  var numbers: CellRect
  var isStacked: Bool

  /// - Parameters:
  ///   - columns: the minimum width of the numbers beside the rings.
  ///   - rows: the minimum height of the numbers below the rings.
  ///   - aspect: the height of a cell divided by its width.
  init(_ area: CellRect, numbersNeed columns: Int, rows: Int, aspect: Double) {
    let gap = area.size.columns >= 60 ? 3 : 2
    func width(_ rows: Int) -> Int { Int((Double(rows) * aspect).rounded(.up)) }
    func height(_ columns: Int) -> Int { Int((Double(columns) / aspect).rounded(.down)) }
    var beside = min(area.size.rows, height(area.size.columns - columns - gap))
    let above = min(area.size.rows - rows - 1, height(area.size.columns))
    // If much space would be empty below the rings, slightly smaller rings allow a row for every number.
    isStacked = above > beside || above >= max(6, beside - 1) && beside + 6 < area.size.rows
    // Beside slightly smaller rings, the hours of a day may fill the width.
    let free = area.size.columns - width(beside) - gap
    let missing = 23 - free % 24
    if free >= 40, missing * 8 <= width(beside) { beside = height(area.size.columns - free - missing - gap) }
    if isStacked {
      let across = min(area.size.columns, width(above))
      rings = CellRect(
        column: area.origin.column + (area.size.columns - across) / 2, row: area.origin.row, columns: across,
        rows: max(0, above))
      let top = area.origin.row + above + 1
      numbers = CellRect(
        column: area.origin.column, row: top, columns: area.size.columns, rows: area.rows.upperBound - top)
    } else {
      let across = max(0, width(beside))
      rings = CellRect(
        column: area.origin.column, row: area.origin.row + (area.size.rows - max(0, beside)) / 2, columns: across,
        rows: max(0, beside))
      let left = area.origin.column + across + (across > 0 ? gap : 0)
      numbers = CellRect(
        column: left, row: area.origin.row, columns: area.columns.upperBound - left, rows: area.size.rows)
    }
  }
}
