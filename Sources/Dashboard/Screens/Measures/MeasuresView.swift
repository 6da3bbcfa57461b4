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

  /// The rows of the detail below a table.
  private static let detailRows = 11

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
    if list.size.columns >= 100, list.size.rows >= 8 {
      let width = list.size.columns * 3 / 5
      let detail = CellRect(
        column: list.origin.column + width + 3, row: list.origin.row, columns: list.size.columns - width - 3,
        rows: list.size.rows)
      list.size.columns = width
      drawDetail(measures, on: &canvas, in: detail)
      if let year, list.size.rows >= measures.count + 1 + TrainingYearView.leastRows {
        let (table, charts) = list.split(top: measures.count + 1)
        list = table
        TrainingYearView(year: year, context: context).draw(on: &canvas, in: charts)
      }
    } else if list.size.rows >= measures.count + 2 + Self.detailRows {
      let (table, detail) = list.split(top: measures.count + 2)
      list = table
      drawDetail(measures, on: &canvas, in: detail)
    }
    drawTable(measures, on: &canvas, in: list)
  }

  private func drawHeading(on canvas: inout Canvas, in top: CellRect) {
    var column = top.origin.column
    for other in MeasureGroup.allCases {
      let name = other.rawValue.prefix(1).uppercased() + other.rawValue.dropFirst()
      let text = other == group ? "[\(name)]" : " \(name) "
      column =
        canvas.write(
          text, column, top.origin.row, other == group ? .strong : .faint, within: top.columns.upperBound - column) + 1
    }
    canvas.labelTrailing(
      formatting.longDate(context.selected), before: top.columns.upperBound, top.origin.row, .strong,
      notBefore: column + 1)
  }

  private func drawTable(_ measures: [NamedMeasure], on canvas: inout Canvas, in rect: CellRect) {
    let rows = measures.map { measure -> [Table.Cell] in
      let value = try? measure.measure.get().value
      return [
        .init(measure.name.title), .init(value.map { words(measure.name, $0) } ?? "-", value == nil ? .faint : .strong),
        .init(measure.remark(formatting), .faint),
      ]
    }
    let height = max(1, rect.size.rows)
    var table = Table(columns: [.words(""), .number(""), .words("")], rows: rows, hasHeader: false)
    table.visible = Viewport(first: max(0, selected - height + 1)).rows(of: rows.count, height: height)
    table.selected = selected
    table.widestGap = 3
    table.click = .own { .choose($0) }
    table.draw(on: &canvas, in: rect)
  }

  private func words(_ name: MeasureName, _ value: Double) -> String {
    let words = name.words(value, formatting)
    guard context.appearance.glyphs.isASCII else { return words }
    return words.replacing("\u{B7}", with: "/").replacing("\u{B0}", with: "deg ")
  }

  // MARK: - Detail

  private func drawDetail(_ measures: [NamedMeasure], on canvas: inout Canvas, in rect: CellRect) {
    guard measures.indices.contains(selected), rect.size.rows > 0 else { return }
    let measure = measures[selected]
    // What does not fit into the table stands here in full.
    let texts = [measure.remark(formatting), measure.name.rule, (try? measure.measure.get())?.formula.citation ?? ""]
    let lines = texts.flatMap { $0.isEmpty ? [] : Paragraph(text: $0, columns: rect.size.columns).lines }
    let (plot, title) = self.plot(measure.name, measures)
    canvas.write(measure.name.title, rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
    if plot != nil { canvas.writeTrailing(title, before: rect.columns.upperBound, rect.origin.row, .faint) }
    var rest = rect.split(top: 1).rest
    // The words follow the chart, or the title if there is none.
    let rows = min(14, rest.size.rows - lines.count - 1)
    if let plot, rows >= 4 {
      let (top, below) = rest.split(top: rows)
      plot.draw(on: &canvas, in: top)
      rest = below
    }
    for (line, row) in zip(lines, rest.rows.dropFirst()) { canvas.write(line, rest.origin.column, row, .faint) }
  }

  /// The chart of a measure, and what it shows.
  private func plot(_ name: MeasureName, _ measures: [NamedMeasure]) -> (Plot?, String) {
    if MeasureName.power.contains(name) { return (powerCurve(name, measures), "power by time") }
    if MeasureName.fastest.contains(name) { return (paceCurve(name, measures), "pace by distance") }
    return (history.flatMap { historyPlot(name, $0, measures) }, "\(MeasureHistoryQuery.length) days")
  }

  private func historyPlot(_ name: MeasureName, _ history: MeasureHistory, _ measures: [NamedMeasure]) -> Plot? {
    let values = history.values[name] ?? []
    let known = values.compactMap(\.self)
    guard known.count >= 2 else { return nil }
    let color = context.appearance.color(of: group == .training ? .exercise : .stand)
    // The person's own range on the last day.
    let band = measures.first { $0.name == name }?.band.map { [$0.lowerBound, $0.upperBound] } ?? []
    return Plot(
      bars: values.map { $0.map { .bar($0) } ?? .nothing },
      axis: AxisScale(known + band, startsAtZero: name.isAmount, steps: 4), color: color, label: { words(name, $0) },
      words: history.days.enumerated().filter { $0.offset.isMultiple(of: 7) }
        .map { ($0.offset, formatting.shortDate($0.element)) },
      hint: { values[$0].map { words(name, $0) } ?? "no value" }, isClickable: false,
      form: name.isAmount ? .bars : .line,
      bands: band.isEmpty ? [] : [Plot.Part(low: band[0], high: band[1], color: color)])
  }

  // MARK: - Curves

  private func powerCurve(_ name: MeasureName, _ measures: [NamedMeasure]) -> Plot? {
    curve(
      MeasureName.power, name, measures, names: ["5 s", "1 min", "5 min", "20 min", "1 h"], value: { $1 },
      label: { formatting.number($0, 0) })
  }

  /// Faster is higher.
  private func paceCurve(_ name: MeasureName, _ measures: [NamedMeasure]) -> Plot? {
    let unit = formatting.distanceUnit.metres
    return curve(
      MeasureName.fastest, name, measures, names: ["1 km", "5 km", "10 km", "half", "full"],
      value: { WorkoutRecords.distances[$0] / unit * 3_600 / $1 },
      label: { $0 > 0.1 ? formatting.clockDuration(3_600 / $0) : "" })
  }

  /// The records of a kind side by side, with the selected one marked.
  private func curve(
    _ kind: [MeasureName], _ name: MeasureName, _ measures: [NamedMeasure], names: [String],
    value: (Int, Double) -> Double, label: @escaping (Double) -> String
  ) -> Plot? {
    let values = kind.enumerated().map { index, name in
      (try? measures.first { $0.name == name }?.measure.get().value).flatMap { $0 > 0 ? value(index, $0) : nil }
    }
    let known = values.compactMap(\.self)
    guard known.count >= 2 else { return nil }
    return Plot(
      bars: values.map { $0.map { .bar($0) } ?? .nothing }, axis: AxisScale(known, startsAtZero: false, steps: 4),
      color: context.appearance.color(of: .exercise), marked: kind.firstIndex(of: name), label: label,
      words: Array(zip(0..., names)), hint: { values[$0].map(label) ?? "no value" }, isClickable: false, form: .line)
  }
}
