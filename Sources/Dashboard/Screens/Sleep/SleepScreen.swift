import HealthModel
package import TerminalModel

/// The night before a day, with its stages, and the nights of the weeks before.
package struct SleepScreen: Screen {
  package static let name: ScreenName = "sleep"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["n"], action: .open("sleep"), condition: .withStore, label: "sleep", rank: 8,
    help: "Sleep: nights, stages, and regularity.")
  package static let bindings = DayNavigation.bindings

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { SleepScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    [SleepQuery(upTo: context.selected), NightCourseQuery(context.selected)]
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    [-1, 1, -7, 7].map { context.selected + $0 }.filter { $0 >= context.oldestDay && $0 <= context.today }
      .flatMap { [SleepQuery(upTo: $0), NightCourseQuery($0)] as [any StoreQuery] }
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    DayNavigation.requests(for: action)
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    SleepView(
      data: context.data.answer(to: SleepQuery(upTo: context.selected)),
      course: context.data.answer(to: NightCourseQuery(context.selected)), context: context
    ).draw(on: &canvas, in: area.withMargin)
  }
}
