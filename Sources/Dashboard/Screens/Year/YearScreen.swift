import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// Years of days, one cell per day, several years above each other.
package struct YearScreen: Screen {
  package static let name: ScreenName = "year"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["Y"], action: .open("year"), condition: .withStore, help: "Years of days, coloured by rings closed.")

  package static let bindings =
    [
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, label: "open", help: "Open the selected day."),
      KeyBinding(
        keys: ["h", .left], action: .move(.left), condition: .afterFirst, label: "week", rank: 1,
        help: "Previous week."),
      KeyBinding(
        keys: ["l", .right], action: .move(.right), condition: .beforeToday, label: "week", rank: 1, help: "Next week."),
      KeyBinding(
        keys: ["k", .up], action: .move(.up), condition: .afterFirst, label: "day", rank: 2, help: "Previous day."),
      KeyBinding(
        keys: ["j", .down], action: .move(.down), condition: .beforeToday, label: "day", rank: 2, help: "Next day."),
      KeyBinding(
        keys: ["H", .pageUp], action: .page(.up), condition: .afterFirst, label: "year", rank: 3,
        help: "Previous year."),
      KeyBinding(
        keys: ["L", .pageDown], action: .page(.down), condition: .beforeToday, label: "year", rank: 3,
        help: "Next year."),
    ] + DayNavigation.bindings.filter { $0.action == .goToToday || $0.action == .open("date") }
    + Ring.allCases.map { ring in
      KeyBinding(
        keys: [.character(Unicode.Scalar(UInt8(ascii: "1") + UInt8(ring.rawValue)))], action: .selectRing(ring),
        condition: .withStore, label: "colour", rank: 4, help: "Colour only by \(ring.name); again for all rings.")
    }

  /// The ring whose progress colours the days; nil for the number of closed rings.
  var ring: Ring?

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { YearScreen() }

  private func layout(in area: CellRect, _ context: ScreenContext) -> YearLayout {
    YearLayout(area, selected: context.selected, oldest: context.oldestDay, today: context.today, data: context.data)
  }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    layout(in: context.body, context).shownDays.map { Self.query($0, context) } ?? []
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    guard let first = layout(in: context.body, context).shownDays?.lowerBound else {
      return [ActivityQuery(context.selected)]
    }
    return Self.query((first - 1).year.lowerBound...(first - 1), context) + [ActivityQuery(context.selected)]
  }

  /// A query for some days, limited to those that can have data.
  private static func query(_ days: ClosedRange<Day>, _ context: ScreenContext) -> [any StoreQuery] {
    let days = (max(days.lowerBound, context.oldestDay), min(days.upperBound, context.today))
    guard days.0 <= days.1 else { return [] }
    return [SummariesQuery(context.data.week(of: days.0)...(context.data.week(of: days.1) + 6))]
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    let showsMonths = layout(in: context.body, context).form != .grid
    switch action {
    case .select: return [.openDay(context.selected)]
    case .selectRing(let chosen):
      guard context.rings.contains(chosen) else { return [.absent(chosen)] }
      ring = ring == chosen ? nil : chosen
      return []
    // In the order of the cells: weeks are side by side, days below each other.
    case .move(.left): return showsMonths ? [.selectMonth(-1)] : [.step(-7)]
    case .move(.right): return showsMonths ? [.selectMonth(1)] : [.step(7)]
    case .move(.up): return [.step(-1)]
    case .move(.down): return [.step(1)]
    case .page(.up): return [.selectMonth(-12)]
    case .page(.down): return [.selectMonth(12)]
    case .scroll(let steps): return [.step(7 * steps)]
    default: return nil
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    YearView(context: context, layout: layout(in: area, context), ring: ring).draw(on: &canvas)
  }
}
