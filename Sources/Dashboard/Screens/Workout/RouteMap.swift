import FoundationEssentials
import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The route of a workout, north up, in the colours of the heart rate zones or, without heart rates, of the speed.
struct RouteMap {
  let detail: WorkoutDetail
  /// The selected part of the time, of `WorkoutScreen.marks`.
  let mark: Int?
  let context: ScreenContext

  private var track: WorkoutTrack { detail.track }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let plot = rect.split(top: 1).rest
    guard rect.size.rows >= 3, rect.size.columns >= 8, let map = RoutePlaces(track, plot.size, context.appearance)
    else { return }
    let end = canvas.write("Route", rect.origin.column, rect.origin.row, canvas.appearance.name(of: .exercise))
    drawScale(map.metresPerUnit * ChartDetail.cell.x, on: &canvas, in: rect, after: end)
    let appearance = canvas.appearance
    let distances = distances(map)
    let lines = lines(map, appearance)
    canvas.paint(in: plot, overCells: { drawSymbols(map, on: &$0, in: plot) }) { detail in
      drawing(map, lines, distances.map(\.place), detail, appearance)
    }
    for distance in distances { write(distance.text, at: distance.place, on: &canvas, in: plot) }
    for (name, place) in [("Start", map.points.first), ("End", map.points.last)] {
      if let place { canvas.hint(cell(of: place, in: plot), name) }
    }
  }

  /// The cell that contains a place.
  private func cell(of place: Point, in rect: CellRect) -> CellRect {
    let column = min(rect.size.columns - 1, max(0, Int(place.x / ChartDetail.cell.x)))
    let row = min(rect.size.rows - 1, max(0, Int(place.y / ChartDetail.cell.y)))
    return CellRect(column: rect.origin.column + column, row: rect.origin.row + row, columns: 1, rows: 1)
  }

  // MARK: - Drawing

  private func drawing(
    _ map: RoutePlaces, _ lines: [(points: [Point], color: RGB)], _ marks: [Point], _ detail: ChartDetail,
    _ appearance: Appearance
  ) -> Drawing {
    var drawing = Drawing(width: map.size.x, height: map.size.y)
    let width = detail == .pixels ? 2 : appearance.hasTracks ? 5.0 : 6
    if detail == .pixels {
      for line in lines {
        drawing.stroke(Path(polyline: line.points), Stroke(7), .color(appearance.ink, opacity: 0.1))
      }
    }
    for line in lines { drawing.stroke(Path(polyline: line.points), width, line.color) }
    guard detail == .pixels else { return drawing }
    func dot(_ place: Point, _ radius: Double, filled: Bool) {
      drawing.fill(Path(circle: place, radius: radius), filled ? appearance.ink : appearance.background)
      drawing.stroke(Path(circle: place, radius: radius), 1.6, filled ? appearance.background : appearance.ink)
    }
    for mark in marks { dot(mark, 2.4, filled: false) }
    if let last = map.points.last {
      let origin = last - Point(4, 4)
      drawing.fill(Path(rectangle: origin, size: Point(8, 8), radius: 1), appearance.ink)
      drawing.stroke(Path(rectangle: origin, size: Point(8, 8), radius: 1), 1.2, appearance.background)
    }
    if let first = map.points.first { dot(first, 4.5, filled: true) }
    if let selected = selected(map) { dot(selected, 5.5, filled: false) }
    return drawing
  }

  /// The start, the end, and the position at the selected time, as symbols.
  private func drawSymbols(_ map: RoutePlaces, on canvas: inout Canvas, in rect: CellRect) {
    let isASCII = canvas.glyphs.isASCII
    func put(_ scalar: Unicode.Scalar, _ place: Point?, _ attributes: CellAttributes = .bold) {
      guard let place else { return }
      let cell = cell(of: place, in: rect)
      canvas.put(scalar, cell.origin.column, cell.origin.row, CellStyle(attributes: attributes))
    }
    put(isASCII ? "E" : "■", map.points.last)
    put(isASCII ? "S" : "●", map.points.first)
    put(isASCII ? "X" : "◆", selected(map), [.bold, .reverse])
  }

  private func selected(_ map: RoutePlaces) -> Point? {
    guard let mark else { return nil }
    let length = detail.summary.end.timeIntervalSince(detail.summary.start)
    let time = detail.summary.start.addingTimeInterval(length * (Double(mark) + 0.5) / Double(WorkoutScreen.marks))
    return track.point(at: time).flatMap { map.points.indices.contains($0) ? map.points[$0] : nil }
  }

  // MARK: - Colours

  /// The route in lines of one colour; points closer than a unit are left out.
  private func lines(_ map: RoutePlaces, _ appearance: Appearance) -> [(points: [Point], color: RGB)] {
    let zone = zones()
    let count = (detail.rates.isEmpty ? nil : detail.zones?.count) ?? 5
    var lines: [(points: [Point], color: RGB)] = []
    for (index, point) in map.points.enumerated() {
      let color = appearance.rgb(
        zone(track.points[index].time).map { appearance.color(ofZone: $0, of: count) }
          ?? appearance.color(of: .exercise))
      guard index > 0, !track.points[index].isFirst, let last = lines.last?.points.last else {
        lines.append(([point, point + Point(0.01, 0)], color))
        continue
      }
      let step = point - last
      guard (step * step).sum() >= 1 || index == map.points.count - 1 else { continue }
      if lines[lines.count - 1].color != color { lines.append(([last], color)) }
      lines[lines.count - 1].points.append(point)
    }
    return lines
  }

  /// The zone of the latest heart rate at a time; without heart rates, a fifth of the range of speeds.
  private func zones() -> (Date) -> Int? {
    if !detail.rates.isEmpty, let zones = detail.zones {
      return { time in
        let next = detail.rates.partitioningIndex { $0.time > time }
        guard next > 0, time.timeIntervalSince(detail.rates[next - 1].time) <= 2 * HeartRateTimes.longestHold else {
          return nil
        }
        return zones.zone(of: detail.rates[next - 1].rate)
      }
    }
    let speeds = detail.speeds(parts: WorkoutScreen.marks)
    let known = speeds.compactMap(\.self)
    guard let slowest = known.min(), let fastest = known.max(), fastest > slowest else { return { _ in nil } }
    let length = max(1, detail.summary.end.timeIntervalSince(detail.summary.start))
    return { time in
      let part = time.timeIntervalSince(detail.summary.start) / length * Double(speeds.count)
      guard let speed = speeds[min(speeds.count - 1, max(0, Int(min(1e6, max(0, part)))))] else { return nil }
      return min(4, Int((speed - slowest) / (fastest - slowest) * 5))
    }
  }

  // MARK: - Words

  /// The places at whole kilometres or miles, at most about ten.
  private func distances(_ map: RoutePlaces) -> [(text: String, place: Point)] {
    let unit = context.formatting.distanceUnit.metres
    let step = max(1, AxisScale.roundStep(track.length / unit / 10).rounded())
    var result: [(text: String, place: Point)] = []
    var next = step
    for (point, place) in zip(track.points, map.points) where point.distance >= next * unit {
      result.append((context.formatting.number(next, 0), place))
      next = ((point.distance / unit / step).rounded(.down) + 1) * step
      if result.count >= 20 { break }
    }
    return result
  }

  /// Writes a text beside a place, where nothing is drawn.
  private func write(_ text: String, at place: Point, on canvas: inout Canvas, in rect: CellRect) {
    let cell = cell(of: place, in: rect).origin
    let columns = TextWidth.columns(of: text)
    for (column, row) in [(1, 0), (-columns, 0), (1, -1), (1, 1), (0, -1), (0, 1), (2, 0), (-columns - 1, 0)] {
      let own = CellRect(column: cell.column + column, row: cell.row + row, columns: columns, rows: 1)
      guard rect.rows.contains(own.origin.row),
        own.columns.allSatisfy({
          rect.columns.contains($0) && canvas.grid[$0, own.origin.row] == .blank
        })
      else { continue }
      canvas.write(text, own.origin.column, own.origin.row, .faint)
      return
    }
  }

  /// North, and a scale bar of a round length, at the upper right.
  private func drawScale(_ metresPerCell: Double, on canvas: inout Canvas, in rect: CellRect, after column: Int) {
    let isMetric = context.formatting.distanceUnit == .kilometres
    let unit = isMetric ? 1 : 0.3048
    let length = AxisScale.roundStep(metresPerCell * Double(rect.size.columns) / 6 / unit)
    let cells = Int((length * unit / metresPerCell).rounded())
    let text =
      isMetric
      ? length >= 1_000 ? "\(context.formatting.shortNumber(length / 1_000)) km" : "\(Int(length)) m"
      : "\(context.formatting.number(length, 0)) ft"
    var end = rect.columns.upperBound
    if cells >= 2, cells + TextWidth.columns(of: text) + 10 <= rect.size.columns {
      let start = end - cells
      for column in start..<end {
        let isEnd = column == start || column == end - 1
        canvas.put(
          canvas.glyphs.isASCII ? (isEnd ? "|" : "-") : column == start ? "├" : isEnd ? "┤" : "─", column,
          rect.origin.row, .faint)
      }
      canvas.writeTrailing(text, before: start - 1, rect.origin.row, .faint)
      end = start - TextWidth.columns(of: text) - 3
    }
    canvas.labelTrailing(
      canvas.glyphs.isASCII ? "^ N" : "↑ N", before: end, rect.origin.row, .faint, notBefore: column)
  }
}

/// The points of a route in the units of a drawing.
private struct RoutePlaces {
  let size: Point
  let points: [Point]
  let metresPerUnit: Double

  /// Nil for a route without points.
  init?(_ track: WorkoutTrack, _ cells: CellSize, _ appearance: Appearance) {
    let places = track.places.map { Point($0.east, -$0.north) }
    guard let first = places.first else { return nil }
    let low = places.reduce(first) { pointwiseMin($0, $1) }
    let high = places.reduce(first) { pointwiseMax($0, $1) }
    size = Point(Double(cells.columns), Double(cells.rows)) * ChartDetail.cell
    // The same scale in both directions, whatever the shape of the cells; ends and marks have room.
    let shape = Point(1, ChartDetail.cell.x / ChartDetail.cell.y * appearance.cellAspect)
    let room = pointwiseMax((size - Point(14, 14)) * shape, Point(4, 4))
    let metres = max(((high - low) / room).max(), 0.05)
    metresPerUnit = metres
    let offset = (size - (high - low) / metres / shape) / 2
    points = places.map { [size] in pointwiseMin(pointwiseMax(offset + ($0 - low) / metres / shape, Point()), size) }
  }
}
