import FoundationEssentials
import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws a workout: charts and a map, with numbers, splits and events below or beside them.
struct WorkoutView {
  let detail: WorkoutDetail
  let screen: WorkoutScreen
  let context: ScreenContext

  private var formatting: Formatting { context.formatting }
  private var summary: WorkoutSummary { detail.summary }

  /// Whether a screen has room for the other workouts of the kind.
  static func hasOthers(_ size: CellSize) -> Bool { size.columns >= 152 && size.rows >= 27 }

  func draw(on canvas: inout Canvas, in rect: CellRect) {
    let (title, rest) = rect.split(top: 1)
    drawTitle(on: &canvas, in: title)
    guard rest.size.rows > 0 else { return }
    let facts = WorkoutFacts(detail: detail, context: context)
    let panels = WorkoutPanel.available(detail)
    let (columns, rows) = (rest.size.columns, rest.size.rows)
    let body = rest.split(top: 1).rest
    if panels.isEmpty || rows < 14 {
      // One panel at a time, starting with the text.
      let chosen = panels.isEmpty ? 0 : (screen.panel % (panels.count + 1) + panels.count + 1) % (panels.count + 1)
      guard chosen > 0, rows >= 3 else { return draw(facts.lines(columns), on: &canvas, in: rest) }
      return draw(panels[chosen - 1], on: &canvas, in: rest)
    }
    let shift = (screen.panel % panels.count + panels.count) % panels.count
    let ordered = Array(panels[shift...] + panels[..<shift])
    if columns >= 72 {
      // Charts over time at the left, the map in the middle of a large screen, text at the right.
      let hasOthers = Self.hasOthers(context.size)
      let hasMap = hasOthers && rows >= 24 && panels.contains(.map)
      let parts =
        (hasMap
        ? body.beside([.share(), .share(), .fixed(44)], gap: 4) : body.beside([.share(4), .share(3)], gap: 3))
        .compactMap(\.self)
      let isBeside = { (panel: WorkoutPanel) in hasMap && (panel == .map || panel == .elevation) }
      draw(stack: ordered.filter { !isBeside($0) }, on: &canvas, in: parts[0])
      draw(stack: ordered.filter(isBeside), on: &canvas, in: parts[1])
      guard let words = parts.last else { return }
      let lines = facts.lines(words.size.columns)
      let side = words.below([.share(to: lines.count), .share()], gap: 1)
      draw(lines, on: &canvas, in: hasOthers ? side[0] ?? words : words)
      if hasOthers, let rest = side[1] { drawOthers(on: &canvas, in: rest) }
    } else {
      let top = min(rows - 5, max(7, rows / 2))
      draw(
        stack: ordered, on: &canvas,
        in: CellRect(column: rest.origin.column, row: rest.origin.row, columns: columns, rows: top))
      draw(facts.lines(columns), on: &canvas, in: rest.split(top: top + 1).rest)
    }
  }

  /// The other workouts of this kind around this one.
  private func drawOthers(on canvas: inout Canvas, in rect: CellRect) {
    let others = screen.others(context)
    guard rect.size.rows >= 5, let own = others.firstIndex(where: { $0.row == screen.row }) else { return }
    let dash = String(Character(canvas.glyphs.dash))
    let viewport = Viewport(first: max(0, own - (rect.size.rows - 1) / 2))
    let shown = viewport.rows(of: others.count, height: rect.size.rows - 1)
    Table(
      columns: [
        .words(WorkoutWords.title(summary)), .number("Duration"),
        .number(formatting.distanceUnit.symbol, rank: 1), .number(formatting.energy.symbol, rank: 2),
      ],
      rows: others[shown].map { workout in
        let cells = formatting.cells(of: workout, dash: dash)
        return [formatting.shortDate(workout.day), cells[0], cells[2], cells[1]].map { .init($0) }
      }, first: shown.lowerBound, selected: own - shown.lowerBound,
      click: .own { .view(.open(Int(clamping: others[$0].row))) }
    ).draw(on: &canvas, in: rect)
  }

  private func draw(stack panels: [WorkoutPanel], on canvas: inout Canvas, in rect: CellRect) {
    for (panel, rect) in WorkoutPanel.stack(panels, zones: detail.zones?.count ?? 0, in: rect) {
      draw(panel, on: &canvas, in: rect)
    }
  }

  private func draw(_ panel: WorkoutPanel, on canvas: inout Canvas, in rect: CellRect) {
    let charts = WorkoutCharts(detail: detail, mark: screen.mark, context: context)
    switch panel {
    case .rates: charts.drawRates(on: &canvas, in: rect)
    case .zones: charts.drawZones(on: &canvas, in: rect)
    case .pace: charts.drawPace(on: &canvas, in: rect)
    case .map: RouteMap(detail: detail, mark: screen.mark, context: context).draw(on: &canvas, in: rect)
    case .elevation: charts.drawElevation(on: &canvas, in: rect)
    }
  }

  private func drawTitle(on canvas: inout Canvas, in rect: CellRect) {
    let time = formatting.time(minutes: Double(summary.minuteOfDay))
    canvas.heading(
      WorkoutWords.title(summary),
      ["\(formatting.longDate(summary.day)), \(time)", "\(formatting.shortDate(summary.day)) \(time)"], in: rect)
  }

  // MARK: - Facts

  private func draw(_ lines: [WorkoutFacts.Line], on canvas: inout Canvas, in rect: CellRect) {
    // The last row indicates that there is more.
    let hasMore = lines.count > rect.size.rows && rect.size.rows > 2 && rect.size.columns >= 10
    let height = rect.size.rows - (hasMore ? 1 : 0)
    let first = Viewport(first: screen.first).rows(of: lines.count, height: height)
    // As wide as the names, but at most half, or what the values leave.
    var (names, values) = (0, 0)
    for case .fact(let name, let value) in lines {
      (names, values) = (max(names, TextWidth.columns(of: name)), max(values, TextWidth.columns(of: value)))
    }
    let indent = min(max(12, names + 2), max(rect.size.columns / 2, rect.size.columns - values))
    for (index, row) in zip(first, rect.rows) {
      let line = lines[index]
      switch line {
      case .heading(let text): canvas.write(text, rect.origin.column, row, .strong, within: rect.size.columns)
      case .fact(let name, let value):
        canvas.write(name, rect.origin.column, row, .faint, within: indent - 1)
        let start = rect.origin.column + indent
        canvas.write(value, start, row, .plain, within: rect.columns.upperBound - start)
      case .text(let text): canvas.write(text, rect.origin.column, row, .plain, within: rect.size.columns)
      case .blank: break
      }
    }
    if hasMore, lines.count > first.upperBound {
      canvas.writeTrailing("j for more", before: rect.columns.upperBound, rect.rows.upperBound - 1, .faint)
    }
  }
}
