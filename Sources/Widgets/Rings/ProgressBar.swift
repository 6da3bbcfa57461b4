import Graphics
package import HealthModel
import TerminalModel

/// A ring as a horizontal bar. Above the goal the whole bar is the value, divided at each multiple of the goal.
package struct ProgressBar {
  package enum Thickness {
    /// The whole row, in eighths of a column.
    case full
    /// The upper half of the row, in whole columns; leaves space to the row below.
    case thin
  }

  package var ring: Ring
  /// Value / goal, unclamped; nil if there is nothing to show.
  package var progress: Double?
  package var isPaused = false
  package var thickness = Thickness.full

  package init(ring: Ring, progress: Double? = nil, isPaused: Bool = false, thickness: Thickness = .full) {
    self.ring = ring
    self.progress = progress
    self.isPaused = isPaused
    self.thickness = thickness
  }

  /// The parts of a bar up to each multiple of the goal and up to the value, as shares of the width.
  private var ends: [Double] {
    guard let progress, progress.isFinite, progress > 0 else { return [] }
    guard progress > 1 else { return [progress] }
    // More laps would be narrower than their gaps.
    let laps = min(progress, 12)
    return (1...Int(laps.rounded(.up))).map { min(1, Double($0) / laps) }
  }

  package func draw(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    guard !columns.isEmpty else { return }
    let appearance = canvas.appearance
    let isThin = thickness == .thin && !canvas.glyphs.isASCII
    let colors = Colors(
      laps: [appearance.color(of: ring, isPaused: isPaused), appearance.secondLapColor(of: ring, isPaused: isPaused)],
      track: appearance.trackColor(of: ring, isPaused: isPaused))
    let ends = ends
    if isThin {
      drawThin(ends, columns, row, colors, on: &canvas)
    } else {
      drawFull(ends, columns, row, colors, on: &canvas)
    }
    let rect = CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1)
    guard appearance.hasTracks else { return }
    canvas.record(
      .chart(drawing(ends, rect.size, colors, isThin: isThin, appearance), background: appearance.background), in: rect)
  }

  private struct Colors {
    /// Of the odd and of the even laps.
    var laps: [CellColor]
    var track: CellColor

    func lap(_ index: Int) -> CellColor { laps[index % laps.count] }
  }

  // MARK: - Cells

  private func drawFull(
    _ ends: [Double], _ columns: Range<Int>, _ row: Int, _ colors: Colors, on canvas: inout Canvas
  ) {
    let steps = canvas.glyphs.advancing
    let parts = steps.count - 1
    let hasTracks = canvas.appearance.hasTracks
    // Without two colours, laps end at columns.
    let unit = hasTracks || ends.count <= 1 ? 1 : parts
    let lengths = ends.map { Self.length($0, of: columns.count * parts / unit) * unit }
    for (index, column) in columns.enumerated() {
      let lap = lengths.firstIndex { $0 > index * parts }
      guard let lap else {
        if hasTracks {
          canvas.put(steps[0], column, row, CellStyle(foreground: colors.lap(0), background: colors.track))
        } else {
          canvas.put(canvas.glyphs.track, column, row, CellStyle(foreground: colors.lap(0), attributes: .dim))
        }
        continue
      }
      let part = min(parts, lengths[lap] - index * parts)
      let color = colors.lap(lap)
      let isLast = lap == lengths.count - 1
      if !hasTracks, !isLast, lengths[lap] == (index + 1) * parts {
        // The end of a lap is a gap.
        canvas.put(canvas.glyphs.isASCII ? "|" : "▉", column, row, CellStyle(foreground: color))
        continue
      }
      // Fonts may leave gaps between full blocks; the background has the same colour.
      let under =
        part == parts ? color : isLast ? (hasTracks ? colors.track : .terminalDefault) : colors.lap(lap + 1)
      canvas.put(steps[part], column, row, CellStyle(foreground: color, background: under))
    }
  }

  private func drawThin(
    _ ends: [Double], _ columns: Range<Int>, _ row: Int, _ colors: Colors, on canvas: inout Canvas
  ) {
    // Parts of a column would need three colours in a cell: filled, unfilled and, below, the terminal's background.
    let lengths = ends.map { Self.length($0, of: columns.count) }
    let hasTracks = canvas.appearance.hasTracks
    for (index, column) in columns.enumerated() {
      let lap = lengths.firstIndex { $0 > index }
      if let lap {
        let isGap = !hasTracks && lap < lengths.count - 1 && lengths[lap] == index + 1
        canvas.put(isGap ? "▘" : "▀", column, row, CellStyle(foreground: colors.lap(lap)))
      } else if hasTracks {
        canvas.put("▀", column, row, CellStyle(foreground: colors.track))
      } else {
        canvas.put(canvas.glyphs.track, column, row, CellStyle(foreground: colors.lap(0), attributes: .dim))
      }
    }
  }

  /// A small value is never shown as empty, and only a complete one as full.
  private static func length(_ fraction: Double, of whole: Int) -> Int {
    if fraction <= 0 { return 0 }
    if fraction >= 1 { return whole }
    // 1.4 - 1 is slightly below 0.4.
    return min(whole - 1, max(1, Int(fraction * Double(whole) + 1e-6)))
  }

  // MARK: - Pixels

  private func drawing(
    _ ends: [Double], _ size: CellSize, _ colors: Colors, isThin: Bool, _ appearance: Appearance
  ) -> Drawing {
    let width = Double(size.columns) * ChartDetail.cell.x
    var drawing = Drawing(width: width, height: ChartDetail.cell.y)
    let (top, height) = isThin ? (1.0, 7.0) : (2.0, 12.0)
    func bar(_ end: Double) -> Path {
      Path(rectangle: Point(0, top), size: Point(end, height), radius: height / 2)
    }
    drawing.fill(bar(width), appearance.rgb(colors.track))
    guard let last = ends.last else { return drawing }
    drawing.group(clip: bar(min(width, max(height, last * width)))) {
      var start = 0.0
      for (index, end) in ends.enumerated() {
        let isLast = index == ends.count - 1
        let right = isLast ? width : end * width
        $0.fill(
          Path(rectangle: Point(start, top), size: Point(right - start, height)), appearance.rgb(colors.lap(index)))
        start = right
      }
      for end in ends.dropLast() {
        $0.fill(Path(rectangle: Point(end * width - 1, top), size: Point(2, height)), appearance.background)
      }
    }
    return drawing
  }
}
