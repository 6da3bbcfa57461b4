import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// Trends: the last ninety days compared with the last year.
package struct TrendsScreen: Screen {
  package static let name: ScreenName = "trends"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["R"], action: .open("trends"), condition: .withStore,
    help: "Trends: the last 90 days compared with the year.")

  package static let bindings = [
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "trend", rank: 1, help: "Next trend."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "trend", rank: 1, help: "Previous trend."),
    KeyBinding(keys: ["g", .home], action: .first, help: "First trend."),
    KeyBinding(keys: ["G", .end], action: .last, help: "Last trend."),
  ]

  private(set) var selected = 0

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { TrendsScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [TrendsQuery(today: context.today)] }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    selected.select(action, of: context.trends?.trends.count ?? 0) ? [] : nil
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    guard let report = context.trends else { return }
    let view = TrendsView(context: context, report: report, selected: min(selected, max(0, report.trends.count - 1)))
    view.draw(on: &canvas, in: area)
  }
}
