import HealthModel
import TerminalModel
import Widgets

/// The layout of years and their days. With less room, there are fewer years, then months instead of days, then text.
struct YearLayout: Hashable {
  enum Form: Hashable {
    /// One cell per day.
    case grid
    /// One bar per month of the selected year.
    case months
    /// Only text.
    case line
  }

  /// One year: a title, the names of the months, seven rows of days.
  struct Block: Hashable {
    var year: Int
    var title: CellRect
    var labels: CellRect
    var days: CellRect
    /// Nil if there is no room for the totals of the year beside it.
    var totals: CellRect?
  }

  var form: Form
  var area: CellRect
  var heading: CellRect
  var blocks: [Block] = []
  /// The columns of a week.
  var pitch = 1
  /// The rows of a weekday.
  var rowHeight = 1
  /// The visible weeks of each year, counted from that of 1 January.
  var weeks = 0..<YearLayout.weekCount
  /// The table of the selected year's months, if there is room below the years.
  var table: CellRect?
  var legend: CellRect?

  /// The maximum number of weeks that overlap a year.
  static let weekCount = 54
  /// The columns for the names of the weekdays.
  static let nameColumns = 4

  /// The visible years, ascending.
  var years: [Int] { blocks.map(\.year) }

  /// - Parameters:
  ///   - oldest: the first day that can be selected.
  init(_ area: CellRect, selected: Day, oldest: Day, today: Day, data: DataCache) {
    self.area = area
    let size = area.size
    (heading, _) = area.split(top: 1)
    form = size.rows >= 10 && size.columns >= 30 ? .grid : size.rows >= 3 && size.columns >= 12 ? .months : .line
    let year = selected.fields.year
    guard form == .grid else {
      let none = CellRect(column: area.origin.column, row: area.origin.row, columns: 0, rows: 0)
      blocks = [Block(year: year, title: none, labels: none, days: none)]
      return
    }
    place(selected: selected, oldest: oldest.fields.year, newest: today.fields.year, data: data)
  }

  private mutating func place(selected: Day, oldest: Int, newest: Int, data: DataCache) {
    let size = area.size
    pitch = [3, 2].first { Self.nameColumns + $0 * Self.weekCount <= size.columns } ?? 1
    let shownWeeks = min(Self.weekCount, (size.columns - Self.nameColumns) / pitch)
    if shownWeeks < Self.weekCount {
      // Half years, which stay in place while the selection moves.
      let week = Self.week(of: selected, data)
      weeks = week < shownWeeks ? 0..<shownWeeks : (Self.weekCount - shownWeeks)..<Self.weekCount
    }
    let gridColumns = Self.nameColumns + pitch * shownWeeks
    let free = size.columns - gridColumns - 3
    let totalColumns = free >= 18 ? min(30, free) : 0
    let width = gridColumns + (totalColumns > 0 ? totalColumns + 3 : 0)
    let left = area.origin.column + (size.columns - width) / 2
    heading = CellRect(column: left, row: heading.origin.row, columns: width, rows: 1)

    var rest = CellRect(
      column: left, row: area.origin.row + 1, columns: width, rows: size.rows - 1)
    if rest.size.rows >= 11 {
      legend = CellRect(column: left, row: rest.rows.upperBound - 1, columns: width, rows: 1)
      rest.size.rows -= 1
    }
    if rest.size.rows >= 11 {
      rest = CellRect(column: left, row: rest.origin.row + 1, columns: width, rows: rest.size.rows - 1)
    }
    let all = newest - oldest + 1
    let count = min(max(1, (rest.size.rows + 1) / 10), all)
    if pitch >= 3, rest.size.rows + 1 >= 17 * all { rowHeight = 2 }
    let height = 2 + 7 * rowHeight
    // The newest years, or those from the selected one if it is older.
    let first = min(newest - count + 1, max(oldest, selected.fields.year))
    var row = rest.origin.row
    for year in first..<(first + count) {
      blocks.append(
        Block(
          year: year, title: CellRect(column: left, row: row, columns: width, rows: 1),
          labels: CellRect(column: left + Self.nameColumns, row: row + 1, columns: pitch * shownWeeks, rows: 1),
          days: CellRect(
            column: left + Self.nameColumns, row: row + 2, columns: pitch * shownWeeks, rows: 7 * rowHeight),
          totals: totalColumns == 0
            ? nil : CellRect(column: left + gridColumns + 3, row: row + 1, columns: totalColumns, rows: height - 1)))
      row += height + 1
    }
    let below = rest.rows.upperBound - row
    if below >= 13 { table = CellRect(column: left, row: row, columns: width, rows: below) }
  }

  /// The number of a day's week in its year.
  static func week(of day: Day, _ data: DataCache) -> Int {
    (day - data.week(of: day.year.lowerBound)) / 7
  }

  /// The cells of a day; nil if its week is not visible.
  func cell(of day: Day, in block: Block, _ data: DataCache) -> CellRect? {
    let start = data.week(of: day.year.lowerBound)
    let week = (day - start) / 7
    guard weeks.contains(week) else { return nil }
    return CellRect(
      column: block.days.origin.column + pitch * (week - weeks.lowerBound),
      row: block.days.origin.row + rowHeight * ((day - start) % 7), columns: pitch, rows: rowHeight)
  }
}
