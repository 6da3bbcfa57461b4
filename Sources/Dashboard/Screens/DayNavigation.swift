import HealthModel
import TerminalModel
import Widgets

/// Navigation by days, which all screens of days share.
enum DayNavigation {
  static let bindings = [
    KeyBinding(
      keys: ["h", .left], action: .move(.left), condition: .afterFirst, label: "day", rank: 1, help: "Previous day."),
    KeyBinding(
      keys: ["l", .right], action: .move(.right), condition: .beforeToday, label: "day", rank: 1,
      help: "Next day."),
    KeyBinding(
      keys: ["k", .up], action: .move(.up), condition: .afterFirst, label: "week", rank: 2, help: "Previous week."),
    KeyBinding(
      keys: ["j", .down], action: .move(.down), condition: .beforeToday, label: "week", rank: 2, help: "Next week."),
    KeyBinding(
      keys: ["H", .pageUp], action: .page(.up), condition: .afterFirst, label: "month", rank: 6,
      help: "Previous month."),
    KeyBinding(
      keys: ["L", .pageDown], action: .page(.down), condition: .beforeToday, label: "month", rank: 6,
      help: "Next month."),
    KeyBinding(
      keys: ["t", .home], action: .goToToday, condition: .beforeToday, label: "today", rank: 3, help: "Today."),
    KeyBinding(
      keys: ["g"], action: .open("date"), condition: .withStore, label: "date", rank: 3,
      help: "Go to a date, for example 2026-11-19, 19 nov, mon, -3."),
  ]

  /// The requests for a navigation action; nil if it does not apply.
  static func requests(for action: Action) -> [ScreenRequest]? {
    switch action {
    case .move(.left): [.step(-1)]
    case .move(.right): [.step(1)]
    case .move(.up): [.step(-7)]
    case .move(.down): [.step(7)]
    case .page(.up): [.selectMonth(-1)]
    case .page(.down): [.selectMonth(1)]
    case .scroll(let steps): [.step(steps)]
    default: nil
    }
  }

  /// The selected week and the hours of the selected day.
  static func visible(in context: ScreenContext) -> [any StoreQuery] {
    [SummariesQuery(context.week)] + queries(of: context.selected, in: context)
  }

  private static func queries(of day: Day, in context: ScreenContext) -> [any StoreQuery] {
    [ActivityQuery(day), GoalsQuery(day, weekStart: context.data.weekStart)]
  }

  /// The data for the next step: the adjacent weeks and the days that are one key away, then as much of the past as the
  /// streak needs.
  static func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    let week = context.week
    var queries: [any StoreQuery] = []
    if week.lowerBound > ScreenContext.firstDay {
      queries.append(SummariesQuery((week.lowerBound - 7)...week.upperBound))
    }
    if week.upperBound < context.today { queries.append(SummariesQuery((week.upperBound + 1)...(week.upperBound + 7))) }
    for step in [-1, 1, -7, 7] {
      let day = context.selected + step
      if day >= context.oldestDay, day <= context.today { queries += self.queries(of: day, in: context) }
    }
    if context.selected == context.today { queries.append(UsualHoursQuery(context.today)) }
    if let unknown = context.streak.unknownFrom, unknown < week.lowerBound {
      let last = context.week(of: unknown)
      let first = max(ScreenContext.firstDay, last.lowerBound - 7 * (weeksOfStreakAtATime - 1))
      queries.append(SummariesQuery(first...last.upperBound))
    }
    return queries
  }

  /// A quarter of a year: most streaks end within the first block, and a block loads without a noticeable delay.
  private static let weeksOfStreakAtATime = 13
}
