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
    let isWide = layout.body.size.columns >= 44
    let dash = String(Character(canvas.glyphs.dash))
    var texts = context.rings.map { ring in
      let words = words(ring)
      return (
        "\(isWide ? words.name : words.letter) \(words.percentText ?? dash)",
        canvas.appearance.name(of: ring, isPaused: isPaused)
      )
    }
    if let own = context.goals.first(where: { $0.goal == context.ownRing }) {
      let title = isWide ? own.goal.title : String(own.goal.title.prefix(1))
      let percent = own.amount.shownPercent.map { "\($0)%" } ?? dash
      texts.append(("\(title) \(percent)", canvas.appearance.ownName(isPaused: isPaused)))
    }
    func width(_ gap: Int) -> Int {
      texts.reduce(gap * (texts.count - 1)) { $0 + TextWidth.columns(of: $1.0) }
    }
    let columns = layout.body.size.columns
    let gap = isWide && width(4) <= columns ? 4 : 2
    var column = layout.body.origin.column + max(0, (columns - width(gap)) / 2)
    for (text, style) in texts {
      column = canvas.write(text, column, row, style, within: layout.body.columns.upperBound - column) + gap
    }
  }
}
