package import Graphics
package import HealthAnalysis
import HealthModel
package import Presentation
package import Rings
import TerminalModel
import Widgets

/// Charts as a separate picture, for files: one below the other, or as a scatter plot.
package struct ChartDrawing {
  private let formatting: Formatting
  private let palette: RingPalette
  private let weekStart: Int

  private static let width = 800.0
  private static let (left, right) = (64.0, 20.0)
  /// The rows of text above a plot, and below it.
  private static let (top, bottom) = (64.0, 36.0)

  /// - Parameter weekStart: the first weekday by ISO 8601.
  package init(formatting: Formatting, palette: RingPalette, weekStart: Int) {
    self.formatting = formatting
    self.palette = palette
    self.weekStart = weekStart
  }

  private var foreground: RGB { palette.background.isDark ? RGB(235, 235, 235) : RGB(30, 30, 30) }
  private var muted: RGB { foreground.mixed(with: palette.background, share: 0.45) }

  private func color(_ type: String) -> RGB {
    let appearance = Appearance(colors: .truecolor, palette: palette)
    if case .rgb(let rgb) = appearance.color(ofType: type) { return rgb }
    return foreground
  }

  // MARK: - Time series

  /// Series over the same days, one below the other.
  package func drawing(of series: [ChartSeries], period: ChartPeriod) -> Drawing {
    let height = series.count > 1 ? 260.0 : 400
    var drawing = Drawing(
      width: Self.width, height: height * Double(max(1, series.count)), background: palette.background)
    for (index, one) in series.enumerated() {
      draw(one, period, in: height * Double(index)..<height * Double(index + 1), on: &drawing)
    }
    return drawing
  }

  private func draw(_ series: ChartSeries, _ period: ChartPeriod, in rows: Range<Double>, on drawing: inout Drawing) {
    let words = ChartWords(series: series, formatting: formatting)
    drawing.write(words.title, 20, rows.lowerBound + 28, foreground, size: 18, weight: .semibold)
    drawing.write(
      words.summary() + (words.comparison().map { "; \($0)" } ?? ""), 20, rows.lowerBound + 48, muted)
    drawing.write(
      daysWords(series.days), Self.width - Self.right, rows.lowerBound + 28, foreground, anchor: .end)
    guard series.bars.contains(where: { $0.values != nil }) else {
      return drawing.write(words.nothing, 20, rows.lowerBound + 100, muted)
    }
    plot(series, words, period, in: rows.lowerBound + Self.top..<rows.upperBound - Self.bottom, on: &drawing)
  }

  private func daysWords(_ days: ClosedRange<Day>) -> String {
    days.count == 1 ? formatting.longDate(days.lowerBound) : formatting.dates(days, false)
  }

  private func plot(
    _ series: ChartSeries, _ words: ChartWords, _ period: ChartPeriod, in rows: Range<Double>,
    on drawing: inout Drawing
  ) {
    let size = CellSize(
      columns: Int((Self.width - Self.left - Self.right) / ChartDetail.cell.x),
      rows: Int((rows.upperBound - rows.lowerBound) / ChartDetail.cell.y))
    let appearance = Appearance(colors: .truecolor, palette: palette)
    let plot = Plot(
      series, words, step: period.step(series.days), weekStart: weekStart, comparesBefore: true, appearance: appearance,
      rows: size.rows)
    let ticks = plot.ticks(rows: size.rows)
    let shown = plot.drawing(size, appearance, lines: ticks.map(\.row))
    let area = Point(Double(size.columns), Double(size.rows)) * ChartDetail.cell
    let origin = Point(Self.left, rows.upperBound - area.y)
    drawing.place(shown.drawing(.pixels), at: origin, size: area)
    for tick in ticks {
      drawing.write(
        plot.label(tick.value), Self.left - 8, rows.upperBound - Double(tick.row) * ChartDetail.cell.y + 4, muted,
        anchor: .end)
    }
    for word in plot.words {
      drawing.write(
        word.text, origin.x + shown.x(word.bar / shown.groupSize), rows.upperBound + 22, muted, anchor: .middle)
    }
    for extreme in shown.extremes {
      let place = origin + shown.place(extreme)
      drawing.write(
        plot.label(extreme.value), place.x, place.y + (extreme.isAbove ? -8 : 18), foreground, anchor: .middle)
    }
    for index in shown.bars.indices {
      let hint = plot.hint(index * shown.groupSize)
      let slot = area.x / Double(shown.bars.count)
      drawing.group(hint: hint) {
        $0.fill(
          Path(rectangle: origin + Point(shown.x(index) - slot / 2, 0), size: Point(slot, area.y)),
          .color(foreground, opacity: 0))
      }
      if series.bars[index * shown.groupSize].values != nil { drawing.words.append(hint) }
    }
  }

  private static func place(_ value: Double, _ axis: AxisScale, _ rows: Range<Double>) -> Double {
    rows.upperBound - (rows.upperBound - rows.lowerBound) * axis.part(of: value)
  }

  private func drawAxis(_ axis: AxisScale, in rows: Range<Double>, on drawing: inout Drawing) {
    for tick in axis.ticks {
      let y = Self.place(tick, axis, rows)
      drawing.stroke(
        Path(lineFrom: Point(Self.left, y), to: Point(Self.width - Self.right, y)), Stroke(1, isRound: false),
        .color(muted, opacity: 0.35))
      drawing.write(formatting.number(tick, axis.decimals), Self.left - 8, y + 4, muted, anchor: .end)
    }
  }

  // MARK: - Scatter plot

  package func drawing(of scatter: Scatter) -> Drawing {
    var drawing = Drawing(width: Self.width, height: 520, background: palette.background)
    let words = ScatterWords(scatter, formatting)
    drawing.write(words.title, 20, 28, foreground, size: 18, weight: .semibold)
    drawing.write(words.summary, 20, 48, muted)
    drawing.write(daysWords(scatter.days), Self.width - Self.right, 28, foreground, anchor: .end)
    guard let axes = ScatterAxes(scatter, formatting, xSteps: 7, ySteps: 6) else {
      drawing.write("No day has both.", 20, 100, muted)
      return drawing
    }
    let rows = Self.top + 20..<drawing.height - Self.bottom - 22
    func x(_ value: Double) -> Double {
      Self.left + (Self.width - Self.left - Self.right) * axes.x.part(of: value)
    }
    drawAxis(axes.y, in: rows, on: &drawing)
    for tick in axes.x.ticks {
      drawing.write(
        formatting.number(tick, axes.x.decimals), x(tick), rows.upperBound + 20, muted, anchor: .middle)
    }
    drawing.write(words.yName, 20, rows.lowerBound - 12, foreground)
    drawing.write(words.xName, Self.width - Self.right, drawing.height - 12, foreground, anchor: .end)
    for point in scatter.points {
      let center = Point(x(point.x * axes.xScale), Self.place(point.y * axes.yScale, axes.y, rows))
      drawing.group(hint: words.point(point)) {
        $0.fill(Path(circle: center, radius: 4), .color(color(scatter.y), opacity: 0.7))
      }
    }
    if let line = axes.line(scatter) {
      drawing.stroke(
        Path(
          lineFrom: Point(x(line.from.x), Self.place(line.from.y, axes.y, rows)),
          to: Point(x(line.to.x), Self.place(line.to.y, axes.y, rows))), Stroke(2), .color(foreground, opacity: 0.8))
    }
    return drawing
  }
}
