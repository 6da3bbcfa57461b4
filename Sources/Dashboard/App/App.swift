package import FoundationEssentials
package import HealthModel
package import Presentation
package import TerminalModel
package import Widgets

/// The dashboard: a stack of screens over a shared context. A frame is a pure function of it.
package struct App: Sendable {
  package var context: ScreenContext
  /// The open screens; the last one receives the keys. Never empty: the first is a full-size screen.
  package internal(set) var screens: [any Screen]
  /// The regions of the displayed frame that react to clicks.
  package private(set) var regions: [HitRegion] = []
  /// The hints for hovering over the displayed frame.
  package private(set) var hints: [Hint] = []
  /// Incremented by every visible change, so that nothing is redrawn without one.
  package internal(set) var revision = 0

  /// The charts of the displayed frame, and its screen; nil before the first frame.
  private(set) var shown: (shapes: [ChartShape], screen: ScreenName)?

  /// The closed dialog whose changes are being stored, with those that are not yet: it opens again if one is refused.
  var submitted: (dialog: any Screen, changes: [String])?

  /// Whether the user has chosen a day, by key or option; until then the newest data determines it.
  var hasChosenDay: Bool
  /// The rings that are known to be closed on a day: today as it was last read.
  var closedRings: (day: Day, rings: Set<HealthModel.Ring>)?
  /// The day of the month on which moving by months began, to return to after a shorter month.
  var dayOfMonth: Int?

  /// - Parameters:
  ///   - selected: the requested day; nil follows the data.
  ///   - weekStart: the first weekday by ISO 8601, Monday is 1.
  ///   - screen: the initial screen.
  package init(
    today: Day, now: Date, size: CellSize, selected: Day? = nil, mode: ScreenContext.Mode = .normal,
    appearance: Appearance = Appearance(), formatting: Formatting = .english, keymap: Keymap = .standard,
    weekStart: Int = 1, hasMouse: Bool = true, isDemo: Bool = false,
    composition: DayComposition = .overview, ownRing: GoalAmount? = nil, screen: any Screen = DayScreen()
  ) {
    // A clock may be wrong.
    let today = max(today, ScreenContext.firstDay)
    context = ScreenContext(
      mode: mode, appearance: appearance, formatting: formatting, keymap: keymap, size: size, now: now, today: today,
      selected: min(max(selected ?? today, ScreenContext.firstDay), today), data: DataCache(weekStart: weekStart),
      hasMouse: hasMouse, isDemo: isDemo)
    (context.composition, context.configuredComposition) = (composition, composition)
    context.ownRing = ownRing
    screens = [screen]
    hasChosenDay = selected != nil
  }

  /// The screen that receives the keys.
  package var top: any Screen { screens.last ?? DayScreen() }

  /// Whether the event loop must send `DashboardEvent.motion`, about sixty times a second.
  package var isMoving: Bool { context.motion != nil || context.chartMotion?.hasBegun == true }

  /// Whether data that the frame would show is being loaded, so that waiting a moment before drawing is worthwhile.
  package var isWaiting: Bool {
    context.store == .loading
      || context.store.hasStore && !top.visible(in: context).allSatisfy { context.data.isSettled($0) }
  }

  /// Whether pointer movement matters for the displayed frame.
  package var followsPointer: Bool { context.hasMouse && !hints.isEmpty }

  /// Records the mouse regions and the charts of the displayed frame.
  package mutating func note(_ frame: Frame) {
    regions = frame.regions
    hints = frame.hints
    shown = (frame.shapes, wholeScreen)
    if frame.movesCharts { context.chartMotion?.hasBegun = true } else { context.chartMotion = nil }
  }

  /// The topmost screen that is no dialog.
  private var wholeScreen: ScreenName { screens.last { $0.presentation == .whole }?.name ?? DayScreen.name }

  /// Lets the charts of the screen move from what they show to what the next frame would show.
  mutating func moveCharts() {
    guard context.appearance.animates, let shown, shown.screen == wholeScreen else {
      context.chartMotion = nil
      return
    }
    context.chartMotion = ChartMotion(from: shown.shapes)
  }

  mutating func changed() { revision &+= 1 }
}

extension App {
  /// Whether the topmost screen currently shows the result of a query, as opposed to prefetching it.
  package func shows(_ query: AnyQuery) -> Bool {
    top.visible(in: context).contains { AnyQuery($0) == query }
  }
}

/// The settings that may change while the dashboard runs.
package struct AppConfiguration: Hashable, Sendable {
  package var formatting: Formatting
  package var keymap: Keymap
  /// The first weekday by ISO 8601, Monday is 1.
  package var weekStart: Int
  package var hasMouse: Bool
  package var composition: DayComposition
  /// The goal of the user's own that has a ring.
  package var ownRing: GoalAmount?

  package init(
    formatting: Formatting, keymap: Keymap, weekStart: Int, hasMouse: Bool, composition: DayComposition = .overview,
    ownRing: GoalAmount? = nil
  ) {
    self.formatting = formatting
    self.keymap = keymap
    self.weekStart = weekStart
    self.hasMouse = hasMouse
    self.composition = composition
    self.ownRing = ownRing
  }
}

extension App {
  /// Applies a changed configuration.
  mutating func configure(_ configuration: AppConfiguration) -> [DashboardEffect] {
    context.formatting = configuration.formatting
    context.keymap = configuration.keymap
    context.ownRing = configuration.ownRing
    // One that was chosen by a key stays until the setting changes.
    if context.configuredComposition != configuration.composition {
      (context.composition, context.configuredComposition) = (configuration.composition, configuration.composition)
    }
    if context.data.weekStart != configuration.weekStart {
      // Data is loaded by weeks, which have changed.
      context.data = DataCache(weekStart: configuration.weekStart)
    }
    guard context.hasMouse != configuration.hasMouse else { return [] }
    context.hasMouse = configuration.hasMouse
    return [.setMouse(context.hasMouse)]
  }
}
