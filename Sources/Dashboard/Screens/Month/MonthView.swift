import HealthAnalysis
import HealthModel
import Presentation
import Rings
import TerminalModel
import Widgets

/// A month as a calendar of rings.
struct MonthView {
  let context: ScreenContext
  let layout: MonthLayout

  private var month: ClosedRange<Day> { context.selected.month }

  func draw(on canvas: inout Canvas) {
    drawTitle(on: &canvas)
    drawNames(on: &canvas)
    for (index, week) in layout.weeks.enumerated() {
      for weekday in 0..<7 where month.contains(week + weekday) {
        draw(week + weekday, in: layout.cell(week: index, weekday: weekday), on: &canvas)
      }
      if let totals = layout.totals {
        drawTotals(of: week, in: totals, row: layout.rows[index].origin.row, on: &canvas)
      }
    }
    if let summary = layout.summary { drawSummary(in: summary, on: &canvas) }
  }

  /// The arrows, the month and its year, and the number of closed days.
  private func drawTitle(on canvas: inout Canvas) {
    let title = layout.title
    canvas.arrows(
      at: title.origin.column, title.origin.row, hasNext: month.upperBound < context.today, .page(.up), .page(.down))
    guard let words = title.beside([.fixed(3), .share()], gap: 1)[1] else { return }
    canvas.heading(context.formatting.monthAndYear(context.selected), [totals(month).closedWords], in: words)
  }

  private func drawNames(on canvas: inout Canvas) {
    guard let names = layout.names, let first = layout.weeks.first else { return }
    for weekday in 0..<7 {
      let name = context.formatting.weekday(first + weekday)
      let width = layout.dayColumns - 1
      canvas.write(
        width >= 3 ? name : String(name.prefix(2)),
        names.origin.column + weekday * layout.dayColumns + (layout.dayColumns >= 4 ? 1 : 0),
        names.origin.row, .faint, within: width)
    }
  }

  private func draw(_ day: Day, in cell: CellRect, on canvas: inout Canvas) {
    let isToCome = day > context.today
    var style: CellStyle = isToCome ? .faint : day == context.today ? .strong : .plain
    if day == context.selected { style.attributes.insert(.reverse) }
    let number = "\(day.fields.day)"
    let mark = day == context.today ? String(Character(canvas.glyphs.mark)) : ""
    let width = cell.size.columns
    let text = width >= 5 ? mark + number : number
    canvas.write(
      day == context.selected ? canvas.selected(text, within: width) : width >= 4 ? " \(text)" : text,
      cell.origin.column, cell.origin.row, style, within: width)
    guard !isToCome else { return }
    canvas.hit(cell, day == context.selected ? .select : .goTo(day))
    guard context.data.isKnown(day) else { return }
    let summary = context.data.summary(of: day)
    guard let rect = rings(in: cell, aspect: canvas.appearance.cellAspect, inPixels: canvas.recordsPictures) else {
      return drawBars(summary, in: cell, on: &canvas)
    }
    if summary == nil {
      canvas.put(
        canvas.glyphs.dash, rect.origin.column + rect.size.columns / 2, rect.origin.row + rect.size.rows / 2, .faint)
    } else {
      RingsView(of: summary, form: context.ringForm).draw(on: &canvas, in: rect)
    }
  }

  /// The area of a day's rings: beside the number if the cell is wide, otherwise below it; nil if they would be too
  /// small to distinguish. In pixels they can be smaller.
  private func rings(in cell: CellRect, aspect: Double, inPixels: Bool) -> CellRect? {
    func columns(_ rows: Int) -> Int { Int((Double(rows) * aspect).rounded(.up)) }
    let beside = cell.size.rows - 1
    let isBeside = cell.size.columns >= columns(beside) + 4
    let rows = isBeside ? beside : cell.size.rows - (inPixels ? 1 : 2)
    guard rows >= (inPixels ? 3 : 4), columns(rows) < cell.size.columns else { return nil }
    return CellRect(
      column: cell.origin.column + (isBeside ? 4 : 0), row: cell.origin.row + (isBeside ? 0 : 1),
      columns: columns(rows), rows: rows)
  }

  /// A bar for each ring, or a symbol in one or two rows, if there is no room for rings.
  private func drawBars(_ summary: DaySummary?, in cell: CellRect, on canvas: inout Canvas) {
    let count = context.rings.count
    guard cell.size.rows >= 3, cell.size.columns > 2 * count else {
      return drawSymbols(summary, in: cell, on: &canvas)
    }
    let height = min(3, cell.size.rows - 1)
    let base = cell.origin.row + height
    for (index, ring) in context.rings.enumerated() {
      let column = cell.origin.column + 1 + 2 * index
      guard let summary, let value = summary[ring].value, value.isFinite else {
        canvas.put(canvas.glyphs.absence, column, base, .faint)
        continue
      }
      BarChart(
        bars: [.height(summary[ring].progress)], color: canvas.appearance.color(of: ring, isPaused: summary.isPaused)
      ).draw(on: &canvas, in: CellRect(column: column, row: cell.origin.row + 1, columns: 1, rows: height))
    }
  }

  private func drawSymbols(_ summary: DaySummary?, in cell: CellRect, on canvas: inout Canvas) {
    let isLow = cell.size.rows < 2
    let column = cell.origin.column + (isLow ? 4 : 1)
    let row = cell.origin.row + (isLow ? 0 : 1)
    let count = context.rings.count
    guard cell.columns.upperBound - column > count - 1, cell.size.columns > count || !isLow else { return }
    for (index, ring) in context.rings.enumerated() where column + index < cell.columns.upperBound {
      RingSymbol(ring: ring, summary: summary).draw(on: &canvas, column + index, row)
    }
  }

  private func totals(_ days: ClosedRange<Day>) -> PeriodTotals {
    context.totals(of: days)
  }

  /// `5 of 7`, and the week's Move total below it if there is room.
  private func drawTotals(of week: Day, in rect: CellRect, row: Int, on canvas: inout Canvas) {
    let days = max(week, month.lowerBound)...min(week + 6, month.upperBound)
    let totals = totals(days)
    guard totals.counted > 0 else { return }
    canvas.writeTrailing("\(totals.closed) of \(totals.counted)", before: rect.columns.upperBound, row, .strong)
    guard layout.rows.first.map({ $0.size.rows >= 2 }) == true else { return }
    for (offset, ring) in context.rings.enumerated() where offset + 1 < layout.rows[0].size.rows {
      guard let sum = totals[ring] else { continue }
      let unit = ring.unit(totals.moveMode, energy: context.formatting.energy)
      canvas.writeTrailing(
        context.formatting.number(Rounding.down(sum * unit.scale), 0) + " " + unit.symbol.padded(to: 4),
        before: rect.columns.upperBound, row + 1 + offset, .faint)
    }
  }

  private func drawSummary(in rect: CellRect, on canvas: inout Canvas) {
    let totals = totals(month)
    let facts = context.rings.compactMap { ring -> String? in
      context.formatting.sum(of: ring, in: totals).map { "\(ring.name) \($0)" }
    }
    let line = canvas.lines(of: facts).first { TextWidth.columns(of: $0) <= rect.size.columns }
    canvas.write(line ?? "", rect.origin.column, rect.origin.row, .faint)
  }
}
