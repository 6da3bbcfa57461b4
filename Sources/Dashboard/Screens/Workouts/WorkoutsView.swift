import HealthAnalysis
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// Draws the list of workouts.
struct WorkoutsView {
  let screen: WorkoutsScreen
  let context: ScreenContext
  let list: PagedList<ListCursor>

  private var formatting: Formatting { context.formatting }

  func draw(on canvas: inout Canvas, in layout: WorkoutsLayout) {
    let overview = screen.overview(context)
    drawTitle(overview, on: &canvas, in: layout.title)
    if let kinds = layout.kinds { drawKinds(overview, on: &canvas, in: kinds) }
    drawTable(on: &canvas, in: layout.table)
    guard let overview, overview.all.count > 0 else { return }
    if let totals = layout.totals { drawTotals(overview, on: &canvas, in: totals) }
    if let load = layout.load { drawLoad(overview, on: &canvas, in: load) }
  }

  private func drawTitle(_ overview: WorkoutOverview?, on canvas: inout Canvas, in rect: CellRect) {
    var totals = overview?.all
    if let kind = screen.kind { totals = overview?.kinds.first { $0.activity == kind }?.totals }
    var facts: [String] = []
    if screen.search == nil, let totals, totals.count > 0 {
      facts = [DayWords.count(totals.count, "workout", "workouts"), formatting.hoursAndMinutes(totals.duration)]
      if totals.energy > 0 { facts.append(formatting.energyText(totals.energy)) }
      if totals.distance > 0 { facts.append(formatting.distance(totals.distance)) }
    }
    let end = canvas.heading(
      screen.kind.map(WorkoutWords.title) ?? "Workouts", canvas.lines(of: facts), in: rect)
    if let search = screen.search {
      let start = canvas.write("/", end + 2, rect.origin.row, .strong)
      search.draw(
        on: &canvas, start, rect.origin.row, within: rect.columns.upperBound - start, isActive: screen.isSearching)
    }
  }

  /// `All 174  Running 60  Walking 40`, each of which can be clicked.
  private func drawKinds(_ overview: WorkoutOverview?, on canvas: inout Canvas, in rect: CellRect) {
    guard let overview else { return }
    var column = rect.origin.column
    let all =
      [(-1, "All", overview.all.recordings)]
      + screen.kinds(context).map { ($0.activity, WorkoutWords.title($0.activity), $0.totals.recordings) }
    for (activity, name, count) in all {
      let isChosen = screen.kind.map { $0 == activity } ?? (activity < 0)
      let text = isChosen ? "[\(name) \(formatting.number(count))]" : " \(name) \(formatting.number(count)) "
      let width = TextWidth.columns(of: text)
      guard column + width <= rect.columns.upperBound - (activity == all.last?.0 ? 0 : 2) else {
        canvas.put(canvas.glyphs.ellipsis, column, rect.origin.row, .faint)
        return
      }
      canvas.write(text, column, rect.origin.row, isChosen ? .strong : .faint)
      canvas.hit(
        CellRect(column: column, row: rect.origin.row, columns: width, rows: 1), .view(.open(activity)))
      column += width + 1
    }
  }

  private func drawTable(on canvas: inout Canvas, in rect: CellRect) {
    let hasHeader = rect.size.rows >= 3
    let shown = list.rows(height: rect.size.rows - (hasHeader ? 1 : 0))
    let rows = shown.map { screen.workout($0, in: list, context) }
    guard !rows.isEmpty else {
      let isKnown = screen.page(nil, context) != nil
      canvas.write(
        isKnown ? "There are no workouts." : "Reading the workouts.", rect.origin.column, rect.origin.row, .faint,
        within: rect.size.columns)
      return
    }
    let overview = screen.overview(context)
    let table = Table(
      columns: [
        .words("Date", sort: 0),
        .number("Time", rank: 5),
        .words("Workout"),
        .number("Duration", sort: 1),
        .number(formatting.energy.symbol, rank: 2, sort: 2),
        .number(formatting.distanceUnit.symbol, rank: 3, sort: 3),
        .number("bpm", rank: 4, sort: 4),
        .number("Load", rank: 6),
      ],
      texts: rows.map { workout in
        guard let workout else { return [""] }
        let load = try? overview?.load(of: workout).get().value
        let dash = String(Character(canvas.glyphs.dash))
        return [
          date(workout.day), formatting.time(minutes: Double(workout.minuteOfDay)), WorkoutWords.title(workout),
        ] + formatting.cells(of: workout, dash: dash) + [load.map { formatting.load($0, dash: dash) } ?? dash]
      },
      first: shown.lowerBound,
      selected: !context.isOnPaper && shown.contains(list.selected) ? list.selected - shown.lowerBound : nil,
      order: ([0, 3, 4, 5, 6][WorkoutOrder.allCases.firstIndex(of: screen.order) ?? 0], screen.isDescending),
      hasHeader: hasHeader)
    table.draw(on: &canvas, in: rect)
  }

  private func drawTotals(_ overview: WorkoutOverview, on canvas: inout Canvas, in rect: CellRect) {
    let table = Table(
      columns: [
        .words("Kind"), .number("Number"),
        .number("Hours", rank: 1), .number(formatting.energy.symbol, rank: 3),
        .number(formatting.distanceUnit.symbol, rank: 2), .number("Load", rank: 4),
      ],
      texts: overview.kinds.prefix(max(0, rect.size.rows - 1)).map { kind in
        [
          WorkoutWords.title(kind.activity), formatting.number(kind.totals.count),
          formatting.number(kind.totals.duration / 3_600, 1),
          formatting.energyNumber(kind.totals.energy),
          kind.totals.distance > 0 ? formatting.number(kind.totals.distance / formatting.distanceUnit.metres, 1) : "",
          formatting.load(kind.totals.load, dash: String(Character(canvas.glyphs.dash))),
        ]
      },
      // Clicking a kind filters by it, and does not select a row of the list.
      click: .own { .view(.open(overview.kinds[$0].activity)) })
    table.draw(on: &canvas, in: rect)
  }

  /// The training load of the last weeks, and of the last months if there is room.
  func drawLoad(_ overview: WorkoutOverview, on canvas: inout Canvas, in rect: CellRect) {
    let parts = rect.size.rows >= 16 ? rect.below([.share(), .share()], gap: 1).compactMap(\.self) : [rect]
    let thisWeek = context.data.week(of: context.today)
    let columns = rect.size.columns - Self.axisColumns
    let count = BarChart.count(filling: columns, from: 26, to: 52)
    let first = stride(from: thisWeek - 7 * (count - 1), through: thisWeek, by: 7).map(\.self)
    draw(
      "Load by week", of: "week", meanOf: 26, spans: first, totals: overview.weeks, on: &canvas, in: parts[0],
      word: { day in day.fields.day <= 7 ? String(formatting.month(day.fields.month).prefix(3)) : nil })
    guard parts.count > 1 else { return }
    let thisMonth = context.today.month.lowerBound
    // From the first workout on, if it was less than two years ago.
    let known = overview.months.keys.min().map { first in
      12 * (thisMonth.fields.year - first.fields.year) + thisMonth.fields.month - first.fields.month + 1
    }
    let months = BarChart.count(filling: columns, from: min(24, max(12, known ?? 0)), to: min(36, known ?? 12))
    draw(
      "Load by month", of: "month", meanOf: 12, spans: ((1 - months)...0).map { thisMonth.addingMonths($0) },
      totals: overview.months, on: &canvas, in: parts[1],
      word: { day in
        day.fields.month == 1 ? "\(day.fields.year)" : String(formatting.month(day.fields.month).prefix(1))
      })
  }

  /// The usual width of the axis.
  private static let axisColumns = 4

  private func draw(
    _ title: String, of unit: String, meanOf count: Int, spans: [Day], totals: [Day: WorkoutTotals],
    on canvas: inout Canvas,
    in rect: CellRect,
    word: (Day) -> String?
  ) {
    guard rect.size.rows >= 3 else { return }
    let loads = spans.map { totals[$0]?.load ?? 0...0 }
    // Where the sex is unknown, the bars show the load by the constants for men, and the words both.
    let values = loads.map(\.lowerBound)
    // The mean is that of half a year of weeks, or a year of months, however many are drawn, from the first workout on.
    let first = totals.keys.min().flatMap { first in spans.firstIndex { $0 >= first } } ?? spans.count
    let begun = max(first, spans.count - count)
    func mean(_ values: [Double]) -> Double {
      let known = values[begun...]
      return known.isEmpty ? 0 : known.reduce(0, +) / Double(known.count)
    }
    let low = mean(values)
    let dash = String(Character(canvas.glyphs.dash))
    let now = "now " + formatting.load(loads.last ?? 0...0, dash: dash)
    // Of those that have room, so it says of how many.
    let usual =
      "\(spans.count - begun)-\(unit) mean "
      + formatting.load(low...max(low, mean(loads.map(\.upperBound))), dash: dash)
    let whole = "\(now), \(usual)"
    let both = loads.contains { $0.lowerBound < $0.upperBound } ? ["\(whole), for men\(dash)for women"] : []
    canvas.heading(title, both + [whole, now], .faint, in: rect)
    let plot = rect.split(top: 1).rest
    let axis = AxisScale(values, startsAtZero: true, steps: max(1, min(4, plot.size.rows / 2)))
    let clicks = canvas.regions.count
    Plot(
      bars: values.map { .bar($0) }, axis: axis, color: canvas.appearance.color(of: .exercise),
      label: { formatting.number($0, axis.decimals) },
      words: spans.enumerated().compactMap { index, day in word(day).map { (index, $0) } },
      hint: { "\(formatting.shortDate(spans[$0])): \(formatting.load(loads[$0], dash: dash))" }
    ).draw(on: &canvas, in: plot)
    let bars = canvas.regions.dropFirst(clicks)
    canvas.regions.removeLast(bars.count)
    for bar in bars {
      guard case .view(.mark(let index)) = bar.action, let row = firstRow(from: spans[index]) else { continue }
      canvas.hit(bar.rect, .choose(row))
    }
  }

  /// The row of the first workout of a week or month, if the list is in the order of dates and has been read so far.
  private func firstRow(from day: Day) -> Int? {
    guard screen.order == .date else { return nil }
    let days = (0..<list.count).lazy.map { row in (row, screen.workout(row, in: list, context)?.day) }
    let found = days.filter { $0.1.map { $0 >= day } == true }
    return screen.isDescending ? found.last?.0 : found.first?.0
  }

  /// `Thu 19 Nov` in this year, `19 Nov 2025` in earlier ones.
  private func date(_ day: Day) -> String {
    if day.fields.year == context.today.fields.year { return formatting.shortDate(day) }
    return formatting.briefDate(day)
  }
}
