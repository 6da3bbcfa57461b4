import HealthAnalysis
import HealthModel
package import TerminalModel
package import Widgets

/// One workout: its numbers, heart rate and zones, splits, events and activities.
package struct WorkoutScreen: Screen {
  package static let name: ScreenName = "workout"
  package static let bindings = [
    KeyBinding(
      keys: ["j", .down], action: .move(.down), condition: .withStore, label: "scroll", rank: 1, help: "Next line."),
    KeyBinding(
      keys: ["k", .up], action: .move(.up), condition: .withStore, label: "scroll", rank: 1, help: "Previous line."),
    KeyBinding(keys: [.pageDown], action: .page(.down), condition: .withStore, help: "Next page."),
    KeyBinding(keys: [.pageUp], action: .page(.up), condition: .withStore, help: "Previous page."),
    KeyBinding(
      keys: ["]", .right], action: .view(.moveMark(1)), condition: .withStore, label: "time", rank: 2,
      help: "Later point of the charts."),
    KeyBinding(
      keys: ["[", .left], action: .view(.moveMark(-1)), condition: .withStore, label: "time", rank: 2,
      help: "Earlier point of the charts."),
    KeyBinding(
      keys: [.tab], action: .view(.panel(1)), condition: .withStore, label: "part", rank: 2,
      help: "Next panel: heart rate, zones, pace, map, elevation."),
    KeyBinding(
      keys: [.backTab], action: .view(.panel(-1)), condition: .withStore, help: "Previous panel."),
    KeyBinding(
      keys: [.enter], action: .select, condition: .withStore, label: "day", rank: 3, help: "Open the day."),
    KeyBinding(keys: [.escape, .backspace], action: .back, label: "back", rank: 0, help: "Back to the list."),
  ]

  let row: Int64
  /// The first visible line of the scrollable text.
  var first = 0
  /// The selected column, as one of 60 parts of the time.
  var mark: Int?
  /// The index of the first visible panel.
  var panel = 0

  /// The number of selectable parts of the time.
  static let marks = 60

  package init(row: Int64) {
    self.row = row
  }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [WorkoutQuery(row: row)] }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] { othersQuery(context).map { [$0] } ?? [] }

  private func othersQuery(_ context: ScreenContext) -> WorkoutsQuery? {
    guard WorkoutView.hasOthers(context.size), let summary = detail(context)?.summary else { return nil }
    return WorkoutsQuery(WorkoutRequest(activities: [summary.activity], limit: Self.mostOthers, readsRates: false))
  }

  /// The latest workouts of the same kind, the latest first.
  func others(_ context: ScreenContext) -> [WorkoutSummary] {
    othersQuery(context).flatMap { context.data.answer(to: $0) } ?? []
  }

  private static let mostOthers = 500

  /// nil while it is loading, or if it no longer exists.
  func detail(_ context: ScreenContext) -> WorkoutDetail? {
    context.data.answer(to: WorkoutQuery(row: row)) ?? nil
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .move(.down): first += 1
    case .move(.up): first = max(0, first - 1)
    case .page(.down): first += 10
    case .page(.up): first = max(0, first - 10)
    case .scroll(let rows): first = max(0, first + min(max(rows, -1_000), 1_000))
    case .view(.moveMark(let step)): mark.move(step, among: Self.marks)
    case .view(.mark(let column)): mark = mark == column ? nil : column
    case .view(.panel(let step)):
      // In a low area, the text counts as a panel too.
      panel = (panel + step) % 60
    case .back where mark != nil: mark = nil
    case .back: return [.close]
    case .view(.open(let other)): return Int64(other) == row ? [] : [.close, .show(WorkoutScreen(row: Int64(other)))]
    case .select:
      guard let day = detail(context)?.summary.day else { return [] }
      return [.openDay(day)]
    default: return nil
    }
    first = min(first, 10_000)
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let inner = area.withMargin
    guard let detail = detail(context) else {
      if case .some(nil) = context.data.answer(to: WorkoutQuery(row: row)) {
        canvas.write(
          "This workout no longer exists.", inner.origin.column, inner.origin.row, .faint,
          within: inner.size.columns)
      }
      return
    }
    WorkoutView(detail: detail, screen: self, context: context).draw(on: &canvas, in: inner)
  }
}
