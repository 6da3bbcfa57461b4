import HealthModel
import TerminalModel

/// The rings, or one of them, with the screen to themselves.
struct ZoomView {
  let context: ScreenContext
  let layout: DayLayout

  func draw(on canvas: inout Canvas) {
    let body = layout.body
    DayHeading(context: context).draw(
      on: &canvas, columns: body.inset(columns: body.size.columns >= 40 ? 1 : 0).columns, row: body.origin.row)
    switch layout.form {
    case .zoomedRing(let ring):
      draw(ring, on: &canvas, in: body.split(top: 1).rest.inset(columns: body.size.columns >= 40 ? 1 : 0))
    default:
      if let rings = layout.rings {
        RingsView(rings: context.shownRings).draw(on: &canvas, in: rings, previous: canvas.previous)
      }
      drawPercentages(on: &canvas, row: body.rows.upperBound - 1)
    }
  }

  private func words(_ ring: Ring) -> RingWords {
    context.words(ring, on: context.selected)
  }

  private var isPaused: Bool { context.summary?.isPaused ?? false }

  private func drawPercentages(on canvas: inout Canvas, row: Int) {
    let texts = context.rings.map { ring in
      let words = words(ring)
      return
        "\(layout.body.size.columns >= 44 ? words.name : words.letter) \(words.percentText ?? String(Character(canvas.glyphs.dash)))"
    }
    let gap = layout.body.size.columns >= 44 ? 4 : 2
    let width = texts.reduce(gap * (texts.count - 1)) { $0 + TextWidth.columns(of: $1) }
    var column = layout.body.origin.column + max(0, (layout.body.size.columns - width) / 2)
    for (ring, text) in zip(context.rings, texts) {
      column = canvas.write(text, column, row, canvas.appearance.name(of: ring, isPaused: isPaused)) + gap
    }
  }

  /// Value and bar, then the hours as tall as they go, then the ring's week.
  private func draw(_ ring: Ring, on canvas: inout Canvas, in rect: CellRect) {
    let words = words(ring)
    let columns = rect.columns
    var row = rect.origin.row + (rect.size.rows >= 12 ? 1 : 0)
    let percent = words.percentText ?? String(Character(canvas.glyphs.dash))
    var end = canvas.write(
      words.name, columns.lowerBound, row, canvas.appearance.name(of: ring, isPaused: isPaused), within: columns.count)
    end = RingAmount(words: words).draw(on: &canvas, end + 2, row, within: columns.upperBound - end - 2)
    let beforePercent = columns.upperBound - TextWidth.columns(of: percent)
    if end < beforePercent { canvas.write(percent, beforePercent, row, .strong) }
    let remainder = beforePercent - 2 - TextWidth.columns(of: words.remainder)
    if remainder > end { canvas.write(words.remainder, remainder, row, .faint) }
    row += 1
    ProgressBar(ring: ring, progress: context.shownProgress(of: ring), isPaused: isPaused)
      .draw(on: &canvas, columns: columns, row: row)
    row += rect.size.rows >= 10 ? 2 : 1

    let weekRows = rect.size.rows >= 12 ? min(9, max(5, rect.size.rows / 3)) : 0
    let chartRows = rect.rows.upperBound - weekRows - 1 - row
    if chartRows > 0, HourChart.columnsPerHour(columns.count) > 0 {
      HourChart(ring, context.data.activity(of: context.selected), now: context.now, isPaused: isPaused).draw(
        on: &canvas,
        in: CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: chartRows))
      HourChart.drawAxis(on: &canvas, columns: columns, row: row + chartRows)
    }
    if weekRows > 0 {
      RingWeek(context: context, ring: ring).draw(
        on: &canvas,
        in: CellRect(
          column: columns.lowerBound, row: rect.rows.upperBound - weekRows + 1, columns: columns.count,
          rows: weekRows - 1))
    }
  }
}
