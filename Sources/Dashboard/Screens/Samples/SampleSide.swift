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
    // Long identifiers are only where the sample is opened.
    let room = rect.size.columns - 2 - (lines.map { TextWidth.columns(of: $0.0) }.max() ?? 0)
    var table = Table(
      card: [.words(""), .words("")],
      rows: [[.init("Sample", .strong)]]
        + lines.filter { TextWidth.columns(of: $0.1) <= room || $0.1.contains(" ") }
        .map { [.init($0.0, .faint), .init($0.1)] }, widestGap: 2)
    (table.hasHeader, table.wraps) = (false, true)
    let query = screen.chartQuery(entry, context)
    let parts = rect.below(
      [.share(from: 0, to: query == nil ? 0 : .max), .fixed(min(table.lineCount(in: rect.columns), rect.size.rows))],
      gap: query == nil ? 0 : 1)
    if let chart = parts[0], let series = query.flatMap({ context.data.answer(to: $0) }) {
      draw(series, on: &canvas, in: chart)
    }
    guard let own = parts[1], !lines.isEmpty else { return }
    table.draw(on: &canvas, in: own)
  }

  private func draw(_ series: ChartSeries, on canvas: inout Canvas, in rect: CellRect) {
    let words = ChartWords(series: series, formatting: context.formatting)
    let (title, plot) = rect.split(top: 1)
    canvas.heading(
      context.formatting.monthAndYear(series.days.lowerBound), [words.summary(ascii: canvas.glyphs.isASCII)], in: title)
    Plot(
      series, words, step: .day, weekStart: context.data.weekStart, comparesBefore: false,
      appearance: canvas.appearance, rows: plot.size.rows,
      marked: series.bars.firstIndex { $0.days.contains(entry.day) }, isClickable: false
    ).draw(on: &canvas, in: plot)
  }
}
