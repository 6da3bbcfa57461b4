import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// The heart rate of a day, hour by hour, and less frequent measurements over the weeks before it.
package struct HeartScreen: Screen {
  package static let name: ScreenName = "heart"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["e"], action: .open("heart"), condition: .withStore, label: "heart", rank: 8,
    help: "Heart rate, resting rate, variability, and events.")
  package static let bindings =
    DayNavigation.bindings + [
      KeyBinding(
        keys: ["["], action: .view(.moveMark(-1)), condition: .withStore, label: "hour", rank: 5,
        help: "Previous hour."),
      KeyBinding(
        keys: ["]"], action: .view(.moveMark(1)), condition: .withStore, label: "hour", rank: 5,
        help: "Next hour."),
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, help: "The heart rate over longer periods."),
    ]

  /// The selected hour, as its index in the day.
  var mark: Int?

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { HeartScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [HeartQuery(context.selected)] }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    [-1, 1, -7, 7].map { context.selected + $0 }.filter { $0 >= context.oldestDay && $0 <= context.today }
      .map { HeartQuery($0) }
  }

  func data(_ context: ScreenContext) -> HeartDay? { context.data.answer(to: HeartQuery(context.selected)) }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .view(.moveMark(let step)):
      mark.move(step, among: max(1, data(context)?.hours.count ?? 24))
    case .view(.mark(let hour)): mark = mark == hour ? nil : hour
    case .back where mark != nil: mark = nil
    case .select: return [.show(ChartScreen(type: TypeIdentifier.heartRate, period: .month))]
    default:
      let requests = DayNavigation.requests(for: action)
      if requests != nil { mark = nil }
      return requests
    }
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    HeartView(screen: self, data: data(context), context: context)
      .draw(on: &canvas, in: area.withMargin)
  }
}
