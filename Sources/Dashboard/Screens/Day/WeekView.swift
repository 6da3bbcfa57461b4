import HealthAnalysis
import HealthModel
import Presentation
import Rings
import TerminalModel
import Widgets

/// Seven days by three rings, with their totals.
struct WeekView {
  let context: ScreenContext
  let layout: WeekLayout

  func draw(on canvas: inout Canvas) {
    if layout.frame != layout.content { drawBox(on: &canvas) }
    let numbers = WeekNumbers(context, width: layout.days.first.map { cell($0).count } ?? 0)
    for (index, rect) in layout.days.enumerated() where !rect.columns.isEmpty {
      let day = context.week.lowerBound + index
      drawName(of: day, in: rect, on: &canvas)
      if day <= context.today { canvas.hit(rect, .goTo(day)) }
      switch layout.form {
      case .rings(let rows):
        drawRings(of: day, in: rect, rows: rows, on: &canvas)
        drawValues(of: day, in: rect, from: rows + 1, numbers, withBars: false, on: &canvas)
      case .table:
        drawValues(of: day, in: rect, from: 1, numbers, withBars: true, on: &canvas)
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

  /// The selected day is in reverse, today has a mark, future days are dimmed.
  private func drawName(of day: Day, in rect: CellRect, on canvas: inout Canvas) {
    let isToday = day == context.today
    let width = rect.size.columns
    let name = context.formatting.weekday(day)
    var text = name
    if width >= 8 { text += " \(day.fields.day)" }
    if width < 5 { text = String(text.prefix(2)) }
    if isToday, width >= 6 { text = "\(Character(canvas.glyphs.mark))" + text }
    var style: CellStyle = day > context.today ? .faint : .plain
    if isToday { style.attributes = .bold }
    guard day == context.selected else { return canvas.writeCentered(text, in: cell(rect), rect.origin.row, style) }
    style.attributes.insert(.reverse)
    guard canvas.appearance.showsReverse else {
      // Brackets take precedence over the mark of today and the date.
      let shorter = [text, "\(name) \(day.fields.day)", name, String(name.prefix(2)), String(name.prefix(1))]
      let text = shorter.first { TextWidth.columns(of: $0) + 2 <= width } ?? name
      return canvas.writeCentered(canvas.selected(text, within: width), in: rect.columns, rect.origin.row, style)
    }
    canvas.writeCentered(canvas.selected(text, within: width - 1), in: cell(rect), rect.origin.row, style)
  }

  /// A column is left free between days if there is room.
  private func cell(_ rect: CellRect) -> Range<Int> {
    rect.columns.lowerBound..<(rect.columns.upperBound - (rect.size.columns > 3 ? 1 : 0))
  }

  private func drawRings(of day: Day, in rect: CellRect, rows: Int, on canvas: inout Canvas) {
    guard day <= context.today, context.data.isKnown(day) else { return }
    var view = RingsView(of: context.data.summary(of: day), form: context.ringForm)
    if day == context.selected {
      view.rings = context.shownRingsInWeek
      // Four rings need more cells.
      (view.rings.form, view.rings.own) = (context.ringForm, nil)
      // Only the large rings have the light, not both at once.
      view.rings.flourish = RingFlourish()
    }
    let columns = cell(rect)
    let width = min(columns.count, Int((Double(rows) * canvas.appearance.cellAspect).rounded(.up)))
    let left = columns.lowerBound + (columns.count - width) / 2
    view.draw(on: &canvas, in: CellRect(column: left, row: rect.origin.row + 1, columns: width, rows: rows))
  }

  private func drawValues(
    of day: Day, in rect: CellRect, from first: Int, _ numbers: WeekNumbers, withBars: Bool, on canvas: inout Canvas
  ) {
    let summary = context.data.summary(of: day)
    let columns = cell(rect)
    // All numbers end in the same column, so that digits are aligned.
    let end = withBars ? columns.upperBound : columns.lowerBound + (columns.count + numbers.field + 1) / 2
    for ring in context.rings {
      let row = rect.origin.row + first + ring.rawValue
      guard day <= context.today, let text = numbers.texts[day]?[ring] else {
        let mark = day > context.today ? canvas.glyphs.absence : canvas.glyphs.dash
        canvas.put(mark, end - 2, row, .faint)
        continue
      }
      let isClosed = summary?[ring].isClosed ?? false
      if withBars, numbers.field + 2 <= columns.count {
        RingSymbol(ring: ring, summary: summary).draw(on: &canvas, end - numbers.field - 2, row)
      }
      canvas.writeTrailing(
        text, before: end, row,
        isClosed ? canvas.appearance.name(of: ring, isPaused: summary?.isPaused ?? false) : .plain)
    }
  }

  private func drawBars(of day: Day, in rect: CellRect, on canvas: inout Canvas) {
    let columns = cell(rect)
    let left = columns.lowerBound + max(0, (columns.count - 3) / 2)
    for ring in context.rings where left + ring.rawValue < columns.upperBound {
      RingSymbol(ring: ring, summary: day <= context.today ? context.data.summary(of: day) : nil)
        .draw(on: &canvas, left + ring.rawValue, rect.origin.row + 1)
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

  private var totals: PeriodTotals {
    context.totals(of: context.week)
  }

  private func drawTotals(on canvas: inout Canvas) {
    let rect = layout.totals
    guard !rect.columns.isEmpty else { return }
    canvas.writeTrailing("Week", before: rect.columns.upperBound, rect.origin.row, .strong)
    let first: Int
    if case .rings(let rows) = layout.form { first = rows + 1 } else { first = 1 }
    for ring in context.rings {
      let unit = ring.unit(totals.moveMode, energy: context.formatting.energy)
      let total = totals[ring].map { context.formatting.number(Rounding.down($0 * unit.scale), 0) }
      let row = rect.origin.row + first + ring.rawValue
      if total != nil {
        canvas.writeTrailing(" " + unit.symbol.padded(to: 4), before: rect.columns.upperBound, row, .faint)
      }
      canvas.writeTrailing(
        total ?? String(Character(canvas.glyphs.dash)), before: rect.columns.upperBound - 5, row,
        total == nil ? .faint : .strong)
    }
  }
}

/// The numbers of a week, right-aligned within their day.
struct WeekNumbers {
  /// A value followed by the mark of a closed ring, or a blank.
  var texts: [Day: [HealthModel.Ring: String]] = [:]
  /// The columns of the longest number.
  var field = 2

  /// - Parameter width: the columns of a day. If the longest number has no room for a bar and a blank beside it, all
  ///   numbers omit the thousands separator.
  init(_ context: ScreenContext, width: Int) {
    var values: [(day: Day, ring: HealthModel.Ring, value: String, isClosed: Bool)] = []
    for day in context.week where day <= context.today {
      for ring in context.rings {
        let words = context.words(ring, on: day)
        if let value = words.value { values.append((day, ring, value, words.isClosed)) }
      }
    }
    let longest = values.map { TextWidth.columns(of: $0.value) }.max() ?? 0
    let check = String(Character(context.appearance.glyphs.check))
    for (day, ring, value, isClosed) in values {
      let text = longest + 3 > width ? value.replacing(context.formatting.groupSeparator, with: "") : value
      let marked = TextWidth.columns(of: text) < width ? text + (isClosed ? check : " ") : text
      texts[day, default: [:]][ring] = marked
      field = max(field, TextWidth.columns(of: marked))
    }
  }
}
