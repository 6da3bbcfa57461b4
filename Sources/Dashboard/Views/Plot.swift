import TerminalModel

/// Bars or ranges side by side over an axis, with values at the left and labels below.
struct Plot {
  enum Bar: Hashable {
    case nothing
    /// From the lower end of the axis.
    case bar(Double)
    /// From one value to another, with the mean between them.
    case range(Double, Double, mean: Double?)
  }

  var bars: [Bar]
  /// Marks beside the bars, for the previous period.
  var marks: [Double?] = []
  var axis: AxisScale
  var color: CellColor
  /// The selected bar.
  var marked: Int?
  /// The label of a value on the axis.
  var label: (Double) -> String
  /// Labels below bars; those that do not fit are omitted.
  var words: [(bar: Int, text: String)] = []
  /// The hint for a bar.
  var hint: (Int) -> String = { _ in "" }
  /// Whether a click on a bar selects it.
  var isClickable = true
  /// Colours of individual bars.
  var colors: [Int: CellColor] = [:]
  /// Whether bars touch, as parts of one curve do.
  var isContinuous = false

  /// In fewer rows marks would hide the bars.
  private static let fewestRowsForMarks = 4

  /// Draws into a rectangle: values at the left, labels in the last row. With only a few rows, the bars use all of it.
  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0, rect.size.columns > 0, !bars.isEmpty else { return }
    var chart = rect
    if rect.size.rows >= 3, !words.isEmpty { chart.size.rows -= 1 }
    let ticks = shownTicks(chart.size.rows)
    let width = ticks.map { TextWidth.columns(of: label($0)) }.max() ?? 0
    if rect.size.rows >= 4, rect.size.columns >= width + 16 {
      chart = CellRect(
        column: rect.origin.column + width + 1, row: chart.origin.row, columns: rect.size.columns - width - 1,
        rows: chart.size.rows)
      for tick in ticks {
        let row = Self.row(axis.part(of: tick), chart)
        canvas.writeTrailing(label(tick), before: chart.origin.column - 1, row, .faint)
        drawGridLine(on: &canvas, chart, row)
      }
    }
    let grouped = grouped(chart.size.columns)
    for (index, bar) in grouped.bars.enumerated() {
      let columns = self.columns(of: index, count: grouped.bars.count, in: chart.columns)
      draw(bar, in: columns, chart, color: colors[index * grouped.size] ?? color, on: &canvas)
      if chart.size.rows >= Self.fewestRowsForMarks, index * grouped.size < marks.count,
        let mark = marks[index * grouped.size], mark.isFinite
      {
        drawMark(mark, in: columns, chart, on: &canvas)
      }
      if let marked, marked / grouped.size == index { drawMarked(columns, chart, on: &canvas) }
      let own = hint(index * grouped.size)
      if !own.isEmpty {
        canvas.hint(
          CellRect(
            column: columns.lowerBound, row: chart.origin.row, columns: max(1, columns.count), rows: chart.size.rows),
          own)
      }
      if isClickable {
        canvas.hit(
          CellRect(
            column: columns.lowerBound, row: chart.origin.row, columns: max(1, columns.count), rows: chart.size.rows),
          .view(.mark(index * grouped.size)))
      }
    }
    if chart.rows.upperBound < rect.rows.upperBound {
      drawWords(on: &canvas, chart, row: chart.rows.upperBound, group: grouped.size, count: grouped.bars.count)
    }
  }

  private func columns(of bar: Int, count: Int, in columns: Range<Int>) -> Range<Int> {
    guard isContinuous else { return BarChart.columns(of: bar, count: count, in: columns) }
    let (start, end) = (bar * columns.count / count, (bar + 1) * columns.count / count)
    return (columns.lowerBound + start)..<(columns.lowerBound + end)
  }

  /// The ticks that each have their own row.
  private func shownTicks(_ rows: Int) -> [Double] {
    let ticks = axis.ticks
    let room = max(2, rows / 2)
    let every = max(1, (ticks.count + room - 1) / room)
    return ticks.enumerated().filter { $0.offset.isMultiple(of: every) }.map(\.element)
  }

  /// The row of a position on the axis: the lowest row is its lower end.
  private static func row(_ part: Double, _ chart: CellRect) -> Int {
    let rows = Double(chart.size.rows)
    return chart.rows.upperBound - 1 - min(chart.size.rows - 1, max(0, Int((part * rows - 0.5).rounded())))
  }

  private func drawGridLine(on canvas: inout Canvas, _ chart: CellRect, _ row: Int) {
    guard canvas.appearance.colors != .none else { return }
    for column in chart.columns { canvas.put(canvas.glyphs.isASCII ? "." : "┈", column, row, canvas.appearance.border) }
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

  private func draw(_ bar: Bar, in columns: Range<Int>, _ chart: CellRect, color: CellColor, on canvas: inout Canvas) {
    switch bar {
    case .nothing:
      canvas.put(
        canvas.glyphs.dot, columns.lowerBound + max(0, columns.count - 1) / 2, chart.rows.upperBound - 1, .faint)
    case .bar(let value):
      // As wide as its columns are: a chart of this bar alone would leave a gap beside it.
      for column in columns.isEmpty ? columns.lowerBound..<(columns.lowerBound + 1) : columns {
        BarChart(bars: [.height(axis.part(of: value))], color: color).draw(
          on: &canvas, in: CellRect(column: column, row: chart.origin.row, columns: 1, rows: chart.size.rows))
      }
    case .range(let low, let high, let mean):
      drawRange(axis.part(of: low), axis.part(of: high), mean.map(axis.part), columns, chart, color, on: &canvas)
    }
  }

  /// Draws a range in half rows, for which every font has symbols in both directions.
  private func drawRange(
    _ low: Double, _ high: Double, _ mean: Double?, _ columns: Range<Int>, _ chart: CellRect, _ color: CellColor,
    on canvas: inout Canvas
  ) {
    let halves = chart.size.rows * 2
    let bottom = min(halves - 1, Int((low * Double(halves)).rounded(.down)))
    let top = min(halves, max(bottom + 1, Int((high * Double(halves)).rounded(.up))))
    let columns = columns.isEmpty ? columns.lowerBound..<(columns.lowerBound + 1) : columns
    for row in 0..<chart.size.rows {
      let (hasLower, hasUpper) = ((bottom..<top).contains(row * 2), (bottom..<top).contains(row * 2 + 1))
      guard hasLower || hasUpper else { continue }
      let isWhole = hasLower && hasUpper
      let scalar: Unicode.Scalar =
        canvas.glyphs.isASCII ? (isWhole ? "#" : hasLower ? "," : "'") : isWhole ? "█" : hasLower ? "▄" : "▀"
      let style = CellStyle(foreground: color, background: isWhole ? color : .terminalDefault)
      for column in columns { canvas.put(scalar, column, chart.rows.upperBound - 1 - row, style) }
    }
    guard let mean, top - bottom >= 3 else { return }
    let row = Self.row(mean, chart)
    for column in columns {
      var style = canvas.grid[column, row].style
      style.foreground = style.background == color ? canvas.appearance.backgroundColor : .terminalDefault
      canvas.put(canvas.glyphs.isASCII ? "=" : "━", column, row, style)
    }
  }

  private func drawMark(_ value: Double, in columns: Range<Int>, _ chart: CellRect, on canvas: inout Canvas) {
    let row = Self.row(axis.part(of: value), chart)
    for column in columns.isEmpty ? columns.lowerBound..<(columns.lowerBound + 1) : columns {
      let cell = canvas.grid[column, row]
      let isLit = cell.style.background != .terminalDefault
      canvas.put(
        canvas.glyphs.isASCII ? "_" : "─", column, row,
        isLit ? CellStyle(foreground: canvas.appearance.backgroundColor, background: cell.style.background) : .plain)
    }
  }

  /// Highlights the column of the selected bar where nothing is drawn; visible without colours too.
  private func drawMarked(_ columns: Range<Int>, _ chart: CellRect, on canvas: inout Canvas) {
    let column = columns.lowerBound + max(0, columns.count - 1) / 2
    for row in chart.rows {
      let text = canvas.grid[column, row].text
      guard text == " " || text == "┈" || text == "." || text == CellText(canvas.glyphs.dot) else { break }
      canvas.put(canvas.glyphs.vertical, column, row, .plain)
    }
    canvas.grid.restyle(
      CellRect(
        column: columns.lowerBound, row: chart.rows.upperBound - 1, columns: max(1, columns.count), rows: 1)
    ) { $0.attributes.insert(.reverse) }
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

extension Plot.Bar {
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
