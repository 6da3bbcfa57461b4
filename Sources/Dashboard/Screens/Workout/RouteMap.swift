import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel

/// The route of a workout, north up, in the colours of the heart rate zones.
struct RouteMap {
  let detail: WorkoutDetail
  /// The selected part of the time, of `WorkoutScreen.marks`.
  let mark: Int?
  let context: ScreenContext

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let track = detail.track
    let places = track.places
    guard rect.size.rows >= 3, rect.size.columns >= 8, let first = places.first else { return }
    canvas.write("Route", rect.origin.column, rect.origin.row, canvas.appearance.name(of: .exercise))
    let plot = rect.split(top: 1).rest
    var grid = DotGrid(plot, canvas.appearance.glyphLevel)
    let bounds = places.reduce(
      into: (west: first.east, east: first.east, south: first.north, north: first.north)
    ) { bounds, place in
      bounds.west = min(bounds.west, place.east)
      bounds.east = max(bounds.east, place.east)
      bounds.south = min(bounds.south, place.north)
      bounds.north = max(bounds.north, place.north)
    }
    // Metres per dot width; the same in both directions, whatever the shape of the dots.
    let aspect = grid.dotAspect(context.appearance.cellAspect)
    let scale = max(
      (bounds.east - bounds.west) / Double(max(1, grid.width - 2)),
      (bounds.north - bounds.south) / (Double(max(1, grid.height - 2)) * aspect), 0.5)
    let left = (Double(grid.width) - (bounds.east - bounds.west) / scale) / 2
    let top = (Double(grid.height) - (bounds.north - bounds.south) / scale / aspect) / 2
    let dots = places.map { place in
      (
        x: min(grid.width - 1, max(0, Int(left + (place.east - bounds.west) / scale))),
        y: min(grid.height - 1, max(0, Int(top + (bounds.north - place.north) / scale / aspect)))
      )
    }
    for (index, dot) in dots.enumerated() {
      let from = index > 0 && !track.points[index].isFirst ? dots[index - 1] : dot
      grid.line(from.x, from.y, dot.x, dot.y, color(at: track.points[index].time, canvas))
    }
    grid.draw(on: &canvas)
    drawScale(scale * Double(grid.columns), on: &canvas, in: rect)
    drawEnds(dots, grid, on: &canvas)
  }

  /// The colour of the zone of the latest heart rate; that of walking if none was measured.
  private func color(at time: Date, _ canvas: Canvas) -> CellColor {
    var (low, high) = (0, detail.rates.count)
    while low < high {
      let middle = (low + high) / 2
      if detail.rates[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    guard low > 0, time.timeIntervalSince(detail.rates[low - 1].time) <= 2 * HeartRateTimes.longestHold,
      let zones = detail.zones
    else {
      return canvas.appearance.color(of: .exercise)
    }
    return canvas.appearance.color(ofZone: zones.zone(of: detail.rates[low - 1].rate))
  }

  /// A scale bar of a round length at the upper right.
  private func drawScale(_ metresPerCell: Double, on canvas: inout Canvas, in rect: CellRect) {
    let isMetric = context.formatting.distanceUnit == .kilometres
    let unit = isMetric ? 1 : 0.3048
    let length = AxisScale.roundStep(metresPerCell * Double(rect.size.columns) / 6 / unit)
    let cells = Int((length * unit / metresPerCell).rounded())
    let text =
      isMetric
      ? length >= 1_000 ? "\(context.formatting.shortNumber(length / 1_000)) km" : "\(Int(length)) m"
      : "\(context.formatting.number(length, 0)) ft"
    guard cells >= 2, cells + TextWidth.columns(of: text) + 10 <= rect.size.columns else { return }
    let start = rect.columns.upperBound - cells
    for column in start..<rect.columns.upperBound {
      let isEnd = column == start || column == rect.columns.upperBound - 1
      canvas.put(
        canvas.glyphs.isASCII ? (isEnd ? "|" : "-") : column == start ? "├" : isEnd ? "┤" : "─", column,
        rect.origin.row, .faint)
    }
    canvas.writeTrailing(text, before: start - 1, rect.origin.row, .faint)
  }

  /// The start, the end, and the position at the selected time.
  private func drawEnds(_ dots: [(x: Int, y: Int)], _ grid: DotGrid, on canvas: inout Canvas) {
    guard let first = dots.first, let last = dots.last else { return }
    let end = grid.cell(last.x, last.y)
    let start = grid.cell(first.x, first.y)
    canvas.put(canvas.glyphs.isASCII ? "E" : "■", end.column, end.row, .strong)
    canvas.put(canvas.glyphs.isASCII ? "S" : "●", start.column, start.row, .strong)
    canvas.hint(CellRect(column: end.column, row: end.row, columns: 1, rows: 1), "End")
    canvas.hint(CellRect(column: start.column, row: start.row, columns: 1, rows: 1), "Start")
    guard let mark else { return }
    let length = detail.summary.end.timeIntervalSince(detail.summary.start)
    let time = detail.summary.start.addingTimeInterval(length * (Double(mark) + 0.5) / Double(WorkoutScreen.marks))
    guard let point = detail.track.point(at: time), dots.indices.contains(point) else { return }
    let cell = grid.cell(dots[point].x, dots[point].y)
    canvas.put(canvas.glyphs.isASCII ? "X" : "◆", cell.column, cell.row, CellStyle(attributes: [.bold, .reverse]))
  }
}
