import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The values of a chart as a table: one row for each bar with data, around the selected bar or up to the last.
struct ChartTable {
  let words: ChartWords
  let comparesBefore: Bool
  /// The selected bar.
  let mark: Int?

  static let columns = 44

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let series = words.series
    let before = comparesBefore ? series.before?.bars : nil
    let bars = series.bars.indices.filter { series.bars[$0].values != nil }
    let height = max(0, rect.size.rows - 1)
    let last = mark.flatMap { bars.firstIndex(of: $0) }
    var viewport = Viewport(first: bars.count)
    if let last { viewport = Viewport(first: max(0, last - height / 2)) }
    let shown = viewport.rows(of: bars.count, height: height)
    Table(
      columns: [
        .words(""), .number(words.unit), .number(series.isCumulative ? "" : "range", rank: 2),
        .number("before", rank: 1),
      ],
      rows: bars[shown].map { index in
        [
          .init(words.name(series.bars[index])), .init(words.value(series.bars[index].values), .strong),
          .init(words.range(series.bars[index].values, ascii: canvas.glyphs.isASCII) ?? ""),
          .init(before.flatMap { $0.indices.contains(index) ? words.value($0[index].values) : nil } ?? "", .faint),
        ]
      }, selected: last.map { $0 - shown.lowerBound }, margin: 1, widestGap: 4,
      click: .own { .view(.mark(bars[shown.lowerBound + $0])) }
    ).draw(on: &canvas, in: rect)
  }
}

extension ChartWords {
  /// `steps`
  fileprivate var unit: String {
    let symbol = formatting.unit(of: series.type).symbol
    return symbol.isEmpty ? "value" : symbol
  }

  /// The sum or the mean, without a unit; empty without data.
  fileprivate func value(_ values: BucketStatistics?) -> String {
    guard let values else { return "" }
    return plain(series.isCumulative ? values.sum : values.average ?? 0)
  }

  /// The lowest and the highest value, if they differ.
  fileprivate func range(_ values: BucketStatistics?, ascii: Bool) -> String? {
    guard !series.isCumulative, let low = values?.minimum, let high = values?.maximum, low < high else { return nil }
    return "\(plain(low))\(ascii ? "-" : "–")\(plain(high))"
  }
}
