import FoundationEssentials
import HealthAnalysis
import HealthModel
import TerminalModel

@testable import Dashboard

/// A dashboard with an event loop that returns the results of its queries.
struct Scene {
  var app: App
  /// All requested effects, in order.
  var effects: [DashboardEffect] = []
  /// The result of a load; nil leaves loads pending.
  var summary: (@Sendable (Day) -> DaySummary?)?

  init(
    size: CellSize = CellSize(columns: 80, rows: 24), today: Day = SampleDays.today, selected: Day? = nil,
    mode: ScreenContext.Mode = .normal,
    appearance: Appearance = Appearance(colors: .none, animates: false), weekStart: Int = 1,
    store: StoreStatus? = .ready(newest: SampleDays.today), screen: any Screen = DayScreen(),
    summary: (@Sendable (Day) -> DaySummary?)? = { SampleDays.summary($0) }
  ) {
    app = App(
      today: today, now: SampleDays.now, size: size, selected: selected, mode: mode,
      appearance: appearance, weekStart: weekStart, screen: screen)
    self.summary = summary
    if let store { send(.storeStatus(store)) }
  }

  var context: ScreenContext { app.context }

  /// The day screen at the bottom of the stack.
  var day: DayScreen { app.screens.first as? DayScreen ?? DayScreen() }

  /// Sends an event and returns the results of all loads that follow from it.
  mutating func send(_ event: DashboardEvent, now: Date = SampleDays.now) {
    var events = [event]
    while !events.isEmpty {
      let asked = app.update(events.removeFirst(), now: now)
      effects += asked
      guard let summary else { continue }
      for effect in asked {
        guard case .load(let query) = effect else { continue }
        switch query {
        case .summaries(let days): events.append(.loaded(query, .summaries(days.compactMap(summary))))
        case .activity(let day): events.append(.loaded(query, .activity(SampleDays.activity(day))))
        case .details(let day): events.append(.loaded(query, .details(SampleDays.details(day))))
        case .records:
          let all = ((SampleDays.today - 400)...SampleDays.today).compactMap(summary)
          events.append(.loaded(query, .records(Records(all, today: SampleDays.today))))
        case .streaks(let today, let weekStart):
          events.append(.loaded(query, .streaks(SampleDays.streaks(today, weekStart, summary))))
        case .trends(let today): events.append(.loaded(query, .trends(SampleDays.trends(today, summary))))
        case .usualHours(let day):
          events.append(.loaded(query, .usualHours(UsualHours(day: day, past: SampleDays.usualDays(day, summary)))))
        default:
          let hasData = summary(SampleDays.today) != nil
          guard let result = hasData ? SampleViews.result(of: query) : SampleViews.nothing(query) else { continue }
          events.append(.loaded(query, result))
        }
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
