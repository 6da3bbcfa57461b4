package import HealthModel
package import TerminalModel

/// A quantity type over a day, a week, a month, six months, a year, or all of the time.
package struct ChartScreen: Screen {
  package static let name: ScreenName = "chart"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["c"], action: .open("chart"), condition: .withStore, label: "chart", rank: 8,
    help: "A chart of any type.")
  package static let bindings =
    [
      KeyBinding(
        keys: ["/", "y"], action: .view(.chooseType), condition: .withStore, label: "type", rank: 1,
        help: "Choose what the chart shows."),
      KeyBinding(
        keys: ["h", .left], action: .move(.left), condition: .afterFirst, label: "period", rank: 2,
        help: "The period before."),
      KeyBinding(
        keys: ["l", .right], action: .move(.right), condition: .beforeToday, label: "period", rank: 2,
        help: "The next period."),
      KeyBinding(
        keys: ["j", .down], action: .move(.down), condition: .withStore, help: "A longer period."),
      KeyBinding(
        keys: ["k", .up], action: .move(.up), condition: .withStore, help: "A shorter period."),
      KeyBinding(
        keys: ["["], action: .view(.moveMark(-1)), condition: .withStore, label: "bar", rank: 4,
        help: "The value of the previous bar."),
      KeyBinding(
        keys: ["]"], action: .view(.moveMark(1)), condition: .withStore, label: "bar", rank: 4,
        help: "The value of the next bar."),
      KeyBinding(
        keys: ["b"], action: .view(.compare), condition: .withStore, label: "before", rank: 5,
        help: "The period before beside it, or not."),
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, help: "What the bar stands for, closer."),
      KeyBinding(
        keys: ["t", .home], action: .goToToday, condition: .beforeToday, label: "today", rank: 6, help: "Today."),
      KeyBinding(
        keys: ["g"], action: .open("date"), condition: .withStore, help: "Go to a date."),
    ]
    + zip(ChartPeriod.allCases, ["1", "2", "3", "4", "5", "6"]).map { period, key in
      KeyBinding(
        keys: [.character(Unicode.Scalar(key) ?? "1")], action: .view(.period(period)), condition: .withStore,
        help: "\(Self.name(of: period)).")
    }

  /// The raw identifier of the type.
  package private(set) var type: String
  package private(set) var period: ChartPeriod
  var comparesBefore = true
  var mark: Int?

  package init(type: String = TypeIdentifier.stepCount, period: ChartPeriod = .month) {
    self.type = type
    self.period = period
  }

  package static func opened(in context: ScreenContext) -> (any Screen)? { ChartScreen() }

  static func name(of period: ChartPeriod) -> String {
    switch period {
    case .day: "Day"
    case .week: "Week"
    case .month: "Month"
    case .sixMonths: "6 months"
    case .year: "Year"
    case .all: "All"
    }
  }

  // MARK: - Data

  /// The days that are shown.
  func days(_ context: ScreenContext) -> ClosedRange<Day> {
    period.days(of: context.selected, weekStart: context.data.weekStart, known: known(context))
  }

  private func known(_ context: ScreenContext) -> ClosedRange<Day> {
    // Ten years where it is not known when data begin.
    let first = context.store.oldest ?? context.today - 3_652
    return min(first, context.today)...context.today
  }

  private func query(for day: Day, _ context: ScreenContext) -> Query {
    .chart(
      ChartRequest(
        type: type, period: period,
        days: period.days(of: day, weekStart: context.data.weekStart, known: known(context)),
        weekStart: context.data.weekStart))
  }

  func series(_ context: ScreenContext) -> ChartSeries? {
    guard case .chart(let series) = context.data.answer(query(for: context.selected, context)) else { return nil }
    return series
  }

  package func visible(in context: ScreenContext) -> [Query] { [query(for: context.selected, context)] }

  package func prefetched(in context: ScreenContext) -> [Query] {
    guard period != .all else { return [.types] }
    let days = days(context)
    return [days.lowerBound - 1, days.upperBound + 1].filter { $0 >= context.oldestDay && $0 <= context.today }
      .map { query(for: $0, context) } + [.types]
  }

  // MARK: - Actions

  package func allows(_ action: Action, in context: ScreenContext) -> Bool {
    switch action {
    case .move(.left), .move(.right): period != .all
    default: true
    }
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .move(.left), .move(.right):
      mark = nil
      return walk(action == .move(.left) ? -1 : 1, context)
    case .scroll(let steps):
      mark = nil
      return walk(steps.signum(), context)
    case .move(.down): change(to: 1)
    case .move(.up): change(to: -1)
    case .view(.period(let chosen)):
      period = chosen
      mark = nil
    case .view(.compare): comparesBefore.toggle()
    case .view(.chooseType): return [.show(TypeScreen(selected: type, in: context))]
    case .view(.type(let chosen)):
      type = chosen
      mark = nil
    case .view(.moveMark(let step)):
      guard let count = series(context)?.bars.count, count > 0 else { return [] }
      mark = min(count - 1, max(0, (mark ?? (step > 0 ? -1 : count)) + step))
    case .view(.mark(let bar)): mark = mark == bar ? nil : bar
    case .select: return closer(context)
    case .back where mark != nil: mark = nil
    default: return nil
    }
    return []
  }

  private func walk(_ steps: Int, _ context: ScreenContext) -> [ScreenRequest] {
    switch period {
    case .day: return [.step(steps)]
    case .week: return [.step(7 * steps)]
    case .month: return [.selectMonth(steps)]
    case .sixMonths: return [.selectMonth(6 * steps)]
    case .year: return [.selectMonth(12 * steps)]
    case .all: return []
    }
  }

  private mutating func change(to step: Int) {
    let all = ChartPeriod.allCases
    period = all[min(all.count - 1, max(0, (all.firstIndex(of: period) ?? 0) + step))]
    mark = nil
  }

  /// From a bar to the period that shows what it is made of.
  private mutating func closer(_ context: ScreenContext) -> [ScreenRequest] {
    guard let mark, let series = series(context), series.bars.indices.contains(mark) else { return [] }
    let bar = series.bars[mark]
    guard bar.hour == nil else { return [.select(bar.days.lowerBound), .open("day")] }
    switch period.step(series.days) {
    case .hour, .day: period = .day
    case .week: period = .week
    case .month: period = .month
    case .year: period = .year
    }
    self.mark = nil
    return [.select(bar.days.lowerBound)]
  }

  // MARK: - Drawing

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    ChartView(screen: self, series: series(context), context: context)
      .draw(on: &canvas, in: area.inset(columns: area.size.columns >= 60 ? 1 : 0))
  }
}
