import HealthModel
import Presentation
import TerminalModel
import Widgets

/// A ring's value, its bar, its hours as tall as possible, and its recent weeks.
struct RingDetail {
  let context: ScreenContext
  let ring: Ring
  let hour: Int?

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let words = context.words(ring, on: context.selected)
    let isPaused = context.summary?.isPaused ?? false
    let chart = HourChart(ring, of: context, marked: hour)
    var row = rect.origin.row + (rect.size.rows >= 14 ? 1 : 0)
    let header = RingHeader(
      words: words, style: canvas.appearance.name(of: ring, isPaused: isPaused),
      hours: chart.words(unit: context.unit(of: ring), formatting: context.formatting),
      shortHours: chart.shortWords(unit: context.unit(of: ring), formatting: context.formatting),
      pace: context.paceWords(ring), isMarked: hour != nil)
    if rect.size.rows >= 16, rect.size.columns >= 36, !canvas.glyphs.isASCII {
      header.drawLarge(on: &canvas, columns: rect.columns, row: row)
      row += 3
    } else {
      header.drawLine(on: &canvas, columns: rect.columns, row: row)
      row += 1
    }
    ProgressBar(ring: ring, progress: context.shownProgress(of: ring), isPaused: isPaused)
      .draw(on: &canvas, columns: rect.columns, row: row)
    row += rect.size.rows >= 10 ? 2 : 1
    // As "show --view" says: the hours below are those of the samples.
    if rect.size.rows >= 10, let summary = context.summary, let activity = context.activity,
      let difference = RingDifference(ring, of: summary, activity, context.formatting)
    {
      let text = [difference.sentence, difference.short].first { TextWidth.columns(of: $0) <= rect.size.columns }
      canvas.write(text ?? difference.short, rect.origin.column, row - 1, .faint, within: rect.size.columns)
    }

    let left = rect.rows.upperBound - row
    let weekRows = left >= 9 ? min(14, max(5, left * 2 / 5)) : 0
    let chartRows = left - weekRows - 1
    if chartRows > 0, HourChart.fits(rect.size.columns) {
      chart.draw(
        on: &canvas,
        in: CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: chartRows),
        context: context)
      HourChart.drawAxis(
        on: &canvas, context.activity, columns: rect.columns, row: row + chartRows, formatting: context.formatting)
    }
    guard weekRows > 0 else { return }
    LastWeeks(context: context, ring: ring).draw(
      on: &canvas,
      in: CellRect(
        column: rect.origin.column, row: rect.rows.upperBound - weekRows + 1, columns: rect.size.columns,
        rows: weekRows - 1))
  }
}

/// The texts above a ring's bar: name, value, goal, remainder and percentage.
struct RingHeader {
  var words: RingWords
  /// The style of the name and the percentage.
  var style: CellStyle
  /// The peak, or the selected hour.
  var hours: String?
  /// The selected hour in fewer columns.
  var shortHours: String?
  /// When the ring will close, and its usual value by now, if available.
  var pace: [String] = []
  /// Whether the selected hour replaces the remainder.
  var isMarked = false

  private func percent(_ glyphs: Glyphs) -> String { words.percentText ?? String(Character(glyphs.dash)) }

  /// Three rows, with the percentage in large digits.
  func drawLarge(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let number = BigNumber(text: words.percentText ?? "-")
    number.draw(on: &canvas, before: columns.upperBound, row, style)
    let room = columns.count - number.columns - 2
    canvas.write(words.name, columns.lowerBound, row, style, within: room)
    RingAmount(words: words).draw(on: &canvas, columns.lowerBound, row + 1, within: room)
    var facts = isMarked ? [hours, words.remainder] : [words.remainder] + pace + [hours]
    facts.removeAll { $0?.isEmpty ?? true }
    let separator = " \(Character(canvas.glyphs.dot)) "
    var text = facts.compactMap(\.self)
    while text.count > 1, TextWidth.columns(of: text.joined(separator: separator)) > room { text.removeLast() }
    canvas.write(
      text.joined(separator: separator), columns.lowerBound, row + 2, isMarked ? .plain : .faint, within: room)
  }

  /// One row: name, value, remainder, percentage.
  func drawLine(on canvas: inout Canvas, columns: Range<Int>, row: Int, indent: Int? = nil) {
    let before = columns.upperBound - max(6, TextWidth.columns(of: percent(canvas.glyphs)) + 2)
    canvas.writeTrailing(percent(canvas.glyphs), before: columns.upperBound, row, .strong)
    var end = canvas.write(words.name, columns.lowerBound, row, style, within: columns.count)
    let start = max(end + 2, indent.map { columns.lowerBound + $0 } ?? 0)
    guard before - start > 4 else { return }
    end = RingAmount(words: words).draw(on: &canvas, start, row, within: before - start)
    var facts = [words.remainder, words.shortRemainder]
    if let hours {
      facts.insert(
        contentsOf: isMarked
          ? [hours, shortHours].compactMap(\.self) : ["\(hours) \(Character(canvas.glyphs.dot)) \(words.remainder)"],
        at: 0)
    }
    if !isMarked, let usual = pace.last {
      let separator = " \(Character(canvas.glyphs.dot)) "
      facts.insert(([usual] + pace.dropLast() + [words.remainder]).joined(separator: separator), at: 0)
      facts.insert([usual, words.remainder].joined(separator: separator), at: 1)
    }
    for fact in facts where before - TextWidth.columns(of: fact) > end + 1 {
      canvas.writeTrailing(fact, before: before, row, isMarked ? .plain : .faint)
      return
    }
  }
}
