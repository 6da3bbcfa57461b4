import Graphics
package import TerminalModel

/// Values side by side over an axis, with the axis at the left and labels below.
package struct Plot {
  package enum Form {
    case bars
    /// A line through the values with an area beneath, or through the means of ranges in a band.
    case line
  }

  package enum Bar: Hashable {
    case nothing
    /// From the lower end of the axis.
    case bar(Double)
    /// From one value to another, with the mean between them.
    case range(Double, Double, mean: Double?)
    /// Parts in their own colours, from the lowest to the highest.
    case parts([Part])
  }

  /// A part of a bar, in values or as a part of the height.
  package struct Part: Hashable, Sendable {
    package var low: Double
    package var high: Double
    package var color: CellColor

    package init(low: Double, high: Double, color: CellColor) {
      self.low = low
      self.high = high
      self.color = color
    }
  }

  package var bars: [Bar]
  /// Marks beside the bars, for the previous period.
  package var marks: [Double?] = []
  package var axis: AxisScale
  package var color: CellColor
  /// The selected bar.
  package var marked: Int?
  /// The label of a value on the axis.
  package var label: (Double) -> String
  /// Labels below bars; those that do not fit are omitted.
  package var words: [(bar: Int, text: String)] = []
  /// The hint for a bar.
  package var hint: (Int) -> String = { _ in "" }
  /// Whether a click on a bar selects it.
  package var isClickable = true
  /// Colours of individual bars.
  package var colors: [Int: CellColor] = [:]
  package var form = Form.bars
  /// Ranges of values in a colour behind the values.
  package var bands: [Part] = []
  /// The bars before which a group begins, such as a week.
  package var breaks: [Int] = []
  /// The least width of the axis, so that charts below each other begin in the same column.
  package var axisColumns = 0
  /// Whether a line has its values where bars would be, so that charts below each other have the same slots.
  package var hasSlots = false

  package init(
    bars: [Bar], marks: [Double?] = [], axis: AxisScale, color: CellColor, marked: Int? = nil,
    label: @escaping (Double) -> String, words: [(bar: Int, text: String)] = [],
    hint: @escaping (Int) -> String = { _ in "" }, isClickable: Bool = true, colors: [Int: CellColor] = [:],
    form: Form = .bars, bands: [Part] = [], breaks: [Int] = [], axisColumns: Int = 0
  ) {
    self.bars = bars
    self.marks = marks
    self.axis = axis
    self.color = color
    self.marked = marked
    self.label = label
    self.words = words
    self.hint = hint
    self.isClickable = isClickable
    self.colors = colors
    self.form = form
    self.bands = bands
    self.breaks = breaks
    self.axisColumns = axisColumns
  }

  /// In fewer rows lines and marks would hide the values.
  private static let fewestRowsForMarks = 4
  /// In fewer rows the labels of extremes would take the room of the values, which the axis tells as well.
  static let fewestRowsForExtremes = 12

  /// Draws into a rectangle: values at the left, labels in the last row. With only a few rows, the values use all of it.
  package func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0, rect.size.columns > 0, !bars.isEmpty else { return }
    var chart = rect
    if rect.size.rows >= 3, !words.isEmpty { chart.size.rows -= 1 }
    let ticks = ticks(rows: chart.size.rows)
    let width = axisColumns(rows: rect.size.rows)
    let hasAxis = rect.size.rows >= 4 && rect.size.columns >= width + 16 && !ticks.isEmpty
    if hasAxis {
      chart = CellRect(
        column: rect.origin.column + width + 1, row: chart.origin.row, columns: rect.size.columns - width - 1,
        rows: chart.size.rows)
      for tick in ticks {
        // A label stands on its line, which is the lower edge of its row.
        canvas.writeTrailing(
          label(tick.value), before: chart.origin.column - 1, chart.rows.upperBound - 1 - tick.row, .faint)
      }
    }
    let lines = hasAxis ? roundTicks(rows: chart.size.rows).map(\.row) : []
    var shown = drawing(chart.size, canvas.appearance, lines: lines)
    shown.heights = canvas.moved(shown.heights, isLine: form == .line, in: chart)
    canvas.paint(in: chart, overCells: { [shown] in shown.finish(on: &$0, in: chart) }) { [shown] in shown.drawing($0) }
    shown.writeExtremes(on: &canvas, in: chart)
    for index in shown.bars.indices {
      let columns = columns(of: index, count: shown.bars.count, in: chart.columns)
      let area = CellRect(
        column: columns.lowerBound, row: chart.origin.row, columns: max(1, columns.count), rows: chart.size.rows)
      let bar = highest(bars.indices.dropFirst(index * shown.groupSize).prefix(shown.groupSize))
      let own = hint(bar)
      if !own.isEmpty { canvas.hint(area, own) }
      if isClickable { canvas.hit(area, .view(.mark(bar))) }
    }
    if chart.rows.upperBound < rect.rows.upperBound {
      drawWords(on: &canvas, chart, row: chart.rows.upperBound, group: shown.groupSize, count: shown.bars.count)
    }
  }

  /// The width of the axis in a rectangle with a number of rows.
  package func axisColumns(rows: Int) -> Int {
    let ticks = ticks(rows: rows >= 3 && !words.isEmpty ? rows - 1 : rows)
    return max(axisColumns, ticks.map { TextWidth.columns(of: label($0.value)) }.max() ?? 0)
  }

  /// The values of the axis, with their rows from the lower edge.
  package func ticks(rows: Int) -> [(value: Double, row: Int)] {
    let round = roundTicks(rows: rows)
    guard round.isEmpty else { return round }
    // The ends of a line are where they are.
    guard let low = values.min(), let high = values.max(), high - low >= AxisScale.leastSpan else {
      return values.first.map { [($0, rows / 2)] } ?? []
    }
    let axis = axis(rows: rows).axis
    let ends = [low, high].map { min(rows - 1, Int(axis.part(of: $0) * Double(rows))) }
    return ends[0] < ends[1] ? [(low, ends[0]), (high, ends[1])] : [(high, ends[1])]
  }

  /// The steps of the axis; none for a line in so few rows that there would be only one.
  private func roundTicks(rows: Int) -> [(value: Double, row: Int)] {
    if form == .line, rows < 4 { return [] }
    let (axis, rowsPerStep) = axis(rows: rows)
    let row = axis.step / Double(rowsPerStep)
    let ticks = axis.ticks.map { ($0, Int((($0 - axis.low) / row).rounded())) }.filter { $0.1 < rows }
    return form == .line && ticks.count < 2 && (axis.low >= 0 || axis.high <= 0) ? [] : ticks
  }

  /// The values as a drawing for a number of cells.
  ///
  /// - Parameter lines: the rows from the lower edge at which there are lines.
  package func drawing(_ size: CellSize, _ appearance: Appearance, lines: [Int]) -> PlotDrawing {
    let grouped = grouped(size.columns)
    return PlotDrawing(
      plot: self, bars: grouped.bars, groupSize: grouped.size,
      axis: axis(rows: size.rows).axis, lines: lines,
      hasMarks: size.rows >= Self.fewestRowsForMarks, size: size, appearance: appearance)
  }

  /// What the axis must show; lower values than it has are cut off.
  private var values: [Double] {
    (bars.flatMap(\.ends) + marks.compactMap(\.self)).filter(\.isFinite).map { max(axis.low, $0) }
  }

  /// The axis for a number of rows; that of a line begins near its lowest value. The labels of extremes have room.
  private func axis(rows: Int) -> (axis: AxisScale, rowsPerStep: Int) {
    let values = values
    guard let high = values.max(), let low = values.min(), form == .line else {
      return axis.divided(rows: rows, lowest: axis.low, highest: max(axis.low, values.max() ?? axis.high))
    }
    // A line without extremes lies in the middle.
    guard high - low >= AxisScale.leastSpan || rows < 4 else {
      return axis.divided(rows: rows, lowest: axis.low, highest: axis.high)
    }
    // A few rows show only the shape.
    if rows < 4 {
      let span = max(high - low, abs(high) * 0.02, AxisScale.leastSpan)
      // Room for half of the last point; rows below each other are separate.
      let room = rows == 1 ? span / 4 : span * 5 / Double(16 * rows - 10)
      return (AxisScale(low: low - room, high: high + (rows == 1 ? 2 : 1) * room, step: span), rows)
    }
    // A row for a label, and a little between it and the line.
    let room = rows >= Self.fewestRowsForExtremes ? (high - low) * 1.2 / (Double(rows) - 2.4) : 0
    let hasLabelBelow = bars.contains { if case .range = $0 { true } else { false } }
    let lowest = max(axis.low, low - (hasLabelBelow ? room : room / 2))
    return axis.divided(rows: rows, lowest: min(lowest, high), highest: high + room)
  }

  private func columns(of bar: Int, count: Int, in columns: Range<Int>) -> Range<Int> {
    guard form == .line, !hasSlots else {
      return BarChart.columns(of: bar, count: count, in: columns, breaks: count == bars.count ? breaks : [])
    }
    let (start, end) = (bar * columns.count / count, (bar + 1) * columns.count / count)
    return (columns.lowerBound + start)..<(columns.lowerBound + end)
  }

  /// Groups of bars, if there are more bars than columns.
  private func grouped(_ columns: Int) -> (bars: [Bar], size: Int) {
    guard bars.count > columns else { return (bars, 1) }
    let size = (bars.count + columns - 1) / max(1, columns)
    let groups = stride(from: 0, to: bars.count, by: size).map { start in
      bars[start..<min(bars.count, start + size)].reduce(Bar.nothing) { $0.joined(with: $1) }
    }
    return (groups, size)
  }

  /// The bar that a group shows.
  private func highest(_ group: Range<Int>) -> Int {
    group.max { bars[$0].ends.max() ?? -.infinity < bars[$1].ends.max() ?? -.infinity } ?? group.lowerBound
  }

  private func drawWords(on canvas: inout Canvas, _ chart: CellRect, row: Int, group: Int, count: Int) {
    var free = chart.origin.column
    for word in words where word.bar / group < count {
      let columns = self.columns(of: word.bar / group, count: count, in: chart.columns)
      let width = TextWidth.columns(of: word.text)
      let left = width <= columns.count ? columns.lowerBound + (columns.count - width) / 2 : columns.lowerBound
      guard left >= free, left + width <= chart.columns.upperBound else { continue }
      free = canvas.write(word.text, left, row, .faint) + 1
    }
  }
}

extension Plot {
  /// A line without an axis, for few rows.
  package init(line values: [Double?], color: CellColor) {
    self.init(
      bars: values.map { $0.map { .bar($0) } ?? .nothing },
      axis: AxisScale(values.compactMap(\.self), startsAtZero: false, steps: 1), color: color, label: { _ in "" },
      isClickable: false, form: .line)
  }
}

extension Plot.Bar {
  /// The lowest and the highest value.
  fileprivate var ends: [Double] {
    switch self {
    case .nothing: []
    case .bar(let value): [value]
    case .range(let low, let high, _): [low, high]
    case .parts(let parts): parts.flatMap { [$0.low, $0.high] }
    }
  }

  /// Merges two bars into one column.
  fileprivate func joined(with other: Plot.Bar) -> Plot.Bar {
    switch (self, other) {
    case (.nothing, _): other
    case (_, .nothing): self
    case (.bar(let one), .bar(let two)): .bar(max(one, two))
    case (.range(let low, let high, _), .range(let low2, let high2, _)):
      .range(min(low, low2), max(high, high2), mean: nil)
    default: other
    }
  }
}
