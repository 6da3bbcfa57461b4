package import HealthAnalysis
package import HealthModel
package import TerminalModel
package import Widgets

/// Quantity types over a day, a week, a month, six months, a year, or all time: one below the other, or two as a
/// scatter plot.
package struct ChartScreen: Screen {
  package static let name: ScreenName = "chart"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["c"], action: .open("chart"), condition: .withStore, label: "chart", rank: 8,
    help: "A chart of any type.")
  package static let bindings =
    PeriodNavigation.bindings + [
      KeyBinding(
        keys: ["/"], action: .view(.chooseType), condition: .withStore, label: "type", rank: 1,
        help: "Choose what the chart shows."),
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
        help: "Show or hide the previous period."),
      KeyBinding(
        keys: ["+"], action: .view(.addType), condition: .withStore, label: "add", rank: 5,
        help: "Add a type below."),
      KeyBinding(
        keys: ["-"], action: .view(.removeType), condition: .withStore, help: "Remove the last type."),
      KeyBinding(
        keys: ["x"], action: .view(.scatter), condition: .withStore, label: "scatter", rank: 5,
        help: "Plot two types against each other, one dot per day."),
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, help: "Zoom in to the selected bar."),
      KeyBinding(
        keys: ["t", .home], action: .goToToday, condition: .beforeToday, label: "today", rank: 6, help: "Today."),
      KeyBinding(
        keys: ["g"], action: .open("date"), condition: .withStore, help: "Go to a date."),
    ]
    + PeriodNavigation.choices

  /// The raw identifiers of the types; never empty.
  package private(set) var types: [String]
  package private(set) var period: ChartPeriod
  var comparesBefore = true
  var mark: Int?
  /// Whether the first two types are shown as a scatter plot.
  package private(set) var isScatter: Bool
  /// By how many days the second type of a scatter plot follows the first.
  private let lag: Int

  /// The maximum number of charts below each other.
  package static let mostTypes = 4

  package init(type: String = TypeIdentifier.stepCount, period: ChartPeriod = .month) {
    self.init(types: [type], period: period)
  }

  /// - Parameters:
  ///   - types: at least one.
  ///   - isScatter: whether two of them are shown as a scatter plot.
  package init(types: [String], period: ChartPeriod = .month, isScatter: Bool = false, lag: Int = 0) {
    self.types = types.isEmpty ? [TypeIdentifier.stepCount] : Array(types.prefix(Self.mostTypes))
    self.period = period
    self.isScatter = isScatter && types.count > 1
    self.lag = lag
  }

  /// Whether a type has numbers to draw.
  package static func shows(_ type: String) -> Bool {
    QuantityTypeCatalog.readable(type) != nil || DayAmount.has(type)
  }

  /// The first.
  package var type: String { types[0] }

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

  /// The types of samples in which its days begin and end.
  package var sampleTypes: Set<String> { Set(types.flatMap { MeasureName(rawValue: $0)?.types ?? [$0] }) }

  private var daysQuery: TypeDaysQuery { TypeDaysQuery(sampleTypes: sampleTypes) }

  private func knownDays(_ context: ScreenContext) -> ClosedRange<Day> {
    (period == .all ? context.data.answer(to: daysQuery) ?? nil : nil) ?? context.knownDays
  }

  /// The visible days.
  func days(_ context: ScreenContext) -> ClosedRange<Day> {
    period.days(of: context.selected, weekStart: context.data.weekStart, known: knownDays(context))
  }

  private func charts(for day: Day, _ context: ScreenContext) -> [ChartQuery] {
    guard !isScatter || types.count < 2 else { return [] }
    let weekStart = context.data.weekStart
    let days = period.days(of: day, weekStart: weekStart, known: knownDays(context))
    return types.map { ChartQuery(type: $0, period: period, days: days, weekStart: weekStart) }
  }

  private func scatter(for day: Day, _ context: ScreenContext) -> ScatterQuery? {
    guard isScatter, types.count > 1 else { return nil }
    return scatter(for: day, weekStart: context.data.weekStart, known: knownDays(context))
  }

  /// The scatter plot of the first two types.
  package func scatter(for day: Day, weekStart: Int, known: ClosedRange<Day>) -> ScatterQuery {
    let days = period.days(of: day, weekStart: weekStart, known: known)
    // A single day would be one dot, so its week is shown instead.
    return ScatterQuery(
      x: types[0], y: types[1], days: days.count == 1 ? day.week(startingOn: weekStart) : days, lag: lag,
      weekStart: weekStart)
  }

  private func queries(for day: Day, _ context: ScreenContext) -> [any StoreQuery] {
    scatter(for: day, context).map { [$0] } ?? charts(for: day, context)
  }

  /// The series of each type, as far as they have been loaded.
  func series(_ context: ScreenContext) -> [ChartSeries?] {
    guard !isScatter else { return [] }
    return charts(for: context.selected, context).map { context.data.answer(to: $0) }
  }

  func scatter(_ context: ScreenContext) -> Scatter? {
    scatter(for: context.selected, context).flatMap { context.data.answer(to: $0) }
  }

  /// The bars or points that can be selected, and how many of them have begun.
  private func count(_ context: ScreenContext) -> (all: Int, begun: Int) {
    guard !isScatter else {
      let points = scatter(context)?.points.count ?? 0
      return (points, points)
    }
    guard let bars = series(context).first??.bars else { return (0, 0) }
    let begun = bars.first?.hour == nil ? bars.count { $0.days.lowerBound <= context.today } : context.hoursBegun
    return (bars.count, min(bars.count, begun))
  }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    (period == .all ? [daysQuery as any StoreQuery] : []) + queries(for: context.selected, context)
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    guard period != .all else { return [TypesQuery()] }
    let days = days(context)
    return [days.lowerBound - 1, days.upperBound + 1].filter { $0 >= context.oldestDay && $0 <= context.today }
      .flatMap { queries(for: $0, context) } + [TypesQuery()]
  }

  // MARK: - Actions

  package func allows(_ action: Action, in context: ScreenContext) -> Bool {
    switch action {
    case .move(.left), .move(.right): period != .all
    default: true
    }
  }

  package func label(of binding: KeyBinding) -> String? {
    isScatter && binding.action == .view(.compare) ? nil : binding.label
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .move(.left), .move(.right):
      mark = nil
      return PeriodNavigation.requests(action == .move(.left) ? -1 : 1, period)
    case .scroll(let steps):
      mark = nil
      return PeriodNavigation.requests(steps.signum(), period)
    case .move(.down): change(to: 1)
    case .move(.up): change(to: -1)
    case .view(.period(let chosen)):
      period = chosen
      mark = nil
    case .view(.compare):
      guard !isScatter else { return [.notice("A scatter plot has no period before. x returns to the charts.")] }
      comparesBefore.toggle()
    case .view(.chooseType): return [.show(TypeScreen(selected: type, in: context))]
    case .view(.type(let chosen)):
      types[0] = chosen
      mark = nil
    case .view(.addType): return add(context)
    case .view(.alsoType(let chosen)):
      if !types.contains(chosen), types.count < Self.mostTypes { types.append(chosen) }
      mark = nil
    case .view(.removeType):
      guard types.count > 1 else { return [.notice("A chart has at least one type. / chooses another.")] }
      types.removeLast()
      if types.count < 2 { isScatter = false }
      mark = nil
    case .view(.scatter):
      mark = nil
      isScatter.toggle()
      // The second type must be chosen first.
      if isScatter, types.count < 2 {
        isScatter = false
        return [.notice("+ adds the type that this one is to be compared with.")]
      }
    case .view(.moveMark(let step)):
      let count = count(context)
      guard count.all > 0 else { return [] }
      mark = min(count.all - 1, max(0, (mark ?? (step > 0 ? -1 : count.begun)) + step))
    case .view(.mark(let bar)): mark = mark == bar ? nil : bar
    case .select: return closer(context)
    case .back where mark != nil: mark = nil
    default: return nil
    }
    return []
  }

  private func add(_ context: ScreenContext) -> [ScreenRequest] {
    guard types.count < Self.mostTypes else { return [.notice("More than \(Self.mostTypes) types do not fit.")] }
    return [.show(TypeScreen(selected: types.last ?? type, in: context, isAdded: true))]
  }

  private mutating func change(to step: Int) {
    let all = ChartPeriod.allCases
    period = all[min(all.count - 1, max(0, (all.firstIndex(of: period) ?? 0) + step))]
    mark = nil
  }

  /// Zooms from a bar to the period that it covers.
  private mutating func closer(_ context: ScreenContext) -> [ScreenRequest] {
    guard let mark else { return [] }
    if isScatter {
      guard let points = scatter(context)?.points, points.indices.contains(mark) else { return [] }
      return [.openDay(points[mark].day)]
    }
    guard let series = series(context).first ?? nil, series.bars.indices.contains(mark) else { return [] }
    let bar = series.bars[mark]
    guard bar.hour == nil else { return [.openDay(bar.days.lowerBound)] }
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
    ChartView(screen: self, context: context)
      .draw(on: &canvas, in: area.withMargin)
  }
}
