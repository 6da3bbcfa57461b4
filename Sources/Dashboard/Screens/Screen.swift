package import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// A screen or a dialog: a value with its keys, its queries, its actions and its drawing.
///
/// To add a screen, add a folder under `Screens` and a line in `Screens.all`.
package protocol Screen: Hashable, Sendable {
  /// The name on the command line, in the configuration and in the keymap.
  static var name: ScreenName { get }
  /// Its own layer of the keymap, in the order of footer and help.
  static var bindings: [KeyBinding] { get }
  /// The key that opens it from every screen; nil if other screens open it.
  static var opening: KeyBinding? { get }
  /// The screen when opened by a key or command; nil if it needs more than the context.
  static func opened(in context: ScreenContext) -> (any Screen)?

  /// How it is placed over the screens below.
  var presentation: ScreenPresentation { get }
  /// Whether unbound keys insert text.
  var takesText: Bool { get }

  /// The data that it draws; it is drawn without this data only if loading takes long.
  func visible(in context: ScreenContext) -> [any StoreQuery]
  /// The data that the next step will probably need, and secondary data.
  func prefetched(in context: ScreenContext) -> [any StoreQuery]

  /// Whether an action would have an effect now; the footer keeps the place of one that would not.
  func allows(_ action: Action, in context: ScreenContext) -> Bool
  /// The label of a key in the footer; it may depend on what the key would do now.
  func label(of binding: KeyBinding) -> String?
  /// Performs an action.
  ///
  /// - Returns: the requests to the app, in order; nil if the action does not apply.
  mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]?
  /// Shows why a change that it has submitted was refused.
  mutating func refuse(_ reason: String)
  /// Draws the screen and records the regions that react to clicks.
  func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext)

  /// Whether it shows the store's status itself, so that the footer does not.
  func showsStoreState(in area: CellRect, context: ScreenContext) -> Bool
  /// The row for a notice if there is no footer.
  func noticeRow(in area: CellRect, context: ScreenContext) -> Int
}

extension Screen {
  package static var opening: KeyBinding? { nil }
  package static func opened(in context: ScreenContext) -> (any Screen)? { nil }
  package var presentation: ScreenPresentation { .whole }
  package var takesText: Bool { false }
  package func visible(in context: ScreenContext) -> [any StoreQuery] { [] }
  package func prefetched(in context: ScreenContext) -> [any StoreQuery] { [] }
  package func allows(_ action: Action, in context: ScreenContext) -> Bool { true }
  package func label(of binding: KeyBinding) -> String? { binding.label }
  package mutating func refuse(_ reason: String) {}
  package func showsStoreState(in area: CellRect, context: ScreenContext) -> Bool { false }
  package func noticeRow(in area: CellRect, context: ScreenContext) -> Int { area.rows.upperBound - 1 }

  var name: ScreenName { Self.name }
  var bindings: [KeyBinding] { Self.bindings }
}

/// How a screen is placed over the screens below.
package enum ScreenPresentation: Hashable, Sendable {
  /// The whole area.
  case whole
  /// A box over the screen below.
  case dialog
  /// The last row of the terminal.
  case prompt
}

/// A request from a screen to the app.
package enum ScreenRequest: Sendable {
  /// Select a day. Any day is allowed; a future day is replaced by today.
  case select(Day)
  /// Select the day at this distance in days.
  case step(Int)
  /// Select the same day of the month at this distance in months.
  case selectMonth(Int)
  case open(ScreenName)
  /// Select a day and open it on top of this screen, to which Esc returns.
  case openDay(Day)
  /// Open a screen.
  case show(any Screen)
  case close
  case notice(String)
  /// Close this screen and change the store with the arguments of `ringtop`, one change after the other.
  case submit([String])
  /// Perform another action, after closing this screen if requested before.
  case perform(Action)

  /// Says that nothing has ever recorded a ring.
  static func absent(_ ring: Ring) -> ScreenRequest { .notice("\(ring.name) was never recorded.") }
}
