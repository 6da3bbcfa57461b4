import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws years in their layout.
struct YearView {
  let context: ScreenContext
  let layout: YearLayout
  let ring: Ring?

  private var shade: DayShade { DayShade(ring: ring, rings: context.rings) }

  func draw(on canvas: inout Canvas) {
    switch layout.form {
    case .grid:
      YearHeading(context: context, ring: ring).draw(on: &canvas, in: layout.heading)
      for block in layout.blocks { draw(block, on: &canvas) }
      if let table = layout.table {
        let span = layout.blocks.last { $0.span.contains(context.selected) }?.span ?? context.selected.year
        YearMonths(context: context, days: span).drawTable(on: &canvas, in: table)
      }
      if let legend = layout.legend { drawLegend(on: &canvas, in: legend) }
    case .months:
      YearMonths(context: context, days: context.selected.year, ring: ring).drawBars(
        on: &canvas, in: layout.area)
    case .line:
      guard layout.area.size.rows > 0 else { return }
      let totals = context.totals(of: context.selected.year)
      canvas.write(
        "\(context.selected.fields.year) \(totals.closed)/\(totals.counted)", layout.area.origin.column,
        layout.area.origin.row, .strong, within: layout.area.size.columns)
    }
  }

  // MARK: - A year

  private func draw(_ block: YearLayout.Block, on canvas: inout Canvas) {
    let totals = context.totals(of: block.span)
    drawTitle(block, totals, on: &canvas)
    drawLabels(block, on: &canvas)
    if let rect = block.totals { drawTotals(totals, in: rect, on: &canvas) }
    let shade = shade
    var squares = YearSquares(
      shade: shade, slot: CellSize(columns: layout.pitch, rows: layout.rowHeight))
    var days: [(day: Day, kind: DayShade.Kind, cell: CellRect)] = []
    // Days before the first data are not shown.
    for day in block.span where day >= context.oldestDay {
      guard let cell = layout.cell(of: day, in: block, context.data) else { continue }
      let kind = shade.kind(
        of: context.data.summary(of: day), isKnown: context.data.isKnown(day), isToCome: day > context.today)
      days.append((day, kind, cell))
      let own = CellRect(
        column: cell.origin.column - block.days.origin.column, row: cell.origin.row - block.days.origin.row,
        columns: cell.size.columns, rows: cell.size.rows)
      if case .level(let level) = kind {
        squares.squares.append(.init(rect: own, level: level, isSelected: day == context.selected))
      }
      if day.fields.day == 1, day > block.span.lowerBound, day <= context.today { squares.months.append(own) }
    }
    let isDrawn = squares.draw(on: &canvas, in: block.days)
    for (day, kind, cell) in days {
      let isSelected = day == context.selected
      if case .level = kind, isDrawn {} else { canvas.draw(kind, shade, in: cell, isSelected: isSelected) }
      if day <= context.today { canvas.hit(cell, isSelected ? .select : .goTo(day)) }
    }
  }

  private func drawTitle(_ block: YearLayout.Block, _ totals: PeriodTotals, on canvas: inout Canvas) {
    let rect = block.title
    let row = rect.origin.row
    let isSelected = block.span.contains(context.selected)
    let names = context.formatting.years(block.span, canvas.glyphs.isASCII)
    let closed = totals.counted > 0 ? [totals.closedWords, "\(totals.closed)/\(totals.counted)"] : [""]
    let forms = closed.flatMap { closed in names.map { (name: $0, closed: closed) } }
    let form = forms.first { TextWidth.columns(of: "\($0.name)  \($0.closed)") <= rect.size.columns } ?? forms[0]
    var end = canvas.write(form.name, rect.origin.column, row, isSelected ? .strong : .plain)
    guard totals.counted > 0 else { return }
    end = canvas.write(form.closed, end + 2, row, .plain, within: rect.columns.upperBound - end - 2)
    guard block.totals == nil else { return }
    // Totals from the left, as many as fit.
    for ring in context.rings {
      guard let words = context.formatting.sum(of: ring, in: totals) else { continue }
      guard end + 3 + ring.name.count + 1 + TextWidth.columns(of: words) <= rect.columns.upperBound else { return }
      end = canvas.write(ring.name, end + 3, row, canvas.appearance.name(of: ring))
      end = canvas.write(words, end + 1, row, .plain)
    }
  }

  private func drawLabels(_ block: YearLayout.Block, on canvas: inout Canvas) {
    var free = block.labels.origin.column
    for day in block.span.months {
      guard day.month.upperBound >= context.oldestDay,
        let cell = layout.cell(of: max(day, block.span.lowerBound), in: block, context.data)
      else { continue }
      let name = String(context.formatting.month(day.fields.month).prefix(3))
      let left = cell.origin.column
      guard left >= free, left + name.count <= block.labels.columns.upperBound else { continue }
      free = canvas.write(name, left, block.labels.origin.row, .faint) + 1
      guard day >= context.oldestDay, day <= context.today else { continue }
      canvas.hit(
        CellRect(column: left, row: block.labels.origin.row, columns: name.count, rows: 1), .goTo(day))
    }
    for weekday in stride(from: 0, to: 7, by: 2) {
      let first = context.data.week(of: context.selected)
      canvas.write(
        context.formatting.weekday(first + weekday), block.days.origin.column - YearLayout.nameColumns,
        block.days.origin.row + weekday * layout.rowHeight + layout.rowHeight - 1, .faint, within: 3)
    }
  }

  /// One row per ring: closed days and the total, right-aligned.
  private func drawTotals(_ totals: PeriodTotals, in rect: CellRect, on canvas: inout Canvas) {
    let right = rect.columns.upperBound
    let closed = rect.beside([.fixed(16, rank: 1), .share(from: 12)])[0]?.columns.upperBound
    if let closed {
      canvas.writeTrailing("closed", before: closed, rect.origin.row, .faint)
      canvas.writeTrailing("sum", before: right, rect.origin.row, .faint)
    }
    for (index, ring) in context.rings.enumerated() where index + 1 < rect.size.rows {
      let row = rect.origin.row + 1 + index
      canvas.write(ring.name, rect.origin.column, row, canvas.appearance.name(of: ring))
      if let closed { canvas.writeTrailing("\(totals.closed(ring))", before: closed, row, .plain) }
      if let words = context.formatting.sum(of: ring, in: totals) {
        canvas.writeTrailing(words, before: right, row, .plain)
      }
    }
  }

  // MARK: - Legend

  private func drawLegend(on canvas: inout Canvas, in rect: CellRect) {
    let shade = shade
    let subject = ring.map(\.name) ?? "Rings closed"
    var column = canvas.write(subject, rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
    func entry(_ kind: DayShade.Kind, _ word: String) {
      guard column + 4 + word.count <= rect.columns.upperBound else { return }
      canvas.draw(kind, shade, in: CellRect(column: column + 2, row: rect.origin.row, columns: 1, rows: 1))
      column = canvas.write(word, column + 4, rect.origin.row, .faint)
    }
    for level in 0...shade.highest { entry(.level(level), shade.word(level)) }
    entry(.paused, "paused")
    entry(.noData, "no data")
  }
}

/// The selected day in a row above the years: its date and its rings.
struct YearHeading {
  let context: ScreenContext
  let ring: Ring?

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let row = rect.origin.row
    let long = context.formatting.longDate(context.selected)
    let isLong = rect.size.columns >= 70
    let end = canvas.write(
      isLong ? long : context.formatting.shortDate(context.selected), rect.origin.column, row, .strong,
      within: rect.size.columns)
    canvas.hit(CellRect(column: rect.origin.column, row: row, columns: end - rect.origin.column, rows: 1), .select)
    let words = context.rings.map { ($0, context.words($0, on: context.selected)) }
    let texts = words.map { ring, words in
      (ring, isLong ? words.name : words.letter, words.percentText ?? String(Character(canvas.glyphs.dash)))
    }
    let width = texts.reduce(0) { $0 + $1.1.count + 1 + $1.2.count + 2 } - 2
    guard end + 2 + width <= rect.columns.upperBound else { return }
    var column = rect.columns.upperBound - width
    if context.summary?.isPaused == true, column - 8 > end {
      canvas.writeTrailing("paused", before: column - 2, row, .faint)
    }
    for (ring, name, percent) in texts {
      column = canvas.write(name, column, row, canvas.appearance.name(of: ring)) + 1
      column = canvas.write(percent, column, row, .plain) + 2
    }
  }
}

extension ScreenContext {
  /// The totals of some days up to today, of those that have been loaded.
  func totals(of days: ClosedRange<Day>) -> PeriodTotals {
    PeriodTotals(
      days.filter { $0 <= today && data.isKnown($0) }, known: store.rings ?? knownDays, summary: data.summary)
  }
}

extension ClosedRange<Day> {
  /// The first days of the months that overlap these days.
  var months: [Day] {
    Array(
      sequence(first: lowerBound.month.lowerBound) { [upperBound] month in
        let next = month.month.upperBound + 1
        // Days end, and the next one of the last is itself.
        return next > month && next <= upperBound ? next : nil
      })
  }
}

extension Formatting {
  /// A calendar year, or other days that are shown like one, in words for less and less room.
  func years(_ days: ClosedRange<Day>, _ ascii: Bool) -> [String] {
    guard days != days.lowerBound.year else { return ["\(days.lowerBound.fields.year)"] }
    let months = [days.lowerBound, days.upperBound].map { "\(month($0.fields.month).prefix(3)) \($0.fields.year)" }
    return [dates(days, ascii), months.joined(separator: ascii ? " - " : " – ")]
  }
}
