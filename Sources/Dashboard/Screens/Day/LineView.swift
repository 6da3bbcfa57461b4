import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The three percentages in one row: `M 83% E 140% S 50%`, shorter if that does not fit.
struct LineView {
  let context: ScreenContext

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let all = context.rings.map { context.words($0, on: context.selected) }
    let dash = String(Character(canvas.glyphs.dash))
    let forms: [(RingWords) -> String] = [
      { "\($0.name) \($0.percent.map { "\($0)%" } ?? dash)" },
      { "\($0.letter) \($0.percent.map { "\($0)%" } ?? dash)" },
      { "\($0.percent.map { "\($0)%" } ?? dash)" },
      { "\($0.percent.map { "\($0)" } ?? dash)" },
    ]
    let widths = forms.map { form in all.reduce(all.count - 1) { $0 + TextWidth.columns(of: form($1)) } }
    let chosen = widths.firstIndex { $0 <= rect.size.columns } ?? forms.count - 1
    var column = rect.origin.column
    for (ring, words) in zip(context.rings, all) where column < rect.columns.upperBound {
      let style = canvas.appearance.name(of: ring, isPaused: context.summary?.isPaused ?? false)
      column = canvas.write(
        forms[chosen](words), column, rect.origin.row, style, within: rect.columns.upperBound - column)
      column += 1
    }
    if chosen == 0 {
      let rest = rect.beside([.fixed(column - rect.origin.column), .share()])[1]
      if let rest { canvas.heading("", [context.formatting.shortDate(context.selected)], .faint, in: rest) }
    }
    if rect.size.rows >= 2, rect.size.columns >= 12 {
      DayHeading(context: context).draw(
        on: &canvas, columns: rect.columns, row: rect.origin.row + 1)
    }
  }
}
