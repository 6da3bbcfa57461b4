import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// The samples of a type, of some days or all, page by page.
package struct SamplesScreen: Screen {
  package static let name: ScreenName = "samples"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["v"], action: .open("samples"), condition: .withStore, label: "samples", rank: 9,
    help: "The samples of any type.")
  package static let bindings =
    PagedList<ListCursor>.bindings + PeriodNavigation.bindings + [
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, label: "open", rank: 1,
        help: "All details of the sample."),
      KeyBinding(
        keys: ["/"], action: .view(.chooseType), condition: .withStore, label: "type", rank: 1,
        help: "Choose another type."),
      KeyBinding(
        keys: ["s"], action: .sort(.next), condition: .withStore, label: "order", rank: 4,
        help: "Sort by value, or by date."),
      KeyBinding(
        keys: ["r"], action: .sort(.reverse), condition: .withStore, label: "reverse", rank: 6,
        help: "Reverse the order."),
      KeyBinding(
        keys: ["f"], action: .view(.filter(1)), condition: .withStore, label: "source", rank: 5,
        help: "Only the selected sample's source, or all sources."),
      KeyBinding(
        keys: ["d", .delete], action: .view(.delete), condition: .withStore, label: "delete", rank: 5,
        help: "Delete the sample, after confirmation; u restores it."),
      KeyBinding(
        keys: ["g"], action: .open("date"), condition: .withStore,
        help: "Go to a date; from all days, to that day alone."),
    ]
    + PeriodNavigation.choices

  /// The raw identifier of the type.
  var type: String
  var period = ChartPeriod.all
  var order = SampleListRequest.Order.date
  var isDescending = true
  var source: String?
  var list = PagedList<ListCursor>(pageSize: 200)

  /// - Parameter source: the only visible source; nil for all.
  package init(type: String = TypeIdentifier.stepCount, source: String? = nil) {
    self.type = type
    self.source = source
  }

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    // For the current context: the type of the chart below, if there is one.
    SamplesScreen()
  }

  // MARK: - Data

  func days(_ context: ScreenContext) -> ClosedRange<Day>? {
    guard period != .all else { return nil }
    return period.days(
      of: context.selected, weekStart: context.data.weekStart, known: context.knownDays)
  }

  private func request(after cursor: ListCursor?, _ context: ScreenContext) -> SampleListRequest {
    SampleListRequest(
      type: type, days: days(context), order: order, isDescending: isDescending, source: source, after: cursor,
      limit: list.pageSize)
  }

  func page(_ cursor: ListCursor?, _ context: ScreenContext) -> [SampleListEntry]? {
    context.data.answer(to: SamplesQuery(request(after: cursor, context)))
  }

  func learned(_ context: ScreenContext) -> PagedList<ListCursor> { list.learned { page($0, context) } }

  func entry(_ row: Int, in list: PagedList<ListCursor>, _ context: ScreenContext) -> SampleListEntry? {
    list.entry(row) { page($0, context) }
  }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    learned(context).pages(height: context.size.rows).map {
      SamplesQuery(request(after: $0.cursor, context))
    }
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    let list = learned(context)
    let entry = entry(list.selected, in: list, context)
    return [TypesQuery()] + (entry.map { [SampleQuery(row: $0.row)] } ?? [])
      + (chartQuery(entry, context).map { [$0] } ?? [])
  }

  /// The month of a sample; nil if there is no room for it beside the list, or if the type is no quantity.
  func chartQuery(_ entry: SampleListEntry?, _ context: ScreenContext) -> ChartQuery? {
    guard let entry, SamplesView.hasSide(context.size), QuantityTypeCatalog.entry(for: type) != nil else { return nil }
    return ChartQuery(type: type, period: .month, days: entry.day.month, weekStart: context.data.weekStart)
  }

  // MARK: - Actions

  package func allows(_ action: Action, in context: ScreenContext) -> Bool {
    switch action {
    case .move(.left), .move(.right): period != .all
    default: true
    }
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    list = learned(context)
    switch action {
    case .select:
      return entry(list.selected, in: list, context).map { [.show(SampleScreen(row: $0.row))] } ?? []
    case .move(.left), .move(.right):
      list.startAgain()
      return PeriodNavigation.requests(action == .move(.left) ? -1 : 1, period)
    case .goTo(let day):
      if period == .all { period = .day }
      list.startAgain()
      return [.select(day)]
    case .view(.delete):
      guard let entry = entry(list.selected, in: list, context),
        case .some(let detail?) = context.data.answer(to: SampleQuery(row: entry.row))
      else { return [] }
      return [.show(SampleScreen.question(detail, context))]
    case .view(.chooseType): return [.show(TypeScreen(selected: type, in: context, onlyQuantities: false))]
    case .view(.type(let chosen)):
      type = chosen
      source = nil
    case .view(.period(let chosen)): period = chosen
    case .sort(.next): order = order == .date ? .value : .date
    case .sort(.column(let column)):
      let chosen: SampleListRequest.Order = column == 0 ? .date : .value
      if chosen == order { isDescending.toggle() } else { order = chosen }
    case .sort(.reverse): isDescending.toggle()
    case .view(.filter):
      source = source == nil ? entry(list.selected, in: list, context)?.source : nil
    default:
      return list.handle(action, height: max(1, context.body.size.rows - 3)) ? [] : nil
    }
    list.startAgain()
    return []
  }

  // MARK: - Drawing

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    SamplesView(screen: self, context: context, list: learned(context))
      .draw(on: &canvas, in: area.withMargin)
  }
}
