import HealthModel
import TerminalModel

/// One ring over the seven days of a week, as upright bars.
struct RingWeek {
  let context: ScreenContext
  let ring: Ring

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let slot = rect.size.columns / 7
    guard slot > 0, rect.size.rows >= 3 else { return }
    let rows = rect.size.rows - 2
    let tallest = self.tallest
    for index in 0..<7 {
      let day = context.week.lowerBound + index
      let left = rect.origin.column + index * slot
      let columns = left..<(left + max(1, slot - 1))
      let style: CellStyle =
        day == context.selected
        ? CellStyle(attributes: [.bold, .reverse]) : day > context.today ? .faint : .plain
      canvas.writeCentered(
        slot >= 6 ? context.formatting.weekday(day) : String(context.formatting.weekday(day).prefix(2)), in: columns,
        rect.rows.upperBound - 1, style)
      let summary = context.data.summary(of: day)
      guard day <= context.today, let summary, let value = summary[ring].value else {
        canvas.writeCentered(String(Character(canvas.glyphs.dot)), in: columns, rect.rows.upperBound - 2, .faint)
        continue
      }
      let words = context.words(ring, on: day)
      let fraction = min(1, summary[ring].progress / tallest)
      let thickness = max(1, min(slot - 1, 6))
      let first = columns.lowerBound + (columns.count - thickness) / 2
      let height = drawBar(
        fraction, first..<(first + thickness), base: rect.rows.upperBound - 2, rows: rows - 1, summary, on: &canvas)
      let name = canvas.appearance.name(of: ring, isPaused: summary.isPaused)
      canvas.writeCentered(
        (value.isFinite ? words.value ?? "" : "") + (words.isClosed ? String(Character(canvas.glyphs.check)) : ""),
        in: columns, rect.rows.upperBound - 2 - height, words.isClosed ? name : .plain)
    }
  }

  /// The progress that fills the height: the best day's, or the goal where no day reached it. Days far beyond are cut,
  /// so that one of them does not flatten the week.
  private var tallest: Double {
    let progress = context.week.compactMap { context.data.summary(of: $0)?[ring].progress }.filter(\.isFinite)
    return min(3, max(1, progress.max() ?? 1))
  }

  /// Returns the rows that the bar takes.
  private func drawBar(
    _ fraction: Double, _ columns: Range<Int>, base: Int, rows: Int, _ summary: DaySummary, on canvas: inout Canvas
  ) -> Int {
    let steps = canvas.glyphs.rising
    let parts = steps.count - 1
    let length = fraction > 0 ? max(1, Int(max(0, fraction) * Double(rows * parts))) : 0
    let style = CellStyle(foreground: canvas.appearance.color(of: ring, isPaused: summary.isPaused))
    for level in 0..<max(0, rows) {
      let part = min(parts, length - level * parts)
      guard part > 0 else { return level }
      for column in columns { canvas.put(steps[part], column, base - level, style) }
    }
    return max(0, rows)
  }
}
