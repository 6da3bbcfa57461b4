import FoundationEssentials
import HealthAnalysis
import HealthModel
import TerminalModel
import TestSupport

@testable import Dashboard
@testable import Widgets

/// A dashboard with an event loop that returns the results of its queries.
struct Scene {
  var app: App
  /// All requested effects, in order.
  var effects: [DashboardEffect] = []
  /// The result of a load; nil leaves loads pending.
  var summary: (@Sendable (Day) -> DaySummary?)?
  /// The user's own goals, on every day.
  var goals: [GoalProgress] = []

  init(
    size: CellSize = CellSize(columns: 80, rows: 24), today: Day = SampleDays.today, selected: Day? = nil,
    mode: ScreenContext.Mode = .normal,
    appearance: Appearance = Appearance(colors: .none, animates: false), weekStart: Int = 1,
    store: StoreStatus? = .ready(newest: SampleDays.today), screen: any Screen = DayScreen(),
    goals: [GoalProgress] = [], ownRing: GoalAmount? = nil,
    summary: (@Sendable (Day) -> DaySummary?)? = { SampleDays.summary($0) }
  ) {
    self.goals = goals
    app = App(
      today: today, now: SampleDays.now, size: size, selected: selected, mode: mode,
      appearance: appearance, weekStart: weekStart, ownRing: ownRing, screen: screen)
    self.summary = summary
    if let store { send(.storeStatus(store)) }
  }

  var context: ScreenContext { app.context }

  /// The day screen at the bottom of the stack.
  var day: DayScreen { app.screens.first as? DayScreen ?? DayScreen() }

  /// A streak of closed days is loaded to its end, which in a real store is not far.
  private static let daysWithData = (SampleDays.today - 4_000)...(SampleDays.today + 400)

  /// Sends an event and returns the results of all loads that follow from it.
  mutating func send(_ event: DashboardEvent, now: Date = SampleDays.now) {
    var events = [event]
    while !events.isEmpty {
      let asked = app.update(events.removeFirst(), now: now)
      effects += asked
      guard let summary else { continue }
      for effect in asked {
        guard case .load(let query) = effect else { continue }
        let loaded: LoadedQuery?
        switch query.base {
        case let query as SummariesQuery:
          let days = query.days.overlaps(Self.daysWithData) ? query.days.clamped(to: Self.daysWithData) : nil
          loaded = LoadedQuery(query, days?.compactMap(summary) ?? [])
        case let query as ActivityQuery: loaded = LoadedQuery(query, SampleDays.activity(query.day))
        case let query as GoalsQuery: loaded = LoadedQuery(query, goals)
        case let query as DetailsQuery: loaded = LoadedQuery(query, SampleDays.details(query.day))
        case let query as RecordsQuery:
          let all = ((SampleDays.today - 400)...SampleDays.today).compactMap(summary)
          loaded = LoadedQuery(query, Records(all, today: SampleDays.today))
        case let query as StreaksQuery:
          loaded = LoadedQuery(query, SampleDays.streaks(query.today, query.weekStart, summary))
        case let query as TrendsQuery: loaded = LoadedQuery(query, SampleDays.trends(query.today, summary))
        case let query as UsualHoursQuery:
          loaded = LoadedQuery(query, UsualHours(day: query.day, past: SampleDays.usualDays(query.day, summary)))
        default:
          loaded =
            summary(SampleDays.today) != nil ? SampleViews.loaded(query.base) : SampleViews.nothing(query.base)
        }
        if let loaded { events.append(.loaded(loaded)) }
      }
    }
  }

  /// Presses keys in the notation of `KeyNotation`.
  mutating func press(_ keys: String) {
    for key in KeyNotation.keys(keys) { send(.terminal(.key(key))) }
  }

  mutating func click(_ column: Int, _ row: Int) {
    app.note(frame)
    send(.terminal(.mouse(MouseEvent(action: .press, position: CellPoint(column: column, row: row)))))
  }

  mutating func turnWheel(_ action: MouseEvent.Action) {
    app.note(frame)
    send(.terminal(.mouse(MouseEvent(action: action, position: CellPoint(column: 3, row: 3)))))
  }

  /// The frame with dots for rings: their appearance is tested elsewhere, and drawing them takes most of the time.
  var frame: Frame {
    app.frame { _, rect, _, grid, _ in grid.fill(rect, with: Cell(".")) }
  }

  var grid: CellGrid { frame.grid }

  var text: String { PlainText().text(of: grid) }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The columns of the seven days of the displayed week.
  var week: WeekLayout? { layout.week }

  var layout: DayLayout {
    DayLayout(
      context.body, mode: context.mode, aspect: context.appearance.cellAspect,
      isZoomed: day.isZoomed, ringCount: context.rings.count)
  }

  var footer: Footer {
    Footer(
      context.keymap.bindings(for: app.top), screen: app.top, context: context, columns: context.size.columns)
  }
}
