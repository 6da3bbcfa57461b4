import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// A month on a small screen: a number and one symbol per day, and as many weeks around the selected one as fit.
struct MonthStrip {
  let context: ScreenContext
  let area: CellRect
  /// The first days of the visible weeks.
  private let weeks: [Day]
  private let dayColumns: Int
  /// Two if the symbol is below the number because there is no room beside it.
  private let weekRows: Int
  private let hasNames: Bool

  /// Nil if not even the numbers of a week fit in a row.
  init?(context: ScreenContext, area: CellRect) {
    guard area.size.columns >= 20, area.size.rows >= 1 else { return nil }
    (self.context, self.area) = (context, area)
    let all = MonthLayout.weeks(of: context.selected, in: context.data)
    dayColumns = min(7, (area.size.columns + 1) / 7)
    let below = area.size.rows - (area.size.rows >= 3 ? 1 : 0)
    weekRows = dayColumns >= 4 || below < 2 ? 1 : 2
    hasNames = below > all.count * weekRows
    let height = max(1, (below - (hasNames ? 1 : 0)) / weekRows)
    var viewport = Viewport()
    let selected = all.firstIndex(of: context.data.week(of: context.selected)) ?? 0
    // Past weeks have data; later ones may be in the future.
    viewport.scroll(by: selected - height / 2, of: all.count, height: height)
    viewport.show(selected, of: all.count, height: height)
    weeks = viewport.rows(of: all.count, height: height).map { all[$0] }
  }

  private var month: ClosedRange<Day> { context.selected.month }

  func draw(on canvas: inout Canvas) {
    var row = area.origin.row
    if area.size.rows >= 3 {
      drawTitle(on: &canvas, row: row)
      row += 1
    }
    if hasNames, let first = weeks.first {
      for weekday in 0..<7 {
        canvas.write(
          String(context.formatting.weekday(first + weekday).prefix(2)), left(weekday), row, .faint,
          within: dayColumns)
      }
      row += 1
    }
    for week in weeks {
      for day in week...(week + 6) where month.contains(day) || weeks.count == 1 {
        draw(day, left(day - week), row, on: &canvas)
      }
      row += weekRows
    }
  }

  private func left(_ weekday: Int) -> Int { area.origin.column + weekday * dayColumns }

  /// The month at the left, the closed days at the right, abbreviated until both fit.
  private func drawTitle(on canvas: inout Canvas, row: Int) {
    let totals = context.totals(of: month)
    let year = month.lowerBound.fields.year
    let name = context.formatting.month(month.lowerBound.fields.month)
    let (long, short) = ("\(name) \(year)", "\(name.prefix(3)) \(year)")
    let ratio = "\(totals.closed)/\(totals.counted)"
    let pairs =
      totals.counted == 0
      ? []
      : [
        (long, totals.closedWords), (long, "\(totals.closed) of \(totals.counted) closed"),
        (short, "\(totals.closed) of \(totals.counted) closed"), (long, ratio), (short, ratio),
      ]
    let room = min(area.size.columns, 7 * dayColumns)
    let pair = pairs.first { TextWidth.columns(of: $0) + TextWidth.columns(of: $1) + 2 <= room }
    canvas.heading(
      pair?.0 ?? long, pair.map { [$0.1] } ?? [],
      in: CellRect(column: area.origin.column, row: row, columns: room, rows: 1))
  }

  private func draw(_ day: Day, _ column: Int, _ row: Int, on canvas: inout Canvas) {
    let isToCome = day > context.today
    var style: CellStyle = isToCome ? .faint : day == context.today ? .strong : .plain
    if day == context.selected { style.attributes.insert(.reverse) }
    let number = day.fields.day < 10 ? " \(day.fields.day)" : "\(day.fields.day)"
    canvas.write(number, column, row, style)
    if day == context.selected, !canvas.appearance.showsReverse {
      // There is no room for brackets: they replace the symbol below or beside the number.
      if weekRows == 1 {
        return canvas.put(canvas.glyphs.back, column + 2, row, .strong)
      }
      canvas.write(String(repeating: String(Character(canvas.glyphs.horizontal)), count: 2), column, row + 1, .strong)
      return
    }
    guard !isToCome else { return }
    canvas.hit(
      CellRect(column: column, row: row, columns: dayColumns, rows: weekRows),
      day == context.selected ? .select : .goTo(day))
    guard context.data.isKnown(day) else { return }
    let summary = context.data.summary(of: day)
    let (symbol, below) = weekRows == 1 ? (column + 2, row) : (column + 1, row + 1)
    guard symbol < area.columns.upperBound, below < area.rows.upperBound, dayColumns > 3 || weekRows == 2 else {
      return
    }
    if let summary, summary.isClosed {
      canvas.put(canvas.glyphs.check, symbol, below, canvas.appearance.name(of: .move, isPaused: summary.isPaused))
    } else {
      RingSymbol(ring: .move, summary: summary).draw(on: &canvas, symbol, below)
    }
  }
}
