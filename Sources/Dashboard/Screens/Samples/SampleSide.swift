import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The selected sample beside the list: the month around it, and its details.
struct SampleSide {
  let entry: SampleListEntry
  let screen: SamplesScreen
  let context: ScreenContext

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let detail: SampleDetail? = context.data.answer(to: SampleQuery(row: entry.row)) ?? nil
    let lines = detail.map { SampleScreen.lines($0, context.formatting) } ?? []
    let query = screen.chartQuery(entry, context)
    let parts = rect.below(
      [.share(from: 0, to: query == nil ? 0 : .max), .fixed(min(lines.count + 1, rect.size.rows))],
      gap: query == nil ? 0 : 1)
    if let chart = parts[0], let series = query.flatMap({ context.data.answer(to: $0) }) {
      draw(series, on: &canvas, in: chart)
    }
    guard let own = parts[1], !lines.isEmpty else { return }
    canvas.write("Sample", own.origin.column, own.origin.row, .strong)
    let names = (lines.map { TextWidth.columns(of: $0.0) }.max() ?? 0) + 2
    for ((name, value), row) in zip(lines, own.split(top: 1).rest.rows) {
      canvas.write(name, own.origin.column, row, .faint, within: names - 1)
      canvas.write(value, own.origin.column + names, row, within: own.size.columns - names)
    }
  }

  private func draw(_ series: ChartSeries, on canvas: inout Canvas, in rect: CellRect) {
    let words = ChartWords(series: series, formatting: context.formatting)
    let (title, plot) = rect.split(top: 1)
    canvas.heading(
      context.formatting.monthAndYear(series.days.lowerBound), [words.summary(ascii: canvas.glyphs.isASCII)], in: title)
    Plot(
      series, words, step: .day, comparesBefore: false, appearance: canvas.appearance, rows: plot.size.rows,
      marked: series.bars.firstIndex { $0.days.contains(entry.day) }, isClickable: false
    ).draw(on: &canvas, in: plot)
  }
}
