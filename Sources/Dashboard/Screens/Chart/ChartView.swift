import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws a chart, from three rows to a full screen.
struct ChartView {
  let screen: ChartScreen
  let context: ScreenContext

  /// The minimum number of rows for each of several charts.
  private static let fewestRows = 6

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0 else { return }
    let (title, rest) = rect.split(top: 1)
    drawTitle(on: &canvas, in: title)
    guard rest.size.rows > 0 else { return }
    if screen.isScatter {
      if let scatter = screen.scatter(context) {
        ScatterView(scatter: scatter, mark: screen.mark, context: context).draw(on: &canvas, in: rest)
      }
      return
    }
    let series = screen.series(context)
    let count = max(1, min(series.count, (rest.size.rows + 1) / Self.fewestRows))
    // The remaining rows go to the last charts.
    let areas = (0..<count).map { index in
      let (start, end) = (rest.size.rows * index / count, rest.size.rows * (index + 1) / count)
      return CellRect(
        column: rest.origin.column, row: rest.origin.row + start, columns: rest.size.columns, rows: end - start)
    }
    // Charts below each other have one axis of time.
    let plots = areas.enumerated().map { plotArea(of: $0, in: $1) }
    let showsTable = plots.allSatisfy { $0.size.rows >= 16 }
    let axisColumns = zip(series, plots).map { one, plot in
      one.map { self.plot($0, plot.size.rows, canvas).axisColumns(rows: plot.size.rows) } ?? 0
    }
    for (index, area) in areas.enumerated() {
      var area = area
      if index > 0 {
        let parts = area.split(top: 1)
        canvas.write(
          TypeWords.amountTitle(screen.types[index]), area.origin.column, area.origin.row,
          canvas.appearance.titleStyle(ofType: screen.types[index]), within: area.size.columns)
        area = parts.rest
      }
      guard series.indices.contains(index), let one = series[index] else { continue }
      drawWords(ChartWords(series: one, formatting: context.formatting), on: &canvas, in: area.split(top: 1).top)
      var plot = plot(one, plots[index].size.rows, canvas)
      plot.axisColumns = axisColumns.max() ?? 0
      plot.hasSlots = count > 1
      draw(plot, of: one, showsTable: showsTable, on: &canvas, in: plots[index])
    }
  }

  /// The area below the title, which the first chart lacks, and the words.
  private func plotArea(of index: Int, in area: CellRect) -> CellRect {
    let chart = area.split(top: index > 0 ? 2 : 1).rest
    // An empty row if there is enough room.
    return chart.size.rows >= 8 ? chart.split(top: 1).rest : chart
  }

  private func plot(_ series: ChartSeries, _ rows: Int, _ canvas: Canvas) -> Plot {
    Plot(
      series, ChartWords(series: series, formatting: context.formatting), step: screen.period.step(series.days),
      weekStart: context.data.weekStart, comparesBefore: screen.comparesBefore, appearance: canvas.appearance,
      rows: rows, marked: screen.mark)
  }

  private func draw(
    _ plot: Plot, of series: ChartSeries, showsTable: Bool, on canvas: inout Canvas, in rect: CellRect
  ) {
    guard rect.size.rows > 0 else { return }
    let words = ChartWords(series: series, formatting: context.formatting)
    guard series.bars.contains(where: { $0.values != nil }) else {
      canvas.write(words.nothing, rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
      return
    }
    // The values in a table, if there is room beside the chart.
    let parts =
      showsTable ? rect.beside([.share(from: 100), .fixed(ChartTable.columns, rank: 1)], gap: 3) : [rect, nil]
    if let table = parts[1] {
      ChartTable(words: words, comparesBefore: screen.comparesBefore, mark: screen.mark).draw(on: &canvas, in: table)
    }
    plot.draw(on: &canvas, in: parts[0] ?? rect)
  }

  /// The type, the days, and the available periods.
  private func drawTitle(on canvas: inout Canvas, in rect: CellRect) {
    var right = rect.columns.upperBound
    let row = rect.origin.row
    if rect.size.columns >= 60, !context.isOnPaper {
      for period in ChartPeriod.allCases.reversed() {
        let isChosen = period == screen.period
        let name = ChartScreen.name(of: period)
        let text = isChosen ? "[\(name)]" : " \(name) "
        right -= TextWidth.columns(of: text)
        canvas.write(text, right, row, isChosen ? .strong : .faint)
        canvas.hit(
          CellRect(column: right, row: row, columns: TextWidth.columns(of: text), rows: 1), .view(.period(period)))
      }
      right -= 2
    }
    var column = rect.origin.column
    if screen.period != .all, rect.size.columns >= 24, !context.isOnPaper {
      canvas.arrows(
        at: column, row, hasNext: screen.days(context).upperBound < context.today, .move(.left), .move(.right))
      column += 4
    }
    let title =
      screen.isScatter
      ? "\(TypeWords.amountTitle(screen.types[1])) by \(TypeWords.amountTitle(screen.type).uncapitalized)"
      : TypeWords.amountTitle(screen.type)
    let end = canvas.write(
      title, column, row, canvas.appearance.titleStyle(ofType: screen.type), within: right - column)
    canvas.hit(CellRect(column: column, row: row, columns: end - column, rows: 1), .view(.chooseType))
    let days = daysWords(canvas)
    if end + 2 + TextWidth.columns(of: days) <= right { canvas.write(days, end + 2, row) }
  }

  private func daysWords(_ canvas: Canvas) -> String {
    let days = screen.scatter(context)?.days ?? screen.days(context)
    let formatting = context.formatting
    switch screen.period {
    case .day where !screen.isScatter: return formatting.longDate(days.lowerBound)
    case .day, .week: return formatting.dates(days, canvas.glyphs.isASCII)
    case .month: return formatting.monthAndYear(days.lowerBound)
    case .sixMonths: return "\(formatting.monthAndYear(days.lowerBound)) to \(formatting.monthAndYear(days.upperBound))"
    case .year: return "\(days.lowerBound.fields.year)"
    case .all: return "since \(formatting.date(days.lowerBound))"
    }
  }

  private func drawWords(_ words: ChartWords, on canvas: inout Canvas, in rect: CellRect) {
    let isASCII = canvas.glyphs.isASCII
    if let mark = screen.mark {
      canvas.write(
        words.bar(mark, ascii: isASCII), rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
      return
    }
    let end = canvas.write(
      words.summary(ascii: isASCII), rect.origin.column, rect.origin.row, within: rect.size.columns)
    if screen.comparesBefore, let comparison = words.comparison(),
      rect.columns.upperBound - TextWidth.columns(of: comparison) > end + 2
    {
      let mark = isASCII ? "- " : "─ "
      canvas.writeTrailing(mark + comparison, before: rect.columns.upperBound, rect.origin.row, .faint)
    }
  }
}

extension Plot {
  /// A series of a quantity type, with its weeks apart if the bars are days.
  ///
  /// - Parameters:
  ///   - weekStart: the first weekday by ISO 8601.
  ///   - rows: about the rows that the plot will have.
  init(
    _ series: ChartSeries, _ words: ChartWords, step: ChartPeriod.Step, weekStart: Int, comparesBefore: Bool,
    appearance: Appearance, rows: Int, marked: Int? = nil, isClickable: Bool = true
  ) {
    let formatting = words.formatting
    let scale = formatting.unit(of: series.type).scale
    var values: [Double] = []
    let bars = series.bars.map { bar -> Plot.Bar in
      guard let found = bar.values else { return .nothing }
      if series.isCumulative {
        values.append(found.sum * scale)
        return .bar(found.sum * scale)
      }
      let mean = (found.average ?? 0) * scale
      let low = (found.minimum ?? found.average ?? 0) * scale
      let high = (found.maximum ?? found.average ?? 0) * scale
      values += [low, high]
      return .range(low, high, mean: mean)
    }
    var marks: [Double?] = []
    if comparesBefore, let before = series.before {
      marks = series.bars.indices.map { index in
        guard index < before.bars.count, let found = before.bars[index].values else { return nil }
        return (series.isCumulative ? found.sum : found.average ?? 0) * scale
      }
      values += marks.compactMap(\.self)
    }
    let axis = AxisScale(values, startsAtZero: series.isCumulative, steps: max(2, min(8, rows / 3)))
    self.init(
      bars: bars, marks: marks, axis: axis, color: appearance.color(ofType: series.type), marked: marked,
      label: { formatting.number($0, axis.decimals) },
      words: series.bars.indices.compactMap { index in words.label(index, step: step).map { (index, $0) } },
      hint: { words.bar($0, ascii: appearance.glyphs.isASCII) }, isClickable: isClickable,
      form: series.isCumulative ? .bars : .line,
      breaks: step == .day ? series.bars.indices.filter { series.bars[$0].days.lowerBound.isoWeekday == weekStart } : []
    )
  }
}

extension Appearance {
  /// The colour of a quantity type: that of its ring, of the heart, or the default.
  func color(ofType identifier: String) -> CellColor { color(of: Self.ring(ofType: identifier)) }

  func titleStyle(ofType identifier: String) -> CellStyle { name(of: Self.ring(ofType: identifier)) }

  private static func ring(ofType identifier: String) -> Ring {
    let name = TypeName.short(for: identifier).lowercased()
    if name.contains("heart") || name.contains("energy") || name.contains("pressure") { return .move }
    if name.contains("exercise") || name.contains("distance") || name.contains("flights") || name.contains("speed")
      || name.contains("vo2")
    {
      return .exercise
    }
    return .stand
  }
}
