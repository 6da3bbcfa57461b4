package import Graphics
package import TerminalModel

package struct PlotDrawing {
  package let plot: Plot
  /// The bars of the plot in groups of this size.
  package let bars: [Plot.Bar]
  package let groupSize: Int
  package let axis: AxisScale
  /// The rows from the lower edge at which there are lines.
  package let lines: [Int]
  let hasMarks: Bool
  package let size: CellSize
  package let appearance: Appearance
  /// What the bars show, in parts of the height.
  var heights: [BarChart.Bar]

  init(
    plot: Plot, bars: [Plot.Bar], groupSize: Int, axis: AxisScale, lines: [Int], hasMarks: Bool, size: CellSize,
    appearance: Appearance
  ) {
    (self.plot, self.bars, self.groupSize, self.axis) = (plot, bars, groupSize, axis)
    (self.lines, self.hasMarks, self.size, self.appearance) = (lines, hasMarks, size, appearance)
    heights = bars.map { bar in
      switch bar {
      case .bar(let value): value.isFinite ? .height(axis.part(of: value)) : .unknown
      case .nothing: .unknown
      case .range(let low, let high, let mean):
        low.isFinite && high.isFinite
          ? .range(axis.part(of: low), axis.part(of: high), mean: mean.map(axis.part)) : .unknown
      case .parts(let parts):
        .parts(parts.map { Plot.Part(low: axis.part(of: $0.low), high: axis.part(of: $0.high), color: $0.color) })
      }
    }
  }

  private var width: Double { Double(size.columns) * ChartDetail.cell.x }
  private var height: Double { Double(size.rows) * ChartDetail.cell.y }

  package func drawing(_ detail: ChartDetail) -> Drawing {
    var drawing = Drawing(width: width, height: height)
    for band in plot.bands where appearance.hasTracks {
      let low = (height * (1 - axis.part(of: band.low)) / 2).rounded() * 2
      let high = (height * (1 - axis.part(of: band.high)) / 2).rounded() * 2
      guard low > high else { continue }
      drawing.fill(
        Path(rectangle: Point(0, high), size: Point(width, low - high)),
        .color(appearance.rgb(band.color), opacity: 0.16))
    }
    for row in lines where appearance.hasTracks {
      let thickness = detail == .cells ? 2.0 : 0.8
      let y = height - Double(row) * ChartDetail.cell.y
      drawing.fill(Path(rectangle: Point(0, y - thickness), size: Point(width, thickness)), appearance.faintInk)
    }
    switch plot.form {
    case .bars:
      barChart.add(to: &drawing, detail, appearance)
    // A row of cells shows bars better than a line.
    case .line where detail == .cells && size.rows == 1 && appearance.hasTracks:
      barChart.add(to: &drawing, detail, appearance)
    case .line:
      if let marked = plot.marked, appearance.hasTracks {
        // A few values have wide slots, of which it marks the middle.
        let slot = min(3 * ChartDetail.cell.x, max(2, width / Double(bars.count)))
        drawing.fill(
          Path(rectangle: Point(x(marked / groupSize) - slot / 2, 0), size: Point(slot, height)),
          .color(appearance.ink, opacity: 0.16))
      }
      addLines(to: &drawing, detail)
    }
    if hasMarks { addMarks(to: &drawing, detail) }
    return drawing
  }

  /// Draws over the cells what symbols show better than shapes.
  func finish(on canvas: inout Canvas, in rect: CellRect) {
    // Lines are lighter than values, which takes colours.
    for line in lines where !appearance.hasTracks && appearance.colors != .none {
      for column in rect.columns where canvas.grid[column, rect.rows.upperBound - 1 - line] == .blank {
        canvas.put(canvas.glyphs.isASCII ? "_" : "┈", column, rect.rows.upperBound - 1 - line, appearance.border)
      }
    }
    if plot.form == .bars { return barChart.finish(on: &canvas, in: rect) }
    if let marked = plot.marked, !canvas.appearance.hasTracks {
      let column = rect.origin.column + Int(x(marked / groupSize) / ChartDetail.cell.x)
      canvas.grid.restyle(CellRect(column: column, row: rect.rows.upperBound - 1, columns: 1, rows: 1)) {
        $0.attributes.insert(.reverse)
      }
    }
  }

  /// Writes the extremes of a line at their places.
  func writeExtremes(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows >= Plot.fewestRowsForExtremes, plot.marked == nil else { return }
    for extreme in extremes { write(extreme, on: &canvas, in: rect) }
  }

  /// A value that is written at its place.
  package struct Extreme {
    package var value: Double
    package var index: Int
    /// Whether it is written above its place: below a line is its area.
    package var isAbove: Bool
  }

  /// The highest and the lowest value of a line.
  package var extremes: [Extreme] {
    guard plot.form == .line else { return [] }
    let values = bars.indices.compactMap { index in ends(bars[index]).map { (index: index, range: $0) } }
    guard let highest = values.max(by: { $0.range.high < $1.range.high }),
      let lowest = values.min(by: { $0.range.low < $1.range.low }), highest.range.high > lowest.range.low
    else { return [] }
    return [
      Extreme(value: highest.range.high, index: highest.index, isAbove: true),
      Extreme(value: lowest.range.low, index: lowest.index, isAbove: lowest.range.low == lowest.range.high),
    ]
  }

  private func ends(_ bar: Plot.Bar) -> (low: Double, high: Double)? {
    switch bar {
    case .nothing, .parts: nil
    case .bar(let value): value.isFinite ? (value, value) : nil
    case .range(let low, let high, _): low.isFinite && high.isFinite ? (low, high) : nil
    }
  }

  /// The position of a value.
  package func place(_ extreme: Extreme) -> Point { Point(x(extreme.index), y(axis.part(of: extreme.value))) }

  private func write(_ extreme: Extreme, on canvas: inout Canvas, in rect: CellRect) {
    let text = plot.label(extreme.value)
    let columns = TextWidth.columns(of: text)
    let point = place(extreme)
    let center = rect.origin.column + Int(point.x / ChartDetail.cell.x)
    let left = min(rect.columns.upperBound - columns, max(rect.origin.column, center - columns / 2))
    let step = extreme.isAbove ? -1 : 1
    let nearest = rect.origin.row + Int((point.y + 2 * Double(step)) / ChartDetail.cell.y) + step
    func isFree(_ row: Int) -> Bool {
      guard rect.rows.contains(row), let under = canvas.grid[left, row].colorBehind,
        under == .terminalDefault || !plot.bands.isEmpty
      else { return false }
      return (left..<left + columns).allSatisfy { canvas.grid[$0, row].colorBehind == under }
    }
    guard columns <= rect.size.columns, isFree(nearest) else { return }
    func hasLine(_ row: Int) -> Bool { lines.contains(rect.rows.upperBound - 1 - row) }
    // In the row of a line it would be read as the value of that line.
    let next = nearest + step
    let isNextFree = isFree(next) && (left..<left + columns).allSatisfy { canvas.grid[$0, next].text == " " }
    let row = hasLine(nearest) && isNextFree && !hasLine(next) ? next : nearest
    let style = CellStyle(background: canvas.grid[left, row].colorBehind ?? .terminalDefault)
    if hasLine(row) {
      for column in [left - 1, left + columns] where rect.columns.contains(column) {
        if canvas.grid[column, row].colorBehind == style.background { canvas.write(" ", column, row, style) }
      }
    }
    canvas.write(text, left, row, style)
  }

  // MARK: - Bars

  private var barChart: BarChart {
    var colors: [Int: CellColor] = [:]
    for (index, color) in plot.colors { colors[index / groupSize] = color }
    return BarChart(
      bars: heights, color: plot.color, marked: plot.marked.map { $0 / groupSize }, colors: colors,
      breaks: groupSize == 1 ? plot.breaks : [])
  }

  // MARK: - Lines

  package func x(_ index: Int) -> Double {
    if plot.form == .line, !plot.hasSlots { return (Double(index) + 0.5) * width / Double(bars.count) }
    let columns = BarChart.columns(of: index, count: bars.count, in: 0..<size.columns, breaks: barChart.breaks)
    return Double(columns.lowerBound + columns.upperBound) / 2 * ChartDetail.cell.x
  }

  /// Lines stay inside the rectangle with their whole width.
  private func y(_ part: Double) -> Double { min(height - 1, max(1.5, height * (1 - part))) }

  private func range(_ bar: BarChart.Bar) -> (low: Double, high: Double, mean: Double)? {
    switch bar {
    case .unknown, .parts: nil
    case .height(let part): (part, part, part)
    case .range(let low, let high, let mean): (low, high, mean ?? (low + high) / 2)
    }
  }

  private func addLines(to drawing: inout Drawing, _ detail: ChartDetail) {
    let color = appearance.rgb(plot.color)
    let shade = appearance.hasTracks ? 0.35 : 1
    for run in runs(heights.map(range)) {
      let means = run.map { Point(x($0.index), y($0.value.mean)) }
      let isBand = run.contains { $0.value.low < $0.value.high }
      if isBand {
        let highs = run.map { Point(x($0.index), y($0.value.high)) }
        let lows = run.map { Point(x($0.index), y($0.value.low)) }
        if run.count == 1 {
          drawing.stroke(Path(lineFrom: highs[0], to: lows[0]), Stroke(6), .color(color, opacity: shade))
        } else {
          var band = Path(smooth: highs)
          band.append(Path(smooth: lows.reversed()).continued)
          band.close()
          drawing.fill(band, .color(color, opacity: shade))
        }
      } else if appearance.hasTracks, plot.bands.isEmpty, run.count > 1 {
        fill(area(under: means), color, detail, on: &drawing)
      } else if !appearance.hasTracks {
        // Symbols without a second colour show edges, but not thin lines.
        if plot.colors.isEmpty, run.count > 1 { drawing.fill(area(under: means), color) }
        for (index, mean) in zip(run.map(\.index), means) where !plot.colors.isEmpty || run.count == 1 {
          let own = self.color(at: index)
          let slot = width / Double(bars.count)
          drawing.fill(
            Path(rectangle: Point(mean.x - slot / 2, mean.y), size: Point(slot, height - mean.y)), own)
        }
        continue
      }
      if !isBand, run.count == 1, plot.colors.isEmpty {
        // A measurement without neighbours is a point.
        drawing.fill(Path(circle: means[0], radius: detail == .cells ? 3 : 2.2), color)
        continue
      }
      // A full band has its mean as a gap.
      let color = isBand && !appearance.hasTracks ? appearance.background : color
      let thickness = detail == .cells ? 3.0 : 1.8
      if plot.colors.isEmpty, run.count > 1 {
        drawing.stroke(Path(smooth: means), thickness, color)
      } else {
        for (index, point) in means.enumerated() {
          let own = plot.colors.isEmpty || isBand && !appearance.hasTracks ? color : self.color(at: run[index].index)
          let before = index > 0 ? (means[index - 1] + point) / 2 : point
          let after = index + 1 < means.count ? (means[index + 1] + point) / 2 : point
          drawing.stroke(Path(polyline: [before, point, after + Point(0.01, 0)]), thickness, own)
        }
      }
    }
    if let last = heights.lastIndex(where: { range($0) != nil }), let value = range(heights[last]) {
      let point = Point(x(last), y(value.mean))
      let own = self.color(at: last)
      if detail == .pixels { drawing.fill(Path(circle: point, radius: 4.5), appearance.background) }
      drawing.fill(Path(circle: point, radius: 3), own)
    }
  }

  /// The colour of a point of a line: that of the band in which it is drawn, since a point may be the mean of several bars.
  private func color(at index: Int) -> RGB {
    guard !plot.colors.isEmpty else { return appearance.rgb(plot.color) }
    let value: Double? =
      switch bars[index] {
      case .bar(let value): value
      case .range(_, _, let mean): mean
      case .nothing, .parts: nil
      }
    let band = value.flatMap { value in plot.bands.last { $0.low <= value } }
    return appearance.rgb(band?.color ?? plot.colors[index * groupSize] ?? plot.color)
  }

  /// What is between a line and the lower edge, or zero if the axis has values on both sides of it.
  private func area(under points: [Point]) -> Path {
    let base = axis.low < 0 && axis.high > 0 ? height * (1 - axis.part(of: 0)) : height
    var area = Path(smooth: points)
    if let first = points.first, let last = points.last {
      area.line(to: Point(last.x, base))
      area.line(to: Point(first.x, base))
    }
    area.close()
    return area
  }

  /// An area that fades downwards; in cells in steps of rows, each of which is one colour.
  private func fill(_ area: Path, _ color: RGB, _ detail: ChartDetail, on drawing: inout Drawing) {
    let (top, bottom) = (0.45, 0.04)
    guard detail == .cells else {
      return drawing.fill(
        area,
        .linear(
          from: Point(0, 0), to: Point(0, height), [.init(0, color, opacity: top), .init(1, color, opacity: bottom)]))
    }
    drawing.group(clip: area) {
      for row in 0..<size.rows {
        $0.fill(
          Path(rectangle: Point(0, Double(row) * ChartDetail.cell.y), size: Point(width, ChartDetail.cell.y)),
          .color(color, opacity: top + (bottom - top) * (Double(row) + 0.5) / Double(size.rows)))
      }
    }
  }

  /// The period before, as a thin dashed line.
  private func addMarks(to drawing: inout Drawing, _ detail: ChartDetail) {
    let marks = bars.indices.map { index in
      plot.marks.dropFirst(index * groupSize).prefix(groupSize).compactMap { $0.flatMap { $0.isFinite ? $0 : nil } }
        .max()
    }
    for run in runs(marks) where run.count > 1 {
      guard detail == .pixels else {
        // A dash in each slot, on the lower edge of a row.
        let slot = width / Double(bars.count)
        for (index, value) in run {
          let left = (x(index) / ChartDetail.cell.x).rounded(.down) * ChartDetail.cell.x
          let bottom = (y(axis.part(of: value)) / ChartDetail.cell.y).rounded() * ChartDetail.cell.y
          drawing.fill(
            Path(
              rectangle: Point(left, bottom - 2), size: Point(max(1, (slot / 16).rounded()) * ChartDetail.cell.x, 2)),
            .color(appearance.ink, opacity: 0.8))
        }
        continue
      }
      drawing.stroke(
        Path(smooth: run.map { Point(x($0.index), y(axis.part(of: $0.value))) }),
        Stroke(1.2, isRound: false, dash: .init(on: 6, off: 6)), .color(appearance.ink, opacity: 0.8))
    }
  }

  /// The known values, without gaps in each.
  private func runs<Value>(_ values: [Value?]) -> [[(index: Int, value: Value)]] {
    var runs: [[(index: Int, value: Value)]] = [[]]
    for (index, value) in values.enumerated() {
      if let value {
        runs[runs.count - 1].append((index, value))
      } else if runs.last?.isEmpty == false {
        runs.append([])
      }
    }
    return runs.filter { !$0.isEmpty }
  }
}

extension Cell {
  /// The only colour behind a text in this cell.
  fileprivate var colorBehind: CellColor? {
    if text == "█" { return style.foreground }
    return text == " " || style.background == .terminalDefault ? style.background : nil
  }
}
