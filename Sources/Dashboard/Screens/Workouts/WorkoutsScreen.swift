import HealthAnalysis
import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// All workouts: a table that can be filtered and sorted, and totals by kind, week and month.
package struct WorkoutsScreen: Screen {
  package static let name: ScreenName = "workouts"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["w"], action: .open("workouts"), condition: .withStore, label: "workouts", rank: 8,
    help: "All workouts.")
  package static let bindings =
    PagedList<ListCursor>.bindings + [
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, label: "open", rank: 1, help: "Open the workout."),
      KeyBinding(
        keys: ["f", .tab], action: .view(.filter(1)), condition: .withStore, label: "kind", rank: 3,
        help: "Next kind of workout only."),
      KeyBinding(
        keys: ["F", .backTab], action: .view(.filter(-1)), condition: .withStore, label: "kind", rank: 3,
        help: "Previous kind of workout only."),
      KeyBinding(
        keys: ["s"], action: .sort(.next), condition: .withStore, label: "order", rank: 4,
        help: "Sort by the next column."),
      KeyBinding(
        keys: ["r"], action: .sort(.reverse), condition: .withStore, label: "reverse", rank: 6,
        help: "Reverse the order."),
      KeyBinding(
        keys: ["/"], action: .search, condition: .withStore, label: "search", rank: 5,
        help: "Filter kinds by name; Esc clears the filter."),
      KeyBinding(keys: [.backspace], action: .erase(.before), help: "Delete a character of the search."),
    ]

  var list = PagedList<ListCursor>(pageSize: 200)
  var order = WorkoutOrder.date
  var isDescending = true
  /// The raw number of the only visible activity; nil for all.
  var kind: Int?
  var search: TextField?
  var isSearching = false

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { WorkoutsScreen() }

  package var takesText: Bool { isSearching }

  // MARK: - Data

  func overview(_ context: ScreenContext) -> WorkoutOverview? {
    context.data.answer(to: overviewQuery(context))
  }

  private func overviewQuery(_ context: ScreenContext) -> WorkoutOverviewQuery {
    WorkoutOverviewQuery(weekStart: context.data.weekStart)
  }

  /// The kinds whose name matches the search.
  func kinds(_ context: ScreenContext) -> [WorkoutOverview.Kind] {
    let kinds = overview(context)?.kinds ?? []
    guard let words = search?.text.lowercased(), !words.isEmpty else { return kinds }
    return kinds.filter { WorkoutWords.words($0.activity).contains(words) }
  }

  private func request(after cursor: ListCursor?, _ context: ScreenContext) -> WorkoutRequest {
    var activities: Set<Int>?
    if let kind {
      activities = [kind]
    } else if let search, !search.text.isEmpty {
      activities = Set(kinds(context).map(\.activity))
    }
    return WorkoutRequest(
      activities: activities, order: order, isDescending: isDescending, after: cursor, limit: list.pageSize)
  }

  func page(_ cursor: ListCursor?, _ context: ScreenContext) -> [WorkoutSummary]? {
    context.data.answer(to: WorkoutsQuery(request(after: cursor, context)))
  }

  /// The same list with newly loaded rows.
  func learned(_ context: ScreenContext) -> PagedList<ListCursor> { list.learned { page($0, context) } }

  func workout(_ row: Int, in list: PagedList<ListCursor>, _ context: ScreenContext) -> WorkoutSummary? {
    list.entry(row) { page($0, context) }
  }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    [overviewQuery(context)]
      + learned(context).pages(height: context.size.rows).map { WorkoutsQuery(request(after: $0.cursor, context)) }
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    let list = learned(context)
    return workout(list.selected, in: list, context).map { [WorkoutQuery(row: $0.row)] } ?? []
  }

  // MARK: - Actions

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    list = learned(context)
    if isSearching || search != nil, let requests = handleSearch(action) { return requests }
    switch action {
    case .search:
      search = search ?? TextField()
      isSearching = true
      kind = nil
    case .select:
      guard let workout = workout(list.selected, in: list, context) else { return [] }
      return [.show(WorkoutScreen(row: workout.row))]
    case .sort(.next):
      let all = WorkoutOrder.allCases
      order = all[((all.firstIndex(of: order) ?? 0) + 1) % all.count]
      list.startAgain()
    case .sort(.column(let column)):
      guard WorkoutOrder.allCases.indices.contains(column) else { return [] }
      let chosen = WorkoutOrder.allCases[column]
      if chosen == order { isDescending.toggle() } else { order = chosen }
      list.startAgain()
    case .sort(.reverse):
      isDescending.toggle()
      list.startAgain()
    case .view(.filter(let step)):
      let kinds = kinds(context).map(\.activity)
      let place = kind.flatMap { kinds.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      let next = ((place + step) % (kinds.count + 1) + kinds.count + 1) % (kinds.count + 1)
      kind = next == 0 ? nil : kinds[next - 1]
      list.startAgain()
    case .view(.open(let activity)):
      kind = activity < 0 || kind == activity ? nil : activity
      list.startAgain()
    default:
      return list.handle(action, height: tableRows(context)) ? [] : nil
    }
    return []
  }

  private mutating func handleSearch(_ action: Action) -> [ScreenRequest]? {
    switch action {
    case .select where isSearching:
      isSearching = false
    case .back:
      search = nil
      isSearching = false
      list.startAgain()
    case .insert, .erase:
      guard isSearching, search?.handle(action) == true else { return isSearching ? [] : nil }
      list.startAgain()
    default: return nil
    }
    return []
  }

  // MARK: - Drawing

  private func tableRows(_ context: ScreenContext) -> Int {
    let body = context.body
    return max(1, WorkoutsLayout(body.withMargin).table.size.rows - 1)
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    WorkoutsView(screen: self, context: context, list: learned(context))
      .draw(on: &canvas, in: WorkoutsLayout(area.withMargin, kinds: overview(context)?.kinds.count ?? 8))
  }
}

/// The areas of the list of workouts.
struct WorkoutsLayout: Hashable {
  var title: CellRect
  /// The filter for kinds; nil if there is no room.
  var kinds: CellRect?
  var table: CellRect
  /// Totals by kind, and the training load; beside the table or below it.
  var totals: CellRect?
  var load: CellRect?

  /// - Parameter kinds: the number of kinds of workouts.
  init(_ area: CellRect, kinds count: Int = 8) {
    var rest: CellRect
    (title, rest) = area.split(top: 1)
    if rest.size.rows >= 8, rest.size.columns >= 40 {
      let parts = rest.split(top: 1)
      kinds = parts.top
      rest = parts.rest.split(top: 1).rest
    }
    if rest.size.columns >= 130, rest.size.rows >= 16 {
      let width = min(84, rest.size.columns * 2 / 5)
      let side = CellRect(
        column: rest.columns.upperBound - width, row: rest.origin.row, columns: width, rows: rest.size.rows)
      rest.size.columns -= width + 3
      let rows = min(count + 1, side.size.rows / 3)
      let parts = side.split(top: rows)
      totals = parts.top
      load = parts.rest.split(top: 1).rest
    } else if rest.size.rows >= 15, rest.size.columns >= 40 {
      let rows = min(12, rest.size.rows * 2 / 5)
      let parts = rest.split(top: rest.size.rows - rows)
      rest = parts.top
      rest.size.rows -= 1
      load = parts.rest
    }
    table = rest
  }
}
