import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws two types against each other: a dot for each day, and the regression line.
struct ScatterView {
  let scatter: Scatter
  /// The selected point.
  let mark: Int?
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0 else { return }
    let words = ScatterWords(scatter, formatting)
    let (line, rest) = rect.split(top: 1)
    if let mark, scatter.points.indices.contains(mark) {
      canvas.write(
        words.point(scatter.points[mark]), line.origin.column, line.origin.row, .strong, within: line.size.columns)
    } else {
      canvas.write(
        words.summary(within: line.size.columns), line.origin.column, line.origin.row, .plain,
        within: line.size.columns)
    }
    guard rest.size.rows >= 2 else { return }
    let hasNames = rest.size.rows >= 8
    var plot = rest
    if hasNames {
      canvas.write(words.yName, rest.origin.column, rest.origin.row + 1, .faint, within: rest.size.columns)
      plot = CellRect(
        column: rest.origin.column, row: rest.origin.row + 2, columns: rest.size.columns, rows: rest.size.rows - 3)
      let last = CellRect(
        column: rest.origin.column, row: rest.rows.upperBound - 1, columns: rest.size.columns, rows: 1)
      if TextWidth.columns(of: words.xName) <= last.size.columns {
        canvas.writeTrailing(words.xName, before: last.columns.upperBound, last.origin.row, .faint)
      }
    }
    guard
      let axes = ScatterAxes(scatter, formatting, xSteps: max(2, plot.size.columns / 14), ySteps: plot.size.rows / 3)
    else {
      canvas.write("No day has both.", plot.origin.column, plot.origin.row, .faint, within: plot.size.columns)
      return
    }
    drawPoints(axes, words, on: &canvas, in: drawAxes(axes, on: &canvas, in: plot))
  }

  /// Draws values at the left and below, if there is room.
  ///
  /// - Returns: the remaining area for the points.
  private func drawAxes(_ axes: ScatterAxes, on canvas: inout Canvas, in rect: CellRect) -> CellRect {
    let labels = axes.y.ticks.map { formatting.number($0, axes.y.decimals) }
    let width = labels.map { TextWidth.columns(of: $0) }.max() ?? 0
    guard rect.size.rows >= 4, rect.size.columns >= width + 16 else { return rect }
    let plot = CellRect(
      column: rect.origin.column + width + 1, row: rect.origin.row, columns: rect.size.columns - width - 1,
      rows: rect.size.rows - 1)
    for (tick, label) in zip(axes.y.ticks, labels) {
      let row = plot.rows.upperBound - 1 - Int((axes.y.part(of: tick) * Double(plot.size.rows - 1)).rounded())
      canvas.writeTrailing(label, before: plot.origin.column - 1, row, .faint)
      guard canvas.appearance.colors != .none else { continue }
      for column in plot.columns {
        canvas.put(canvas.glyphs.isASCII ? "_" : "┈", column, row, canvas.appearance.border)
      }
    }
    var free = plot.origin.column
    for tick in axes.x.ticks {
      let text = formatting.number(tick, axes.x.decimals)
      let width = TextWidth.columns(of: text)
      let column = plot.origin.column + Int(axes.x.part(of: tick) * Double(plot.size.columns - 1)) - width / 2
      let start = min(max(column, plot.origin.column), plot.columns.upperBound - width)
      guard start >= free else { continue }
      free = canvas.write(text, start, plot.rows.upperBound, .faint) + 2
    }
    return plot
  }

  private func drawPoints(
    _ axes: ScatterAxes, _ words: ScatterWords, on canvas: inout Canvas, in rect: CellRect
  ) {
    let appearance = canvas.appearance
    let size = Point(Double(rect.size.columns), Double(rect.size.rows)) * ChartDetail.cell
    let color = appearance.color(ofType: scatter.y)
    func place(_ x: Double, _ y: Double) -> Point {
      Point(axes.x.part(of: x), 1 - axes.y.part(of: y)) * (size - Point(8, 8)) + Point(4, 4)
    }
    let places = scatter.points.map { place($0.x * axes.xScale, $0.y * axes.yScale) }
    canvas.paint(in: rect) { detail in
      var drawing = Drawing(width: size.x, height: size.y)
      if let line = axes.line(scatter) {
        drawing.stroke(
          Path(lineFrom: place(line.from.x, line.from.y), to: place(line.to.x, line.to.y)),
          detail == .pixels ? 1.4 : 3, appearance.ink)
      }
      for place in places {
        if detail == .pixels {
          drawing.fill(Path(circle: place, radius: 3), .color(appearance.rgb(color), opacity: 0.75))
        } else {
          // Half a column and half a row; in ASCII enough for a letter.
          let unit = Point(appearance.glyphLevel == .ascii ? 8 : 4, 8)
          drawing.fill(
            Path(rectangle: (place / unit).rounded(.down) * unit, size: unit), appearance.rgb(color))
        }
      }
      return drawing
    }
    func cell(of place: Point) -> CellRect {
      CellRect(
        column: rect.origin.column + Int(place.x / ChartDetail.cell.x),
        row: rect.origin.row + Int(place.y / ChartDetail.cell.y), columns: 1, rows: 1)
    }
    // If there are very many points, only the latest have hints.
    for (index, place) in places.enumerated().suffix(2_000) {
      let rect = cell(of: place)
      canvas.hint(rect, words.point(scatter.points[index]))
      canvas.hit(rect, .view(.mark(index)))
    }
    guard let mark, places.indices.contains(mark) else { return }
    canvas.grid.restyle(cell(of: places[mark])) { $0.attributes.insert(.reverse) }
  }
}
