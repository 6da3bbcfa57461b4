import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// Streaks, perfect weeks and months, best days, totals and awards.
package struct StreaksScreen: Screen {
  package static let name: ScreenName = "streaks"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["A"], action: .open("streaks"), condition: .withStore, help: "Streaks, best days and awards.")

  package static let bindings = [
    KeyBinding(
      keys: [.enter], action: .select, condition: .withStore, label: "open", help: "Open the day of the award."),
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "award", rank: 1, help: "Next award."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "award", rank: 1, help: "Previous award."),
    KeyBinding(keys: [.pageDown], action: .page(.down), help: "Next page."),
    KeyBinding(keys: [.pageUp], action: .page(.up), help: "Previous page."),
    KeyBinding(keys: ["g", .home], action: .first, help: "First award."),
    KeyBinding(keys: ["G", .end], action: .last, help: "Last award."),
  ]

  /// The selected award.
  private(set) var selected = 0
  private var viewport = Viewport()

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { StreaksScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [context.streaksQuery] }

  /// The number of rows that show all awards, once they are loaded.
  package static func rows(in context: ScreenContext) -> Int {
    StreaksView(context: context, area: context.body).rows(of: context.streaks?.awards.count ?? 0)
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    let awards = context.streaks?.awards ?? []
    let height = max(1, StreaksView(context: context, area: context.body).awardRows)
    switch action {
    case .select:
      guard awards.indices.contains(selected) else { return [] }
      return [.openDay(awards[selected].latest)]
    case .goTo(let day): return [.openDay(day)]
    case .choose(let index) where index == selected: return handle(.select, in: context)
    default: guard selected.select(action, of: awards.count, page: height) else { return nil }
    }
    viewport.show(selected, of: awards.count, height: height)
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    StreaksView(context: context, area: area, selected: selected, viewport: viewport).draw(on: &canvas)
  }
}
