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
    case line
  }

  /// One year: a title, the names of the months, seven rows of days.
  struct Block: Hashable {
    /// The days of a calendar year, or those from the first to today.
    var span: ClosedRange<Day>
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
  /// The fewest rows of the table of months that are worth it, without its heading.
  private static let leastMonths = 5
  /// The table of the selected year's months, if there is room below the years.
  var table: CellRect?
  var legend: CellRect?

  /// The maximum number of weeks that overlap a year.
  static let weekCount = 54
  /// The columns for the names of the weekdays.
  static let nameColumns = 4

  /// The days of the visible years; nil if there is none.
  var shownDays: ClosedRange<Day>? {
    guard let first = blocks.first, let last = blocks.last else { return nil }
    return first.span.lowerBound...last.span.upperBound
  }

  /// - Parameters:
  ///   - oldest: the first day that can be selected.
  init(_ area: CellRect, selected: Day, oldest: Day, today: Day, data: DataCache) {
    self.area = area
    let size = area.size
    (heading, _) = area.split(top: 1)
    form = size.rows >= 10 && size.columns >= 30 ? .grid : size.rows >= 3 && size.columns >= 12 ? .months : .line
    guard form == .grid else {
      let none = CellRect(column: area.origin.column, row: area.origin.row, columns: 0, rows: 0)
      blocks = [Block(span: selected.year, title: none, labels: none, days: none)]
      return
    }
    place(selected: selected, from: min(oldest, selected), to: today, data: data)
  }

  /// Where the first of two years has only its last months, the weeks up to today are one year, so that no half of a screen
  /// is empty; earlier days are shown when one of them is selected. Nil elsewhere.
  private static func weeksAsYear(
    from oldest: Day, to today: Day, selected: Day, _ data: DataCache
  ) -> ClosedRange<Day>? {
    guard oldest.fields.year + 1 == today.fields.year, oldest.fields.month > 6 else { return nil }
    let start = data.week(of: today) - 7 * (weekCount - 2)
    if selected >= start { return max(start, oldest)...today }
    return oldest...min(today, data.week(of: oldest) + 7 * (weekCount - 1) - 1)
  }

  private mutating func place(selected: Day, from oldest: Day, to today: Day, data: DataCache) {
    let weeksAsYear = Self.weeksAsYear(from: oldest, to: today, selected: selected, data)
    let size = area.size
    pitch = [5, 3, 2].first { Self.nameColumns + $0 * Self.weekCount <= size.columns } ?? 1
    let shownWeeks = min(Self.weekCount, (size.columns - Self.nameColumns) / pitch)
    if shownWeeks < Self.weekCount {
      // Half years, which stay in place while the selection moves.
      let start = (weeksAsYear ?? selected.year).lowerBound
      let week = (selected - data.week(of: start)) / 7
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
    let firstYear = oldest.fields.year
    let all = weeksAsYear == nil ? max(firstYear, today.fields.year) - firstYear + 1 : 1
    let count = min(max(1, (rest.size.rows + 1) / 10), all)
    // As high as wide, if all years and the table of months have room.
    if pitch >= 3, rest.size.rows + 1 >= 17 * all { rowHeight = 2 }
    if pitch >= 5, rest.size.rows + 1 >= 24 * all + 14 { rowHeight = 3 }
    let height = 2 + 7 * rowHeight
    // The newest years, or those from the selected one if it is older.
    let first = firstYear + min(all - count, selected.fields.year - firstYear)
    let spans =
      weeksAsYear.map { [$0] } ?? (first..<first + count).compactMap { Day(year: $0, month: 1, day: 1)?.year }
    var row = rest.origin.row
    for span in spans {
      blocks.append(
        Block(
          span: span, title: CellRect(column: left, row: row, columns: width, rows: 1),
          labels: CellRect(column: left + Self.nameColumns, row: row + 1, columns: pitch * shownWeeks, rows: 1),
          days: CellRect(
            column: left + Self.nameColumns, row: row + 2, columns: pitch * shownWeeks, rows: 7 * rowHeight),
          totals: totalColumns == 0
            ? nil : CellRect(column: left + gridColumns + 3, row: row + 1, columns: totalColumns, rows: height - 1)))
      row += height + 1
    }
    let below = rest.rows.upperBound - row
    let months = (blocks.last { $0.span.contains(selected) }?.span ?? selected.year).months
      .count { $0.month.upperBound >= oldest }
    if below > min(months, Self.leastMonths) {
      table = CellRect(column: left, row: row, columns: width, rows: below > months ? below : below - 1)
    }
  }

  /// The cells of a day; nil if its week is not visible.
  func cell(of day: Day, in block: Block, _ data: DataCache) -> CellRect? {
    let start = data.week(of: block.span.lowerBound)
    let week = (day - start) / 7
    guard weeks.contains(week) else { return nil }
    return CellRect(
      column: block.days.origin.column + pitch * (week - weeks.lowerBound),
      row: block.days.origin.row + rowHeight * ((day - start) % 7), columns: pitch, rows: rowHeight)
  }
}
