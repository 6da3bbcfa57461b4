import FoundationEssentials
import HealthModel
import TerminalModel

@testable import Dashboard

/// A dashboard with somebody behind it who answers its loads.
struct Scene {
  var state: DashboardState
  /// Everything that was asked for, in order.
  var effects: [DashboardEffect] = []
  /// What a load finds; nil leaves loads unanswered.
  var summary: (@Sendable (Day) -> DaySummary?)?

  init(
    size: CellSize = CellSize(columns: 80, rows: 24), selected: Day? = nil, mode: DashboardState.Mode = .normal,
    appearance: Appearance = Appearance(colors: .none, animates: false), weekStart: Int = 1,
    store: StoreStatus? = .ready(newest: SampleDays.today),
    summary: (@Sendable (Day) -> DaySummary?)? = { SampleDays.summary($0) }
  ) {
    state = DashboardState(
      today: SampleDays.today, now: SampleDays.now, size: size, selected: selected, mode: mode,
      appearance: appearance, weekStart: weekStart)
    self.summary = summary
    if let store { send(.storeStatus(store)) }
  }

  /// Sends an event and answers the loads that follow from it, until there are none.
  mutating func send(_ event: DashboardEvent, now: Date = SampleDays.now) {
    var events = [event]
    while !events.isEmpty {
      let asked = state.update(events.removeFirst(), now: now)
      effects += asked
      guard let summary else { continue }
      for effect in asked {
        switch effect {
        case .load(let days): events.append(.loaded(days, days.compactMap(summary)))
        case .loadActivity(let day): events.append(.loadedActivity(SampleDays.activity(day)))
        case .setMouse, .suspend, .quit: break
        }
      }
    }
  }

  /// Presses keys in the notation of `KeyNotation`.
  mutating func press(_ keys: String) {
    for key in KeyNotation.keys(keys) { send(.terminal(.key(key))) }
  }

  mutating func click(_ column: Int, _ row: Int) {
    send(.terminal(.mouse(MouseEvent(action: .press, position: CellPoint(column: column, row: row)))))
  }

  /// The frame with dots for rings: what rings look like is not decided here, and drawing them takes most of the time.
  var grid: CellGrid {
    compose(state, formatting: .english, previous: nil) { _, rect, grid, _ in grid.fill(rect, with: Cell(".")) }
  }

  var text: String { PlainText().text(of: grid) }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
}
