import TerminalModel
import Widgets

/// The layout of the seven days of a week.
struct WeekLayout: Hashable {
  enum Form: Hashable {
    /// Names, small rings of this number of rows, three rows of values.
    case rings(rows: Int)
    /// Names, three rows of values with a bar of one column each.
    case table
    /// Names, one row with three bars of one column each.
    case strip
  }

  var form: Form
  /// The area including its box, if it has one.
  var frame: CellRect
  /// The area without the box.
  var content: CellRect
  /// The columns of the seven days, with all rows.
  var days: [CellRect]
  /// The names of the rings, left of the days; empty if there are none.
  var names: CellRect
  /// The totals, right of the days; empty if there are none.
  var totals: CellRect

  init(_ form: Form, frame: CellRect, hasBox: Bool) {
    self.form = form
    self.frame = frame
    content = hasBox ? frame.inset(columns: 2, rows: 1) : frame
    let (leading, trailing) =
      switch form {
      case .rings: (0, content.size.columns >= 110 ? 18 : 14)
      case .table: (9, content.size.columns >= 69 ? 11 : 0)
      case .strip: (0, 0)
      }
    let width = max(0, (content.size.columns - leading - trailing) / 7)
    let used = form == .strip ? min(width, 6) : width
    // The remainder of the division by seven goes to the totals.
    let left = content.origin.column + leading
    days = (0..<7).map { [content] in
      CellRect(column: left + $0 * used, row: content.origin.row, columns: used, rows: content.size.rows)
    }
    names = CellRect(
      column: content.origin.column, row: content.origin.row, columns: leading, rows: content.size.rows)
    let right = left + 7 * used
    totals = CellRect(
      column: right, row: content.origin.row, columns: trailing > 0 ? content.columns.upperBound - right : 0,
      rows: content.size.rows)
  }

  /// The number of rows of a form, without a box.
  static func rows(_ form: Form, ringCount: Int) -> Int {
    switch form {
    case .rings(let rows): rows + 1 + ringCount
    case .table: 1 + ringCount
    case .strip: 2
    }
  }
}
