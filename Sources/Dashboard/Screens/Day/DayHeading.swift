import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The selected day in one row: its date, and its distance from today.
struct DayHeading {
  let context: ScreenContext

  func draw(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let place = context.placeOfDay
    let placeWidth = TextWidth.columns(of: place) + 1
    let long = context.formatting.longDate(context.selected)
    let isLong = TextWidth.columns(of: long) + placeWidth + 1 <= columns.count
    let date = isLong ? long : context.formatting.shortDate(context.selected)
    canvas.heading(
      date, [place], .faint, in: CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1))
  }
}
