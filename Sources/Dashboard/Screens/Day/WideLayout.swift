import TerminalModel
import Widgets

/// The layout of a screen of at least 160 columns and 49 rows: the day and its week at the left, details at the right.
struct WideLayout: Hashable {
  var main: CellRect
  var month: CellRect
  var trends: CellRect
  var facts: CellRect

  static func fits(_ area: CellRect, mode: ScreenContext.Mode) -> Bool {
    mode == .normal && area.size.columns >= 160 && area.size.rows >= 48
  }

  /// Nil if there is not enough room.
  init?(_ area: CellRect, mode: ScreenContext.Mode) {
    guard Self.fits(area, mode: mode) else { return nil }
    let columns = min(72, max(52, area.size.columns / 3))
    main = CellRect(
      column: area.origin.column, row: area.origin.row, columns: area.size.columns - columns - 1,
      rows: area.size.rows)
    let side = CellRect(
      column: main.columns.upperBound + 1, row: area.origin.row, columns: columns, rows: area.size.rows)
    let factRows = 9
    let monthRows = min(28, 4 + 6 * ((side.size.rows - factRows - 16) / 6))
    let (top, rest) = side.split(top: monthRows)
    month = top
    (trends, facts) = rest.split(top: rest.size.rows - factRows)
  }
}
