import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel

/// Draws trends as rows, and the selected one large if there is room beside them.
struct TrendsView {
  let context: ScreenContext
  let report: TrendReport
  let selected: Int

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in area: CellRect) {
    guard area.size.rows > 0 else { return }
    guard !report.trends.isEmpty else { return drawEmpty(on: &canvas, in: area) }
    var area = area.withMargin
    if area.size.columns >= 150, area.size.rows >= 24 {
      let columns = area.size.columns / 2
      let detail = CellRect(
        column: area.origin.column + columns + 2, row: area.origin.row, columns: area.size.columns - columns - 2,
        rows: area.size.rows)
      area.size.columns = columns
      TrendDetail(trend: report.trends[selected], report: report, context: context).draw(on: &canvas, in: detail)
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
    let height = min(4, max(1, rest.size.rows / count))
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
    if hasHead, sparkline.count >= 13 {
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
      if height >= 2, let words = report.trends[index].turningWords(formatting, report.moveMode) {
        canvas.write(
          words, area.origin.column + 3, top + 1, .faint,
          within: (sparkline.count >= 13 ? end : area.columns.upperBound) - area.origin.column - 3)
      }
      if sparkline.count >= 13 {
        TrendBars(trend: report.trends[index]).draw(
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
    if let role = isGood ? theme.good : theme.warning, colors == .truecolor || colors == .ansi256 {
      return CellStyle(
        foreground: CellColor.rgb(role.readable(on: [background])).reduced(to: colors), attributes: .bold)
    }
    return name(of: isGood ? .exercise : .move)
  }
}

/// The weeks of a year as bars, scaled from the lowest to the highest.
struct TrendBars {
  let trend: Trend

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let weeks = Self.grouped(trend.weeks, into: rect.size.columns)
    let known = weeks.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return }
    // The lowest week is not zero: its bar has a fifth of the height.
    let base = low - max(high - low, abs(high) * 0.02) / 4
    let color = trend.metric.ring.map { canvas.appearance.color(of: $0) } ?? .terminalDefault
    BarChart(
      bars: weeks.map { week in week.map { .height(($0 - base) / (high - base)) } ?? .unknown }, color: color
    ).draw(on: &canvas, in: rect)
  }

  /// Averages neighbouring weeks so that they fit.
  private static func grouped(_ weeks: [Double?], into columns: Int) -> [Double?] {
    let size = [1, 2, 4].first { weeks.count / $0 <= columns } ?? 4
    return stride(from: 0, to: weeks.count, by: size).map { start in
      let known = weeks[start..<min(weeks.count, start + size)].compactMap(\.self)
      return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
  }
}

/// One trend in a box: both means, what reverses it, and its weeks as tall as possible.
struct TrendDetail {
  let trend: Trend
  let report: TrendReport
  let context: ScreenContext

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    canvas.box(rect)
    let metric = trend.metric
    canvas.label(
      metric.name, rect.origin.column + 2, rect.origin.row,
      metric.ring.map { canvas.appearance.name(of: $0) } ?? .strong, within: rect.size.columns - 4)
    let inner = rect.inset(columns: 2, rows: 1)
    let formatting = context.formatting
    let facts: [(String, String, CellStyle)] = [
      ("Last \(Trend.recentDays) days", metric.words(trend.recent, formatting, report.moveMode), .strong),
      ("Last \(Trend.allDays) days", metric.words(trend.usual, formatting, report.moveMode), .plain),
      ("Change", trend.changeWords(formatting) ?? "", canvas.appearance.style(isGood: trend.isGood)),
    ]
    var row = inner.origin.row + 1
    let end = inner.origin.column + 30
    for (name, value, style) in facts {
      canvas.write(name, inner.origin.column, row, .faint)
      canvas.writeTrailing(value, before: end, row, style)
      row += 1
    }
    let words =
      trend.turningWords(formatting, report.moveMode) ?? (trend.isGood == true ? "Better than before." : "No change.")
    canvas.write(words, inner.origin.column, row + 1, .plain, within: inner.size.columns)
    row += 3
    let chart = CellRect(
      column: inner.origin.column, row: row, columns: inner.size.columns, rows: inner.rows.upperBound - row - 1)
    guard chart.size.rows >= 3 else { return }
    TrendBars(trend: trend).draw(on: &canvas, in: chart)
    drawAxis(on: &canvas, columns: chart.columns, row: inner.rows.upperBound - 1)
  }

  /// Labels each new month below its first week.
  private func drawAxis(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    guard columns.count >= trend.weeks.count else { return }
    var free = columns.lowerBound
    var last = 0
    for index in trend.weeks.indices {
      let day = report.today - 7 * (trend.weeks.count - index)
      let month = day.fields.month
      guard month != last else { continue }
      last = month
      let left = BarChart.columns(of: index, count: trend.weeks.count, in: columns).lowerBound
      guard left >= free, left + 3 <= columns.upperBound else { continue }
      free = canvas.write(String(context.formatting.month(month).prefix(3)), left, row, .faint) + 1
    }
  }
}
