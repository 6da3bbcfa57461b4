package import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// The measures of a day in groups: training, recovery, and records.
package struct MeasuresScreen: Screen {
  package static let name: ScreenName = "measures"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["V"], action: .open("measures"), condition: .withStore,
    help: "Training, recovery and records.")

  package static let bindings = [
    KeyBinding(
      keys: ["h", .left], action: .move(.left), condition: .afterFirst, label: "day", rank: 1, help: "Previous day."),
    KeyBinding(
      keys: ["l", .right], action: .move(.right), condition: .beforeToday, label: "day", rank: 1, help: "Next day."),
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "measure", rank: 2, help: "Next measure."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "measure", rank: 2, help: "Previous measure."),
    KeyBinding(keys: [.tab], action: .next, label: "group", rank: 2, help: "Next group of measures."),
    KeyBinding(keys: [.backTab], action: .previous, help: "Previous group of measures."),
    KeyBinding(
      keys: ["t", .home], action: .goToToday, condition: .beforeToday, label: "today", rank: 3, help: "Today."),
    KeyBinding(
      keys: ["g"], action: .open("date"), condition: .withStore, label: "date", rank: 3, help: "Go to a date."),
  ]

  private(set) var group = MeasureGroup.training
  private(set) var selected = 0
  /// Whether it is drawn only once, with everything.
  private var isWhole = false

  package init(_ group: MeasureGroup = .training) { self.group = group }

  package init(printing group: MeasureGroup) { (self.group, isWhole) = (group, true) }

  package static func opened(in context: ScreenContext) -> (any Screen)? { MeasuresScreen() }

  private func query(_ context: ScreenContext) -> MeasuresQuery {
    MeasuresQuery(group, on: context.selected, weekStart: context.data.weekStart)
  }

  private func history(_ context: ScreenContext) -> MeasureHistoryQuery? {
    // A record is the best of all days, not a number that changes from day to day.
    group == .records ? nil : MeasureHistoryQuery(group, upTo: context.selected, weekStart: context.data.weekStart)
  }

  private func year(_ context: ScreenContext) -> TrainingYearQuery? {
    group == .training ? TrainingYearQuery(upTo: context.selected, weekStart: context.data.weekStart) : nil
  }

  /// What charts show, which may come later than the numbers.
  private func charts(_ context: ScreenContext) -> [any StoreQuery] {
    let queries: [(any StoreQuery)?] = [history(context), year(context)]
    return queries.compactMap(\.self)
  }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    [query(context)] + (isWhole ? charts(context) : [])
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] { isWhole ? [] : charts(context) }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    let count = MeasureName.allCases.count { $0.group == group }
    switch action {
    case .next, .previous:
      let groups = MeasureGroup.allCases
      let index = groups.firstIndex(of: group) ?? 0
      group = groups[(index + (action == .next ? 1 : groups.count - 1)) % groups.count]
      selected = 0
      return []
    case .move(.left), .move(.right): return DayNavigation.requests(for: action)
    default: return selected.select(action, of: count) ? [] : nil
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    MeasuresView(
      group: group, measures: context.data.answer(to: query(context)),
      history: history(context).flatMap { context.data.answer(to: $0) },
      year: year(context).flatMap { context.data.answer(to: $0) }, selected: selected, context: context
    ).draw(on: &canvas, in: area.withMargin)
  }
}
