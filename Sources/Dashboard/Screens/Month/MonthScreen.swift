import HealthAnalysis
import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// A month as a calendar of small rings, with navigation by days.
package struct MonthScreen: Screen {
  package static let name: ScreenName = "month"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["M"], action: .open("month"), condition: .withStore, label: "calendar", rank: 4,
    help: "The month as a calendar.")
  package static let bindings =
    [
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, label: "open", help: "Open the selected day.")
    ] + DayNavigation.bindings

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { MonthScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [Self.query(for: context.selected, context)] }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    let month = context.selected.month
    return [month.lowerBound - 1, month.upperBound + 1].filter { $0 >= context.oldestDay && $0 <= context.today }
      .map { Self.query(for: $0, context) } + [ActivityQuery(context.selected)]
  }

  /// The whole weeks in a month's calendar.
  static func query(for day: Day, _ context: ScreenContext) -> SummariesQuery {
    let weeks = MonthLayout.weeks(of: day, in: context.data)
    return SummariesQuery((weeks.first ?? day)...((weeks.last ?? day) + 6))
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select: [.openDay(context.selected)]
    case .scroll(let steps): [.step(7 * steps)]
    default: DayNavigation.requests(for: action)
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let area = area.withMargin
    if let layout = MonthLayout(area, month: context.selected, data: context.data) {
      MonthView(context: context, layout: layout).draw(on: &canvas)
    } else if let strip = MonthStrip(context: context, area: area) {
      strip.draw(on: &canvas)
    } else {
      drawWords(on: &canvas, in: area, context: context)
    }
  }

  /// The month as text, if a calendar does not fit.
  private func drawWords(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let totals = context.totals(of: context.selected.month)
    let lines = [
      context.formatting.monthAndYear(context.selected), totals.closedWords,
      context.formatting.shortDate(context.selected),
    ]
    for (line, row) in zip(lines, area.rows) {
      canvas.write(line, area.origin.column, row, row == area.origin.row ? .strong : .plain, within: area.size.columns)
    }
  }
}
