import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws measures as a table, and the selected one with its last days, its rule and its formula beside or below it.
struct MeasuresView {
  let group: MeasureGroup
  let measures: [NamedMeasure]?
  let history: MeasureHistory?
  /// Of training.
  let year: TrainingYear?
  let selected: Int
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  /// The fewest rows of the detail below a table: its title and two lines.
  private static let detailRows = 3

  func draw(on canvas: inout Canvas, in area: CellRect) {
    guard area.size.rows > 0 else { return }
    let (top, rest) = area.split(top: 1)
    drawHeading(on: &canvas, in: top)
    guard let measures, rest.size.rows > 1 else { return }
    var list = rest.split(top: 1).rest
    if group == .recovery, let state = NightState(measures), list.size.rows > 4 {
      canvas.write(
        state.words, list.origin.column, list.origin.row, state.isUnusual ? .strong : .faint,
        within: list.size.columns)
      list = list.split(top: 2).rest
    }
    let isWide = list.size.columns >= 100 && list.size.rows >= 8
    // Where reasons do not fit, the panel beside the values says them.
    var bare = table(measures, within: 0)
    bare.widestGap = 2
    var full = table(measures)
    full.wraps = true
    let hasPanel =
      isWide
      || list.size.columns >= 72 && full.lineCount(in: list.columns) + Self.detailRows + 1 > list.size.rows
    let own: Length =
      isWide ? .share(3) : .fixed((bare.places(in: list.columns).last?.columns.upperBound ?? 0) - list.origin.column)
    let parts = hasPanel ? list.beside([own, .share(isWide ? 2 : 1)], gap: 3) : [list]
    let columns = parts.compactMap(\.self)
    if hasPanel, columns.count > 1 {
      let beside = columns[1].split(top: drawDetail(measures, on: &canvas, in: columns[1]) + 1).rest
      // The year is below the list then, and the other measures are nowhere else.
      if isWide, year != nil, beside.size.rows >= Self.chartRows { drawHistories(measures, on: &canvas, in: beside) }
    }
    let least = hasPanel ? Self.chartRows : Self.detailRows
    let room = columns[0].size
    let lines = full.lineCount(in: columns[0].columns)
    // Remarks are wrapped if no chart below has to give way, otherwise those stand there that are not cut.
    func charts(_ lines: Int) -> Int { (room.rows - lines) / (Self.chartRows + 1) }
    let wraps =
      lines <= room.rows
      && (!hasPanel || isWide && (group == .records || charts(lines) == charts(measures.count)))
    var table = wraps ? full : self.table(measures, within: room.columns)
    // A longer list scrolls, and the detail stays.
    let most = hasPanel || room.rows < 2 * Self.detailRows + 4 ? room.rows : room.rows - Self.detailRows - 1
    let rows = columns[0].below(
      [.fixed(wraps ? lines : min(measures.count, most)), .share(from: least, rank: 1)], gap: 1)
    if let list = rows[0] {
      let height = max(1, list.size.rows)
      if !wraps {
        table.visible = Viewport(first: max(0, selected - height + 1)).rows(of: measures.count, height: height)
      }
      table.draw(on: &canvas, in: list)
    }
    guard let rest = rows[1] else { return }
    if !hasPanel {
      drawDetail(measures, on: &canvas, in: rest)
    } else if let year {
      TrainingYearView(year: year, context: context).draw(on: &canvas, in: rest)
    } else {
      drawHistories(measures, on: &canvas, in: rest)
    }
  }

  /// The fewest rows of a chart below its title, with the row below it.
  static let chartRows = 8

  /// The last days of all other measures.
  private func drawHistories(_ measures: [NamedMeasure], on canvas: inout Canvas, in rect: CellRect) {
    let columns = max(1, rect.size.columns / 30)
    let charts = measures.indices.compactMap { index in
      index == selected
        ? nil
        : history.flatMap { historyPlot(measures[index].name, $0, measures, columns: rect.size.columns / columns - 3) }
          .map { (index, $0) }
    }
    let rows = min(rect.size.rows / Self.chartRows, (charts.count + columns - 1) / columns)
    for ((index, plot), place) in zip(charts, rect.grid(columns: columns, rows: rows, gap: 3)) {
      let (title, chart) = place.split(top: 1)
      let value = try? measures[index].measure.get().value
      canvas.heading(measures[index].name.title, value.map { [words(measures[index].name, $0)] } ?? [], in: title)
      plot.draw(on: &canvas, in: chart.split(top: chart.size.rows - 1).top)
    }
  }

  private func drawHeading(on canvas: inout Canvas, in top: CellRect) {
    var column = top.origin.column
    for other in MeasureGroup.allCases {
      let name = other.rawValue.capitalizedFirst
      let text = other == group ? "[\(name)]" : " \(name) "
      let start = column
      column =
        canvas.write(
          text, column, top.origin.row, other == group ? .strong : .faint, within: top.columns.upperBound - column) + 1
      canvas.hit(
        CellRect(column: start, row: top.origin.row, columns: column - start, rows: 1),
        .open(ScreenName(other.rawValue)))
    }
    let date = formatting.longDate(context.selected)
    if column + 1 + TextWidth.columns(of: date) <= top.columns.upperBound {
      canvas.writeTrailing(date, before: top.columns.upperBound, top.origin.row, .strong)
    }
  }

  /// - Parameter width: the columns in which no remark is cut; those that do not fit are left out.
  private func table(_ measures: [NamedMeasure], within width: Int = .max) -> Table {
    var rows = measures.map { measure -> [Table.Cell] in
      let value = try? measure.measure.get().value
      return [
        .init(measure.name.title), .init(value.map { words(measure.name, $0) } ?? "-", value == nil ? .faint : .strong),
        .init(plain(measure.remark(formatting)), .faint),
      ]
    }
    func widest(_ column: Int) -> Int { rows.map { TextWidth.columns(of: $0[column].text) }.max() ?? 0 }
    // The mark of the selected row and two gaps.
    let room = width - 6 - widest(0) - widest(1)
    rows = rows.map { $0.prefix(2) + (TextWidth.columns(of: $0[2].text) <= room ? [$0[2]] : [""]) }
    // In a narrow terminal the values are worth more than what is said of them.
    let remarks = Table.Column.words("", rank: context.size.columns < 47 ? 1 : 0)
    let hasRemarks = rows.contains { !$0[2].text.isEmpty }
    var table = Table(
      columns: [.words(""), .number("")] + (hasRemarks ? [remarks] : []), rows: rows, hasHeader: false)
    table.selected = selected
    table.widestGap = 3
    table.click = .own { .choose($0) }
    return table
  }

  private func words(_ name: MeasureName, _ value: Double) -> String {
    plain(name.words(value, formatting))
  }

  private func plain(_ text: String) -> String {
    guard context.appearance.glyphs.isASCII else { return text }
    return PrintableText.ascii(text.replacing("\u{B0}", with: "deg ").replacing("\u{B1}", with: "+-"))
  }

  // MARK: - Detail

  /// Returns the rows that it needed.
  @discardableResult
  private func drawDetail(_ measures: [NamedMeasure], on canvas: inout Canvas, in rect: CellRect) -> Int {
    guard measures.indices.contains(selected), rect.size.rows > 0 else { return 0 }
    let measure = measures[selected]
    // What does not fit into the table stands here in full.
    let texts = [measure.remark(formatting), measure.name.rule, (try? measure.measure.get())?.formula.citation ?? ""]
    let paragraphs = texts.filter { !$0.isEmpty }.map { Paragraph(text: plain($0), columns: rect.size.columns).lines }
    let (plot, title) = self.plot(measure.name, measures, columns: rect.size.columns)
    // The words follow the chart, or the title if there is none.
    let most = rect.size.columns * (group == .records ? 3 : 2) / 5
    let rows = plot == nil ? 0 : min(max(14, most), rect.size.rows - paragraphs.joined().count - 2)
    canvas.heading(measure.name.title, rows >= 4 ? [title] : [], .faint, in: rect)
    let (chart, rest) = rect.split(top: 1).rest.split(top: rows >= 4 ? rows : 0)
    plot?.draw(on: &canvas, in: chart)
    let free = rect.size.rows > Self.detailRows ? 1 : 0
    // Whole sentences, as many as there is room for.
    var lines: [String] = []
    for paragraph in paragraphs {
      guard lines.isEmpty || lines.count + paragraph.count <= rest.size.rows - free else { break }
      lines += paragraph
    }
    for (line, row) in zip(lines, rest.rows.dropFirst(free)) { canvas.write(line, rest.origin.column, row, .faint) }
    return rest.origin.row - rect.origin.row + free + lines.count
  }

  /// The chart of a measure, and what it shows.
  private func plot(_ name: MeasureName, _ measures: [NamedMeasure], columns: Int) -> (Plot?, String) {
    if MeasureName.power.contains(name) { return (powerCurve(name, measures), "power by time") }
    if MeasureName.fastest.contains(name) { return (paceCurve(name, measures), "pace by distance") }
    let plot = history.flatMap { historyPlot(name, $0, measures, columns: columns) }
    return (plot, "\(plot?.bars.count ?? 0) days")
  }

  /// - Parameter columns: the width that bars fill; nil for all days.
  private func historyPlot(
    _ name: MeasureName, _ history: MeasureHistory, _ measures: [NamedMeasure], columns: Int
  ) -> Plot? {
    let form: Plot.Form = name.isAmount ? .bars : .line
    // In the unit in which they are shown, so that the steps of the axis are round.
    let all = (history.values[name] ?? []).map { $0.map { $0 / name.shownUnit } }
    // Hours are counted in tenths: `5 h 18 min` is too wide for an axis.
    func words(_ value: Double) -> String {
      name.shownUnit == 1 ? self.words(name, value) : formatting.shortNumber(value) + " h"
    }
    let axisColumns = all.compactMap(\.self).max().map { TextWidth.columns(of: formatting.number($0, 0)) } ?? 0
    let count = BarChart.count(filling: columns - axisColumns - 1, from: min(all.count, 20), to: all.count)
    let values = name.isAmount ? all.suffix(count) : all[...]
    let known = values.compactMap(\.self)
    guard known.count >= 2 else { return nil }
    let color = context.appearance.color(of: group == .training ? .exercise : .stand)
    // The person's own range on the last day.
    let band =
      measures.first { $0.name == name }?.band.map {
        [$0.lowerBound / name.shownUnit, $0.upperBound / name.shownUnit]
      } ?? []
    let axis = AxisScale(known + band, startsAtZero: form == .bars, steps: 4)
    // The unit stands beside the value.
    func label(_ value: Double) -> String {
      name == .midsleep || name.shownUnit != 1 ? words(value) : formatting.number(value, axis.decimals)
    }
    return Plot(
      bars: values.map { $0.map { .bar($0) } ?? .nothing }, axis: axis, color: color, label: label,
      words: history.days.suffix(values.count).first.map { HeartView.weekWords($0, values.count, formatting) } ?? [],
      hint: { values[values.startIndex + $0].map(words) ?? "no value" }, isClickable: false,
      form: form,
      bands: band.isEmpty ? [] : [Plot.Part(low: band[0], high: band[1], color: color)])
  }

  // MARK: - Curves

  private func powerCurve(_ name: MeasureName, _ measures: [NamedMeasure]) -> Plot? {
    curve(
      MeasureName.power, name, measures, names: ["5 s", "1 min", "5 min", "20 min", "1 h"], value: { $1 },
      axis: { AxisScale($0, startsAtZero: false, steps: 4) }, label: { formatting.number($0, 0) })
  }

  /// Faster is higher.
  private func paceCurve(_ name: MeasureName, _ measures: [NamedMeasure]) -> Plot? {
    let unit = formatting.distanceUnit.metres
    return curve(
      MeasureName.fastest, name, measures, names: ["1 km", "5 km", "10 km", "half", "full"],
      value: { -$1 / WorkoutRecords.distances[$0] * unit },
      axis: { AxisScale(seconds: $0, steps: 4) }, label: { formatting.clockDuration(-$0) })
  }

  /// The known records of a kind side by side, with the selected one marked.
  private func curve(
    _ kind: [MeasureName], _ name: MeasureName, _ measures: [NamedMeasure], names: [String],
    value: (Int, Double) -> Double, axis: ([Double]) -> AxisScale, label: @escaping (Double) -> String
  ) -> Plot? {
    let known = kind.enumerated().compactMap { index, name -> (name: MeasureName, words: String, value: Double)? in
      guard let found = try? measures.first(where: { $0.name == name })?.measure.get().value, found > 0 else {
        return nil
      }
      return (name, names[index], value(index, found))
    }
    // Two values are no curve.
    guard known.count >= 3 else { return nil }
    return Plot(
      bars: known.map { .bar($0.value) }, axis: axis(known.map(\.value)),
      color: context.appearance.color(of: .exercise), marked: known.firstIndex { $0.name == name }, label: label,
      words: known.enumerated().map { ($0, $1.words) }, hint: { label(known[$0].value) }, isClickable: false,
      form: .line)
  }
}
