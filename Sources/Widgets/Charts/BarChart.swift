package import Graphics
package import TerminalModel

/// Vertical bars side by side on an even scale.
package struct BarChart {
  package enum Bar: Hashable, Sendable {
    /// In the future, or unknown.
    case unknown
    /// From 0 to 1; 0 is a line on the baseline.
    case height(Double)
    /// A part of the height.
    case range(Double, Double, mean: Double?)
    /// Parts of the height in their own colours, ascending.
    case parts([Plot.Part])
  }

  package var bars: [Bar]
  package var color: CellColor
  /// The selected bar.
  package var marked: Int?
  /// Colours of individual bars.
  package var colors: [Int: CellColor] = [:]
  /// The usual heights, as a dashed line behind the bars.
  package var usual: [Double] = []
  /// The bars before which a group begins, such as a week.
  package var breaks: [Int] = []

  package init(
    bars: [Bar], color: CellColor, marked: Int? = nil, colors: [Int: CellColor] = [:], usual: [Double] = [],
    breaks: [Int] = []
  ) {
    self.bars = bars
    self.color = color
    self.marked = marked
    self.colors = colors
    self.usual = usual
    self.breaks = breaks
  }

  /// The columns of a bar: at most 70 % of its slot, but at least one column. All slots are equally wide; the remainder
  /// divides the groups, and what remains then stays free.
  ///
  /// - Parameters:
  ///   - columns: the columns of the chart.
  ///   - breaks: the bars before which a group begins; of no use where bars have been joined.
  package static func columns(
    of bar: Int, count: Int, in columns: Range<Int>, breaks: [Int] = []
  ) -> Range<Int> {
    // The last slot needs no gap.
    let pitch = columns.count >= 2 * count - 1 ? (columns.count + 1) / count : columns.count / count
    guard pitch > 0 else {
      let start = columns.lowerBound + bar * columns.count / count
      return start..<(columns.lowerBound + (bar + 1) * columns.count / count)
    }
    let width = max(1, pitch * 7 / 10)
    let gaps = breaks.filter { $0 > 0 && $0 < count }
    let gap = min(2 * pitch, (columns.count - (count - 1) * pitch - width) / max(1, gaps.count))
    let start = columns.lowerBound + bar * pitch + gap * gaps.count { $0 <= bar }
    return start..<(start + width)
  }

  /// The number of bars, from `least` to `most`, that leaves the least of a width free.
  package static func count(filling columns: Int, from least: Int, to most: Int) -> Int {
    let most = max(least, most)
    guard least > 0, columns > 0 else { return max(0, least) }
    let pitch = columns >= 2 * least - 1 ? (columns + 1) / least : columns / least
    guard pitch > 0 else { return least }
    return min(most, max(least, pitch > 1 ? (columns + 1) / pitch : columns))
  }

  package func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard !bars.isEmpty, rect.size.columns >= bars.count, rect.size.rows > 0 else { return }
    let appearance = canvas.appearance
    var shown = self
    shown.bars = canvas.moved(bars, isLine: false, in: rect)
    canvas.paint(in: rect, overCells: { finish(on: &$0, in: rect) }) { [shown] detail in
      var drawing = Drawing(
        width: Double(rect.size.columns) * ChartDetail.cell.x, height: Double(rect.size.rows) * ChartDetail.cell.y)
      shown.add(to: &drawing, detail, appearance)
      return drawing
    }
  }

  /// Draws over the cells what symbols show better than shapes.
  func finish(on canvas: inout Canvas, in rect: CellRect) {
    let base = rect.rows.upperBound - 1
    for (index, bar) in bars.enumerated() {
      let columns = Self.columns(of: index, count: bars.count, in: rect.columns, breaks: breaks)
      if bar == .unknown {
        canvas.put(canvas.glyphs.absence, columns.lowerBound + max(0, columns.count - 1) / 2, base, .faint)
      }
      guard index == marked, !canvas.appearance.hasTracks else { continue }
      canvas.grid.restyle(CellRect(column: columns.lowerBound, row: base, columns: max(1, columns.count), rows: 1)) {
        $0.attributes.insert(.reverse)
      }
    }
  }

  /// Adds the bars to a drawing that they fill.
  package func add(to drawing: inout Drawing, _ detail: ChartDetail, _ appearance: Appearance) {
    let columns = 0..<Int(drawing.width / ChartDetail.cell.x)
    // A single row shows little more than which hours have bars.
    if appearance.hasTracks, drawing.height > ChartDetail.cell.y {
      addUsual(to: &drawing, columns, detail, appearance)
    }
    for (index, bar) in bars.enumerated() {
      let own = Self.columns(of: index, count: bars.count, in: columns, breaks: breaks)
      guard !own.isEmpty else { continue }
      let full = Double(own.count) * ChartDetail.cell.x
      // In cells, bars without room for gaps touch.
      let width = detail == .pixels && columns.count < 2 * bars.count - 1 ? full * 0.7 : full
      let left = Double(own.lowerBound) * ChartDetail.cell.x + (full - width) / 2
      if index == marked, appearance.hasTracks {
        drawing.fill(
          Path(
            rectangle: Point(Double(own.lowerBound) * ChartDetail.cell.x, 0), size: Point(full, drawing.height),
            radius: detail == .cells ? 0 : 2), .color(appearance.ink, opacity: 0.16))
      }
      let color = appearance.rgb(colors[index] ?? color)
      let radius = detail == .cells ? 0 : min(width / 2, 4)
      switch bar {
      case .unknown:
        guard detail == .pixels else { continue }
        drawing.fill(
          Path(circle: Point(left + width / 2, drawing.height - 1.6), radius: 1.4),
          .color(appearance.ink, opacity: 0.6))
      case .height(let value):
        let value = value.isFinite ? min(1, max(0, value)) : 0
        let height = max(2, detail.snapped(value * drawing.height))
        drawing.fill(
          Path(
            rectangle: Point(left, drawing.height - (value > 0 ? height : detail == .cells ? 2 : 1)),
            size: Point(width, value > 0 ? height : detail == .cells ? 2 : 1), top: value > 0 ? radius : 0, bottom: 0),
          .color(color, opacity: value > 0 || !appearance.hasTracks ? 1 : 0.5))
      case .range(let low, let high, let mean):
        let bottom = drawing.height - detail.snapped(low * drawing.height)
        let top = min(bottom - (detail == .cells ? 2 : 3), drawing.height - detail.snapped(high * drawing.height))
        drawing.fill(Path(rectangle: Point(left, top), size: Point(width, bottom - top), radius: radius), color)
        guard let mean, bottom - top >= 12 else { continue }
        let y = min(bottom - 2, max(top + 2, drawing.height - detail.snapped(mean * drawing.height)))
        drawing.fill(Path(rectangle: Point(left, y - 1), size: Point(width, 2)), appearance.background)
      case .parts(let parts):
        guard let low = parts.first?.low, let high = parts.last?.high else { continue }
        let bottom = drawing.height - detail.snapped(low * drawing.height)
        let top = min(bottom - 2, drawing.height - detail.snapped(high * drawing.height))
        let outline = Path(rectangle: Point(left, top), size: Point(width, bottom - top), radius: radius)
        drawing.group(clip: detail == .cells ? nil : outline) {
          for run in detail.runs(parts, from: top, to: bottom, height: $0.height) {
            $0.fill(
              Path(rectangle: Point(left, run.top), size: Point(width, run.bottom - run.top)),
              appearance.rgb(run.color))
          }
        }
      }
    }
  }

  /// The row of the upper end of a bar; that of the base line if there is no bar.
  private func rowOfTop(_ index: Int, in height: Double) -> Int {
    guard case .height(let value) = bars[index], value.isFinite else { return Int(height / ChartDetail.cell.y) - 1 }
    return Int((height - max(2, ChartDetail.cells.snapped(min(1, max(0, value)) * height))) / ChartDetail.cell.y)
  }

  private func addUsual(
    to drawing: inout Drawing, _ columns: Range<Int>, _ detail: ChartDetail, _ appearance: Appearance
  ) {
    let slots = usual.indices.map { Self.columns(of: $0, count: bars.count, in: columns) }
    let heights = usual.map { $0 * drawing.height }
    guard detail == .cells else {
      // Nothing is a line already, that of the hours themselves.
      var runs: [[Point]] = [[]]
      for (index, slot) in slots.enumerated() {
        guard heights[max(0, index - 1)...min(heights.count - 1, index + 1)].contains(where: { $0 >= 1 }) else {
          runs.append([])
          continue
        }
        let x = Double(slot.lowerBound + slot.upperBound) / 2 * ChartDetail.cell.x
        runs[runs.count - 1].append(
          Point(x, min(drawing.height - 0.6, max(0.6, drawing.height - heights[index]))))
      }
      for run in runs where run.count > 1 {
        drawing.stroke(
          Path(smooth: run), Stroke(1.2, isRound: false, dash: .init(on: 4, off: 4)),
          .color(appearance.ink, opacity: 0.6))
      }
      return
    }
    for (index, (slot, height)) in zip(slots, heights).enumerated() {
      let top = max(0, drawing.height - detail.snapped(height))
      // A cell has no third colour.
      guard Int(top / ChartDetail.cell.y) < rowOfTop(index, in: drawing.height) else { continue }
      drawing.fill(
        Path(
          rectangle: Point(Double(slot.lowerBound) * ChartDetail.cell.x, top),
          size: Point(Double(slot.count) * ChartDetail.cell.x, 2)), .color(appearance.ink, opacity: 0.6))
    }
  }
}

extension ChartDetail {
  /// The parts of a bar as runs of one colour. Cells have one colour, or one in each half.
  ///
  /// - Parameters:
  ///   - top: the position of the bar's upper end.
  ///   - bottom: that of its lower end.
  ///   - height: the position of 0.
  fileprivate func runs(
    _ parts: [Plot.Part], from top: Double, to bottom: Double, height: Double
  ) -> [(top: Double, bottom: Double, color: CellColor)] {
    guard self == .cells else {
      return parts.map { (height * (1 - $0.high), height * (1 - $0.low), $0.color) }
    }
    var runs: [(top: Double, bottom: Double, color: CellColor)] = []
    var y = top
    while y < bottom {
      let row = (y / Self.cell.y).rounded(.down) * Self.cell.y
      let isEnd = y > row || bottom < row + Self.cell.y
      let next = min(bottom, isEnd ? row + Self.cell.y : y + Self.cell.y / 2)
      let (low, high) = (1 - next / height, 1 - y / height)
      func share(_ part: Plot.Part) -> Double { min(high, part.high) - max(low, part.low) }
      if let most = parts.max(by: { share($0) < share($1) }), share(most) > 0 {
        if let last = runs.last, last.color == most.color, last.bottom == y {
          runs[runs.count - 1].bottom = next
        } else {
          runs.append((y, next, most.color))
        }
      }
      y = next
    }
    return runs
  }
}
