import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The three rings as rows, for areas of a few rows.
struct BarsView {
  let context: ScreenContext

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    var rows = Array(rect.rows)
    if rows.count >= 4, rect.size.columns >= 12 {
      DayHeading(context: context).draw(on: &canvas, columns: rect.columns, row: rows.removeFirst())
    }
    let rings = context.rings
    let airy = 2 * rings.count - 1
    if rows.count >= airy {
      // If there is room: a free row between the rings, and everything centred.
      let free = rows.count - airy
      rows = rings.indices.map { rows[free / 2 + 2 * $0] }
    }
    for (ring, row) in zip(rings, rows) {
      draw(ring, on: &canvas, columns: rect.columns, row: row)
    }
  }

  /// `Move ██████▌    462/600 kcal  77%`; parts are omitted from the middle until it fits.
  private func draw(_ ring: Ring, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    let isPaused = context.summary?.isPaused ?? false
    let words = context.words(ring, on: context.selected)
    let percent = words.percentText ?? String(Character(canvas.glyphs.dash))
    let name = columns.count >= 30 ? words.name : words.letter
    let nameWidth = columns.count >= 30 ? 9 : 2
    let style = canvas.appearance.name(of: ring, isPaused: isPaused)
    guard columns.count >= TextWidth.columns(of: percent) + 2 else {
      canvas.write(percent, columns.lowerBound, row, style, within: columns.count)
      return
    }
    canvas.write(name, columns.lowerBound, row, style)
    canvas.writeTrailing(percent, before: columns.upperBound, row, .strong)
    // Seven columns fit four digits, the sign and a blank on either side.
    var end = columns.upperBound - max(6, TextWidth.columns(of: percent) + 1)
    if columns.count >= 46, let value = words.value {
      let text = value + (words.goal.map { "/\($0)" } ?? "") + " " + words.unit
      canvas.writeTrailing(text, before: end - 1, row, .plain)
      end -= max(18, TextWidth.columns(of: text) + 2)
    }
    let start = columns.lowerBound + nameWidth
    guard end - start >= 3 else { return }
    ProgressBar(ring: ring, progress: context.shownProgress(of: ring), isPaused: isPaused)
      .draw(on: &canvas, columns: start..<end, row: row)
  }
}
