import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The rings on the whole screen.
struct ZoomView {
  let context: ScreenContext
  let layout: DayLayout

  func draw(on canvas: inout Canvas) {
    let body = layout.body
    DayHeading(context: context).draw(
      on: &canvas, columns: body.inset(columns: body.size.columns >= 40 ? 1 : 0).columns, row: body.origin.row)
    if let rings = layout.rings {
      RingsView(rings: context.shownRings).draw(on: &canvas, in: rings, previous: canvas.previous)
    }
    drawPercentages(on: &canvas, row: body.rows.upperBound - 1)
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
}
