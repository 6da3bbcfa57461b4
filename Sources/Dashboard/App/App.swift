package import FoundationEssentials
package import HealthModel
package import TerminalModel

/// The dashboard: a stack of screens over what they share. A frame is a function of it, and of nothing else.
package struct App: Sendable {
  package var context: ScreenContext
  /// The screens that are open; the last one takes the keys. Never empty: the first is a screen of its own.
  package internal(set) var screens: [any Screen]
  /// Where a click does something on the frame that is shown.
  package private(set) var regions: [HitRegion] = []
  /// What the pointer is told on it.
  package private(set) var hints: [Hint] = []
  /// Counts what can be seen changing, so that nothing is drawn where nothing has.
  package internal(set) var revision = 0

  /// False until the user, by key or option, has chosen a day; until then the newest data chooses.
  var hasChosenDay: Bool
  /// Which rings of a day are known to be closed, of today as it was last read.
  var closedRings: (day: Day, rings: Set<HealthModel.Ring>)?
  /// The day of the month that walking by months began on, to come back to after a shorter month.
  var dayOfMonth: Int?

  /// - Parameters:
  ///   - selected: the day that was asked for; nil follows the data.
  ///   - weekStart: the first weekday by ISO 8601, Monday is 1.
  ///   - screen: the screen to open on.
  package init(
    today: Day, now: Date, size: CellSize, selected: Day? = nil, mode: ScreenContext.Mode = .normal,
    appearance: Appearance = Appearance(), formatting: Formatting = .english, keymap: Keymap = .standard,
    weekStart: Int = 1, hasMouse: Bool = true, isDemo: Bool = false, screen: any Screen = DayScreen()
  ) {
    context = ScreenContext(
      mode: mode, appearance: appearance, formatting: formatting, keymap: keymap, size: size, now: now, today: today,
      selected: min(max(selected ?? today, ScreenContext.firstDay), today), data: DataCache(weekStart: weekStart),
      hasMouse: hasMouse, isDemo: isDemo)
    screens = [screen]
    hasChosenDay = selected != nil
  }

  /// The screen that takes the keys.
  package var top: any Screen { screens.last ?? DayScreen() }

  /// True while the loop should send `DashboardEvent.motion`, some sixty times a second.
  package var isMoving: Bool { context.motion != nil }

  /// True while something that the frame would show is on its way: worth a moment before it is drawn without.
  package var isWaiting: Bool {
    context.store == .loading
      || context.store.hasStore && !top.visible(in: context).allSatisfy { context.data.isSettled($0) }
  }

  /// Whether the movements of the pointer matter on the frame that is shown.
  package var followsPointer: Bool { context.hasMouse && !hints.isEmpty }

  /// Notes what the frame that is shown now says of the mouse.
  package mutating func note(_ frame: Frame) {
    regions = frame.regions
    hints = frame.hints
  }

  mutating func changed() { revision &+= 1 }
}

extension App {
  /// Whether the topmost screen shows the answer to a query, and does not only keep it ready.
  package func shows(_ query: Query) -> Bool { top.visible(in: context).contains(query) }
}
