import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel

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
      canvas.write(words.summary, line.origin.column, line.origin.row, .plain, within: line.size.columns)
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
        canvas.put(canvas.glyphs.isASCII ? "." : "┈", column, row, canvas.appearance.border)
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
    var grid = DotGrid(rect, canvas.appearance.glyphLevel)
    func place(_ x: Double, _ y: Double) -> (x: Int, y: Int) {
      (
        Int((axes.x.part(of: x) * Double(grid.width - 1)).rounded()),
        Int(((1 - axes.y.part(of: y)) * Double(grid.height - 1)).rounded())
      )
    }
    if let line = axes.line(scatter) {
      let (from, to) = (place(line.from.x, line.from.y), place(line.to.x, line.to.y))
      var below = DotGrid(rect, canvas.appearance.glyphLevel)
      below.line(from.x, from.y, to.x, to.y, .terminalDefault)
      below.draw(on: &canvas)
    }
    let color = canvas.appearance.color(ofType: scatter.y)
    let places = scatter.points.map { place($0.x * axes.xScale, $0.y * axes.yScale) }
    for place in places {
      // Two of a cell's four dots: visible, and still distinguishable from neighbours.
      grid.set(place.x, place.y, color)
      if grid.columns > 1 { grid.set(place.x ^ 1, place.y, color) }
      if grid.rows > 2 {
        grid.set(place.x, place.y ^ 1, color)
        grid.set(place.x ^ 1, place.y ^ 1, color)
      }
    }
    grid.draw(on: &canvas)
    // If there are very many points, only the latest have hints.
    for (index, place) in places.enumerated().suffix(2_000) {
      let cell = grid.cell(place.x, place.y)
      let rect = CellRect(column: cell.column, row: cell.row, columns: 1, rows: 1)
      canvas.hint(rect, words.point(scatter.points[index]))
      canvas.hit(rect, .view(.mark(index)))
    }
    guard let mark, places.indices.contains(mark) else { return }
    let cell = grid.cell(places[mark].x, places[mark].y)
    canvas.grid.restyle(CellRect(column: cell.column, row: cell.row, columns: 1, rows: 1)) {
      $0.attributes.insert(.reverse)
    }
  }
}
