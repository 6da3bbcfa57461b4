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
      switch measure.measure {
      case .success(let found):
        [.init(measure.name.title), .init(words(measure.name, found.value), .strong), .init(measure.note, .faint)]
      case .failure(let reason):
        [.init(measure.name.title), .init("-", .faint), .init(reason.description, .faint)]
      }
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
    var lines = Paragraph(text: measure.name.rule, columns: rect.size.columns).lines
    if let citation = (try? measure.measure.get())?.formula.citation {
      lines += Paragraph(text: citation, columns: rect.size.columns).lines
    }
    let words = min(lines.count, max(0, rect.size.rows - 2))
    let (upper, lower) = rect.split(top: rect.size.rows - words)
    let known = history.map { $0.values.compactMap(\.self) } ?? []
    canvas.write(measure.name.title, rect.origin.column, rect.origin.row, .strong, within: rect.size.columns)
    if !known.isEmpty {
      canvas.writeTrailing(
        "\(MeasureHistoryQuery.length) days", before: rect.columns.upperBound, rect.origin.row, .faint)
    }
    let plot = upper.split(top: 1).rest
    if let history, known.count >= 2, plot.size.rows >= 4 {
      drawHistory(history, known, on: &canvas, in: plot.split(top: min(14, plot.size.rows - 1)).top)
      for (line, row) in zip(lines, lower.rows) { canvas.write(line, lower.origin.column, row, .faint) }
    } else {
      // Without a chart the words follow the title.
      for (line, row) in zip(lines, plot.rows.dropFirst()) { canvas.write(line, plot.origin.column, row, .faint) }
    }
  }

  private func drawHistory(
    _ history: MeasureHistory, _ known: [Double], on canvas: inout Canvas, in rect: CellRect
  ) {
    let axis = AxisScale(known, startsAtZero: false, steps: max(2, min(4, rect.size.rows / 3)))
    Plot(
      bars: history.values.map { $0.map { .bar($0) } ?? .nothing }, axis: axis,
      color: canvas.appearance.color(of: group == .training ? .exercise : .stand),
      label: { words(history.name, $0) },
      words: history.days.enumerated().filter { $0.offset.isMultiple(of: 7) }
        .map { ($0.offset, formatting.shortDate($0.element)) },
      hint: { index in
        history.values[index].map { words(history.name, $0) } ?? "no value"
      }, isClickable: false, form: .line
    ).draw(on: &canvas, in: rect)
  }
}
