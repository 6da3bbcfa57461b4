import HealthModel
import TerminalModel
import Widgets

/// The layout of a month's days.
struct MonthLayout: Hashable {
  /// The first day of each week that overlaps the month.
  var weeks: [Day]
  var title: CellRect
  /// Nil if there is no room for the names of the weekdays.
  var names: CellRect?
  /// The rows of each week.
  var rows: [CellRect]
  /// Nil if there is no room for the totals of the weeks.
  var totals: CellRect?
  /// The last row: the totals of the month.
  var summary: CellRect?
  var dayColumns: Int

  /// The whole weeks that overlap the month of a day.
  static func weeks(of day: Day, in data: DataCache) -> [Day] {
    let month = day.month
    return Array(stride(from: data.week(of: month.lowerBound), through: month.upperBound, by: 7))
  }

  /// Nil if a month with a symbol for each ring does not fit: `MonthStrip` draws a smaller one.
  init?(_ area: CellRect, month day: Day, data: DataCache) {
    weeks = Self.weeks(of: day, in: data)
    let size = area.size
    guard size.columns >= 28, size.rows >= weeks.count + 1 else { return nil }
    var rest: CellRect
    (title, rest) = area.split(top: 1)
    if rest.size.rows > weeks.count {
      let parts = rest.split(top: 1)
      (names, rest) = (parts.top, parts.rest)
    }
    if rest.size.rows >= weeks.count + 1 {
      let parts = rest.split(top: rest.size.rows - 1)
      (rest, summary) = (parts.top, parts.rest)
    }
    let totalColumns = size.columns >= 72 ? 16 : 0
    dayColumns = min(30, (size.columns - totalColumns) / 7)
    // Weeks have the same height in months of four and of six weeks, so that changing the month moves nothing.
    let height = max(1, min(12, rest.size.rows / max(weeks.count, rest.size.rows >= 12 ? 6 : weeks.count)))
    // In one row, a day has its number and three symbols; in two, the symbols are below the number.
    guard height >= 2 || dayColumns >= 8 else { return nil }
    let width = 7 * dayColumns
    let left = area.origin.column + (size.columns - width - totalColumns) / 2
    rows = weeks.indices.map { [rest] in
      CellRect(column: left, row: rest.origin.row + $0 * height, columns: width, rows: height)
    }
    title = CellRect(column: left, row: title.origin.row, columns: width + totalColumns, rows: 1)
    names = names.map { CellRect(column: left, row: $0.origin.row, columns: width, rows: 1) }
    summary = summary.map { CellRect(column: left, row: $0.origin.row, columns: width + totalColumns, rows: 1) }
    if totalColumns > 0 {
      totals = CellRect(column: left + width, row: rest.origin.row, columns: totalColumns, rows: rest.size.rows)
    }
  }

  /// The cells of a day: a column is left free between days.
  func cell(week: Int, weekday: Int) -> CellRect {
    CellRect(
      column: rows[week].origin.column + weekday * dayColumns, row: rows[week].origin.row, columns: dayColumns,
      rows: rows[week].size.rows)
  }
}
