import HealthModel
import Rings
import TerminalModel

/// Seven days by three rings, with their totals.
struct WeekView {
  let context: ScreenContext
  let layout: WeekLayout

  func draw(on canvas: inout Canvas) {
    if layout.frame != layout.content { drawBox(on: &canvas) }
    for (index, rect) in layout.days.enumerated() where !rect.columns.isEmpty {
      let day = context.week.lowerBound + index
      drawName(of: day, in: rect, on: &canvas)
      if day <= context.today { canvas.hit(rect, .goTo(day)) }
      switch layout.form {
      case .rings(let rows):
        drawRings(of: day, in: rect, rows: rows, on: &canvas)
        drawValues(of: day, in: rect, from: rows + 1, withBars: false, on: &canvas)
      case .table:
        drawValues(of: day, in: rect, from: 1, withBars: true, on: &canvas)
      case .strip:
        drawBars(of: day, in: rect, on: &canvas)
      }
    }
    drawRingNames(on: &canvas)
    drawTotals(on: &canvas)
  }

  private func drawBox(on canvas: inout Canvas) {
    let frame = layout.frame
    canvas.box(frame)
    let right = frame.columns.upperBound - 2
    let end = canvas.label(
      context.formatting.dates(context.week, canvas.glyphs.isASCII), frame.columns.lowerBound + 2, frame.origin.row,
      .strong,
      within: frame.size.columns - 4)
    canvas.labelTrailing(totals.closedWords, before: right, frame.origin.row, .plain, notBefore: end + 1)
  }

  /// The selected day is in reverse, today has a mark, days to come step back.
  private func drawName(of day: Day, in rect: CellRect, on canvas: inout Canvas) {
    let isToday = day == context.today
    let width = rect.size.columns
    var text = context.formatting.weekday(day)
    if width >= 8 { text += " \(day.fields.day)" }
    if width < 5 { text = String(text.prefix(2)) }
    if isToday, width >= 6 { text = "\(Character(canvas.glyphs.mark))" + text }
    var style: CellStyle = day > context.today ? .faint : .plain
    if isToday { style.attributes = .bold }
    if day == context.selected {
      style.attributes.insert(.reverse)
      if width >= TextWidth.columns(of: text) + 3 { text = " \(text) " }
    }
    canvas.writeCentered(text, in: cell(rect), rect.origin.row, style)
  }

  /// A column is left free between days where there is room for it.
  private func cell(_ rect: CellRect) -> Range<Int> {
    rect.columns.lowerBound..<(rect.columns.upperBound - (rect.size.columns > 3 ? 1 : 0))
  }

  private func drawRings(of day: Day, in rect: CellRect, rows: Int, on canvas: inout Canvas) {
    guard day <= context.today, context.data.isKnown(day) else { return }
    var view = RingsView(of: context.data.summary(of: day), form: context.ringForm)
    if day == context.selected {
      view.rings = context.shownRings
      // The large rings celebrate; two lights at once would be a show.
      view.rings.flourish = RingFlourish()
    }
    let columns = cell(rect)
    let width = min(columns.count, Int((Double(rows) * canvas.appearance.cellAspect).rounded(.up)))
    let left = columns.lowerBound + (columns.count - width) / 2
    view.draw(on: &canvas, in: CellRect(column: left, row: rect.origin.row + 1, columns: width, rows: rows))
  }

  private func drawValues(
    of day: Day, in rect: CellRect, from first: Int, withBars: Bool, on canvas: inout Canvas
  ) {
    let summary = context.data.summary(of: day)
    let columns = cell(rect)
    // All numbers end in one column, so that digits stand below digits.
    let end = withBars ? columns.upperBound : columns.lowerBound + (columns.count + field + 1) / 2
    for ring in context.rings {
      let row = rect.origin.row + first + ring.rawValue
      guard day <= context.today, let text = text(of: ring, on: day) else {
        let mark = day > context.today ? canvas.glyphs.dot : canvas.glyphs.dash
        canvas.put(mark, end - 2, row, .faint)
        continue
      }
      let isClosed = summary?[ring].isClosed ?? false
      if withBars, field + 2 <= columns.count {
        RingSymbol(ring: ring, summary: summary).draw(on: &canvas, end - field - 2, row)
      }
      canvas.writeTrailing(
        text, before: end, row,
        isClosed ? canvas.appearance.name(of: ring, isPaused: summary?.isPaused ?? false) : .plain)
    }
  }

  /// A value and its mark; without what stands between thousands where the narrowest day has no room for it.
  private func text(of ring: HealthModel.Ring, on day: Day) -> String? {
    let words = context.words(ring, on: day)
    guard let value = words.value else { return nil }
    let text = isTight ? value.replacing(context.formatting.groupSeparator, with: "") : value
    let mark = words.isClosed ? String(Character(context.appearance.glyphs.check)) : " "
    return TextWidth.columns(of: text) < width ? text + mark : text
  }

  /// Columns of the narrowest day.
  private var width: Int { layout.days.first.map { cell($0).count } ?? 0 }

  /// Whether the longest number with its mark, a blank and a bar does not fit.
  private var isTight: Bool {
    let longest = week.flatMap { day in context.rings.compactMap { context.words($0, on: day).value } }
      .map { TextWidth.columns(of: $0) }.max() ?? 0
    return longest + 3 > width
  }

  /// Columns of the longest number with its mark.
  private var field: Int {
    week.flatMap { day in context.rings.compactMap { text(of: $0, on: day) } }.map { TextWidth.columns(of: $0) }.max()
      ?? 2
  }

  private var week: [Day] { Array(context.week).filter { $0 <= context.today } }

  private func drawBars(of day: Day, in rect: CellRect, on canvas: inout Canvas) {
    let columns = cell(rect)
    let left = columns.lowerBound + max(0, (columns.count - 3) / 2)
    for ring in context.rings where left + ring.rawValue < columns.upperBound {
      guard day <= context.today, let summary = context.data.summary(of: day), summary[ring].value != nil else {
        let mark = day > context.today ? canvas.glyphs.dot : canvas.glyphs.dash
        canvas.put(mark, left + ring.rawValue, rect.origin.row + 1, .faint)
        continue
      }
      RingSymbol(ring: ring, summary: summary).draw(on: &canvas, left + ring.rawValue, rect.origin.row + 1)
    }
  }

  private func drawRingNames(on canvas: inout Canvas) {
    guard layout.form == .table, !layout.names.columns.isEmpty else { return }
    for ring in context.rings {
      canvas.write(
        ring.name, layout.names.origin.column, layout.names.origin.row + 1 + ring.rawValue,
        canvas.appearance.name(of: ring), within: layout.names.size.columns - 1)
    }
  }

  private var totals: WeekTotals {
    WeekTotals(week: context.week, today: context.today, days: context.data)
  }

  private func drawTotals(on canvas: inout Canvas) {
    let rect = layout.totals
    guard !rect.columns.isEmpty else { return }
    canvas.writeTrailing("Week", before: rect.columns.upperBound, rect.origin.row, .strong)
    let first: Int
    if case .rings(let rows) = layout.form { first = rows + 1 } else { first = 1 }
    for ring in context.rings {
      let unit = ring.unit(totals.moveMode, energy: context.formatting.energy)
      let text =
        totals[ring].map { context.formatting.number(Rounding.down($0 * unit.scale), 0) }
        ?? String(Character(canvas.glyphs.dash))
      let row = rect.origin.row + first + ring.rawValue
      canvas.writeTrailing(" " + unit.symbol.padded(to: 4), before: rect.columns.upperBound, row, .faint)
      canvas.writeTrailing(text, before: rect.columns.upperBound - 5, row, .strong)
    }
  }
}
