import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws trends as rows, and the selected one large if there is room beside or below them.
struct TrendsView {
  let context: ScreenContext
  let report: TrendReport
  let selected: Int

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in area: CellRect) {
    guard area.size.rows > 0 else { return }
    guard !report.trends.isEmpty else { return drawEmpty(on: &canvas, in: area) }
    var area = area.withMargin
    let rows = 1 + 2 * report.trends.count
    let detail = TrendDetail(trend: report.trends[selected], report: report, context: context)
    if area.size.columns >= 150, area.size.rows >= 24 {
      let columns = area.size.columns / 2
      detail.draw(
        on: &canvas,
        in: CellRect(
          column: area.origin.column + columns + 2, row: area.origin.row, columns: area.size.columns - columns - 2,
          rows: area.size.rows))
      area.size.columns = columns
    } else if area.size.columns >= 100, area.size.rows >= rows + 11 {
      let (list, rest) = area.split(top: rows)
      detail.draw(on: &canvas, in: rest)
      area = list
    }
    if area.size.columns < 44 { drawNarrow(on: &canvas, in: area) } else { drawRows(on: &canvas, in: area) }
  }

  /// One row per trend in a narrow area: the arrow, the name, and the recent mean at the right, which is never clipped.
  private func drawNarrow(on canvas: inout Canvas, in area: CellRect) {
    let first = Viewport(first: max(0, selected - area.size.rows + 1))
    for (index, row) in zip(first.rows(of: report.trends.count, height: area.size.rows), area.rows) {
      let trend = report.trends[index]
      let value = trend.metric.words(trend.recent, formatting, report.moveMode)
      let line = CellRect(column: area.origin.column, row: row, columns: area.size.columns, rows: 1)
      canvas.write(
        canvas.glyphs.arrow(trend.direction), area.origin.column, row, canvas.appearance.style(isGood: trend.isGood))
      canvas.write(
        trend.metric.name, area.origin.column + 2, row,
        trend.metric.ring.map { canvas.appearance.name(of: $0) } ?? .plain,
        within: area.size.columns - 3 - TextWidth.columns(of: value))
      canvas.writeTrailing(value, before: area.columns.upperBound, row, .strong)
      if index == selected, area.size.rows > 3 { mark(line, on: &canvas) }
      canvas.hit(line, .choose(index))
    }
  }

  private func drawEmpty(on canvas: inout Canvas, in area: CellRect) {
    let words = report.emptyWords(formatting).joined(separator: " ")
    let lines = Paragraph(text: words, columns: min(area.size.columns, 60)).lines
    for (line, row) in zip(lines, area.rows.dropFirst(max(0, (area.size.rows - lines.count) / 3))) {
      canvas.writeCentered(line, in: area.columns, row)
    }
  }

  // MARK: - Rows

  private func drawRows(on canvas: inout Canvas, in area: CellRect) {
    let hasHead = area.size.rows > report.trends.count + 1
    var rest = area
    if hasHead { rest = area.split(top: 1).rest }
    let count = report.trends.count
    let height = min(6, max(1, rest.size.rows / count))
    var table = Table(
      card: [
        .words(""), .words(""), .number("90 days"),
        .number("365 days", rank: 1), .number("change", rank: 2),
      ], rows: report.trends.map { row(of: $0, canvas) }, widestGap: 2)
    let end = table.places(in: area.columns).last?.columns.upperBound ?? area.origin.column
    let viewport = Viewport(first: max(0, selected - rest.size.rows + 1))
    let shown = viewport.rows(of: count, height: rest.size.rows / height)
    if hasHead {
      // Only the heading: the rows have larger gaps than those of a table.
      table.visible = 0..<0
      table.draw(
        on: &canvas, in: CellRect(column: area.origin.column, row: area.origin.row, columns: area.size.columns, rows: 2)
      )
    }
    let sparkline = min(end + 3, area.columns.upperBound)..<area.columns.upperBound
    if hasHead, sparkline.count >= 17 {
      canvas.write("the last 52 weeks", sparkline.lowerBound, area.origin.row, .faint, within: sparkline.count)
    }
    for (place, index) in shown.enumerated() {
      let top = rest.origin.row + place * height
      let line = CellRect(column: area.origin.column, row: top, columns: end - area.origin.column, rows: 1)
      table.visible = index..<index + 1
      table.draw(on: &canvas, in: CellRect(column: area.origin.column, row: top, columns: area.size.columns, rows: 1))
      if index == selected { mark(line, on: &canvas) }
      canvas.hit(
        CellRect(column: area.origin.column, row: top, columns: area.size.columns, rows: height), .choose(index))
      let room = (sparkline.count >= 9 ? end : area.columns.upperBound) - area.origin.column - 3
      if height >= 2, let words = report.trends[index].turningWords(formatting, report.moveMode, within: room) {
        canvas.write(words, area.origin.column + 3, top + 1, .faint, within: room)
      }
      if sparkline.count >= 9 {
        let trend = report.trends[index]
        Plot(line: trend.weeks, color: canvas.appearance.color(of: trend.metric)).draw(
          on: &canvas,
          in: CellRect(
            column: sparkline.lowerBound, row: top, columns: sparkline.count,
            rows: max(1, height - (height >= 3 ? 1 : 0))))
      }
    }
    let below = rest.origin.row + shown.count * height
    if height == 1, below < area.rows.upperBound,
      let words = report.trends[selected].turningWords(formatting, report.moveMode)
    {
      canvas.write(words, area.origin.column, area.rows.upperBound - 1, .faint, within: area.size.columns)
    }
  }

  private func mark(_ rect: CellRect, on canvas: inout Canvas) {
    let style = canvas.appearance.themed(CellStyle(attributes: .reverse))
    canvas.grid.restyle(rect) { own in
      if style.attributes.contains(.reverse) {
        own = CellStyle(attributes: [.bold, .reverse])
      } else {
        own = style
      }
    }
  }

  private func row(of trend: Trend, _ canvas: Canvas) -> [Table.Cell] {
    let metric = trend.metric
    return [
      .init(canvas.glyphs.arrow(trend.direction), canvas.appearance.style(isGood: trend.isGood)),
      .init(metric.name, metric.ring.map { canvas.appearance.name(of: $0) } ?? .strong),
      .init(metric.words(trend.recent, formatting, report.moveMode), .strong),
      .init(metric.words(trend.usual, formatting, report.moveMode)),
      .init(trend.changeWords(formatting) ?? "", canvas.appearance.style(isGood: trend.isGood)),
    ]
  }
}

extension Glyphs {
  func arrow(_ direction: Trend.Direction) -> String {
    switch direction {
    case .up: isASCII ? "^" : "↑"
    case .level: isASCII ? "=" : "→"
    case .down: isASCII ? "v" : "↓"
    }
  }
}

extension Appearance {
  /// The style of an improvement or a deterioration; a faint style for nil.
  func style(isGood: Bool?) -> CellStyle {
    guard let isGood else { return .faint }
    if let role = isGood ? theme.good : theme.warning, colors.hasPalette {
      return CellStyle(
        foreground: CellColor.rgb(role.readable(on: [background])).reduced(to: colors), attributes: .bold)
    }
    return name(of: isGood ? .exercise : .move)
  }
}

/// One trend in a box: both means, what reverses it, and its weeks with the longer mean as a dashed line.
struct TrendDetail {
  let trend: Trend
  let report: TrendReport
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    canvas.box(rect)
    let metric = trend.metric
    canvas.label(
      metric.name, rect.origin.column + 2, rect.origin.row,
      metric.ring.map { canvas.appearance.name(of: $0) } ?? .strong, within: rect.size.columns - 4)
    let inner = rect.inset(columns: 2, rows: 1)
    let facts: [[Table.Cell]] = [
      [.init("Last \(Trend.recentDays) days", .faint), .init(words(trend.recent), .strong)],
      [.init("Last \(Trend.allDays) days", .faint), .init(words(trend.usual))],
      [
        .init("Change", .faint),
        .init(trend.changeWords(formatting) ?? "", canvas.appearance.style(isGood: trend.isGood)),
      ],
    ]
    let text =
      trend.turningWords(formatting, report.moveMode) ?? (trend.isGood == true ? "Better than before." : "No change.")
    // In a low box the words are beside the chart.
    let isLow = inner.size.rows < 16
    let lines = Paragraph(text: text, columns: isLow ? Self.factColumns : inner.size.columns).lines
    let parts =
      isLow
      ? inner.beside([.fixed(Self.factColumns), .share()], gap: 3)
      : inner.below([.fixed(facts.count + 2 + lines.count), .share()], gap: 1)
    guard let words = parts[0], let chart = parts[1] else { return }
    var table = Table(card: [.words(""), .number("")], rows: facts)
    table.hasHeader = false
    table.draw(on: &canvas, in: words.split(top: 1).rest)
    for (line, row) in zip(lines, words.rows.dropFirst(facts.count + 2)) {
      canvas.write(line, words.origin.column, row)
    }
    drawWeeks(on: &canvas, in: chart)
  }

  private static let factColumns = 30

  private func words(_ value: Double) -> String { trend.metric.words(value, formatting, report.moveMode) }

  private func drawWeeks(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows >= 3, rect.size.columns >= 20 else { return }
    let scale = trend.metric.unit(formatting, report.moveMode).scale
    let weeks = trend.weeks.map { $0.map { $0 * scale } }
    let axis = AxisScale(
      weeks.compactMap(\.self) + [trend.usual * scale], startsAtZero: false,
      steps: max(2, min(6, rect.size.rows / 3)))
    let days = weeks.indices.map { report.today - 7 * (weeks.count - $0) }
    let months = days.map(\.fields.month)
    Plot(
      bars: weeks.map { $0.map { .bar($0) } ?? .nothing }, marks: weeks.map { _ in trend.usual * scale }, axis: axis,
      color: canvas.appearance.color(of: trend.metric), label: { formatting.number($0, axis.decimals) },
      // Each new month below its first week.
      words: weeks.indices.filter { $0 == 0 || months[$0] != months[$0 - 1] }
        .map { ($0, String(formatting.month(months[$0]).prefix(3))) },
      hint: { [isASCII = canvas.glyphs.isASCII] index in
        guard trend.weeks.indices.contains(index) else { return "" }
        return "\(formatting.dates(days[index]...(days[index] + 6), isASCII)): "
          + (trend.weeks[index].map(words) ?? "no data")
      }, isClickable: false, form: .line
    ).draw(on: &canvas, in: rect)
  }
}

extension Appearance {
  fileprivate func color(of metric: TrendMetric) -> CellColor {
    metric.typeIdentifier.map { color(ofType: $0) } ?? color(of: metric.ring ?? .stand)
  }
}
