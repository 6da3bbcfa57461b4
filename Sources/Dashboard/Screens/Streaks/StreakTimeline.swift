import Graphics
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The streaks of each ring over time: a lane for each, with a bar for each streak.
struct StreakTimeline {
  let report: StreakReport
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }

  /// The most days that are shown: with more, short streaks could not be seen.
  private static let mostDays = 730

  /// The rows of all lanes and of the axis.
  ///
  /// - Parameter height: the rows of a lane.
  static func rows(lanes: Int, height: Int = 1) -> Int { lanes * height + 1 }

  /// From the first of these days to today.
  var days: ClosedRange<Day>? {
    report.days.map { max($0.lowerBound, report.today - (Self.mostDays - 1))...report.today }
  }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let names = 11
    guard let days, rect.size.columns >= names + 20, rect.size.rows > 1 else { return }
    let lanes = Array(report.lines.prefix(rect.size.rows - 1))
    let height = max(1, (rect.size.rows - 1) / max(1, lanes.count))
    let columns = (rect.origin.column + names)..<rect.columns.upperBound
    let appearance = canvas.appearance
    let plot = CellRect(
      column: columns.lowerBound, row: rect.origin.row, columns: columns.count, rows: lanes.count * height)
    let colors = lanes.map { line in line.ring.map { appearance.rgb(appearance.color(of: $0)) } ?? appearance.ink }
    let runs = lanes.map { line in
      line.streaks.compactMap { streak -> (streak: StreakLength, span: Range<Double>)? in
        guard let first = streak.first, let last = streak.last, last >= days.lowerBound else { return nil }
        return (streak, place(first, days, columns.count)..<place(last + 1, days, columns.count))
      }
    }
    canvas.paint(in: plot) { drawing(runs.map { $0.map(\.span) }, colors, plot.size, $0, appearance) }
    for (index, (line, runs)) in zip(lanes, runs).enumerated() {
      let row = rect.origin.row + index * height
      canvas.write(
        line.ring?.name ?? "All rings", rect.origin.column, row + (height - 1) / 2,
        line.ring.map { appearance.name(of: $0) } ?? .strong, within: names - 1)
      for (streak, span) in runs {
        guard let first = streak.first, let last = streak.last else { continue }
        let start = Int(span.lowerBound / ChartDetail.cell.x)
        let end = max(start + 1, Int((span.upperBound / ChartDetail.cell.x).rounded(.up)))
        let bar = CellRect(
          column: columns.lowerBound + start, row: row, columns: min(columns.count, end) - start, rows: height)
        canvas.hint(
          bar,
          "\(DayWords.count(streak.days, "day", "days")): \(formatting.dates(first...last, canvas.glyphs.isASCII))")
        canvas.hit(bar, .goTo(last))
      }
    }
    drawMonths(days, on: &canvas, columns: columns, row: plot.rows.upperBound)
  }

  /// The position of the beginning of a day, in units.
  private func place(_ day: Day, _ days: ClosedRange<Day>, _ columns: Int) -> Double {
    Double(max(0, day - days.lowerBound)) / Double(days.count) * Double(columns) * ChartDetail.cell.x
  }

  private func drawing(
    _ lanes: [[Range<Double>]], _ colors: [RGB], _ size: CellSize, _ detail: ChartDetail, _ appearance: Appearance
  ) -> Drawing {
    let cell = ChartDetail.cell
    var drawing = Drawing(width: Double(size.columns) * cell.x, height: Double(size.rows) * cell.y)
    let lane = drawing.height / Double(max(1, lanes.count))
    // In cells, lanes of several rows have a free row between them.
    let (top, height) = detail == .pixels ? (lane * 0.18, lane * 0.64) : (0, lane > cell.y ? lane - cell.y : lane)
    for (index, spans) in lanes.enumerated() {
      let y = Double(index) * lane + top
      if detail == .pixels {
        drawing.fill(
          Path(rectangle: Point(0, y + height / 2 - 0.4), size: Point(drawing.width, 0.8)), appearance.faintInk)
      }
      for span in spans {
        // In cells, edges lie on eighths of a column.
        let start = detail == .cells ? span.lowerBound.rounded() : span.lowerBound
        let end = max(start + 1.5, detail == .cells ? span.upperBound.rounded() : span.upperBound)
        drawing.fill(
          Path(
            rectangle: Point(start, y), size: Point(end - start, height),
            radius: detail == .cells ? 0 : min(4, (end - start) / 2)),
          colors[index])
      }
    }
    return drawing
  }

  /// The months below their first days, as many as fit; a January has its year.
  private func drawMonths(_ days: ClosedRange<Day>, on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    var free = columns.lowerBound
    var month = days.lowerBound.month.upperBound + 1
    while month <= days.upperBound {
      let (year, number, _) = month.fields
      let text = number == 1 ? "\(year)" : String(formatting.month(number).prefix(3))
      let left = columns.lowerBound + Int(place(month, days, columns.count) / ChartDetail.cell.x)
      if left >= free, left + text.count <= columns.upperBound { free = canvas.write(text, left, row, .faint) + 1 }
      let next = month.month.upperBound + 1
      // The last day has no next one.
      guard next > month else { return }
      month = next
    }
  }
}
