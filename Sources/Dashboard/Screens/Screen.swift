package import HealthModel
package import TerminalModel

/// A screen or a dialog: a value with its keys, its needs, its answers to actions and its picture.
///
/// A screen is a folder under `Screens` and one line in `Screens.all`.
package protocol Screen: Hashable, Sendable {
  /// What the command line, the configuration and the keymap call it.
  static var name: ScreenName { get }
  /// Its own layer of the keymap, in the order of footer and help.
  static var bindings: [KeyBinding] { get }
  /// The key that opens it from every screen; nil for one that others open.
  static var opening: KeyBinding? { get }
  /// The screen as a key or a command opens it; nil where it needs more than the context to open.
  static func opened(in context: ScreenContext) -> (any Screen)?

  /// How it lies on what is below it.
  var presentation: ScreenPresentation { get }
  /// Whether a key that is not bound types text into it.
  var takesText: Bool { get }

  /// What the picture shows: drawn without it only where it does not come soon.
  func visible(in context: ScreenContext) -> [Query]
  /// What the next step is likely to show, and what may come late.
  func prefetched(in context: ScreenContext) -> [Query]

  /// Whether an action would do anything now; the footer keeps the place of one that would not.
  func allows(_ action: Action, in context: ScreenContext) -> Bool
  /// Does what an action means here.
  ///
  /// - Returns: what is asked of the app, in order; nil where the action means nothing here.
  mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]?
  /// Draws the screen and records where a click does something.
  func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext)

  /// Whether it says itself how the store is, so that the footer need not.
  func showsStoreState(in area: CellRect, context: ScreenContext) -> Bool
  /// The row for a notice where there is no footer.
  func noticeRow(in area: CellRect, context: ScreenContext) -> Int
}

extension Screen {
  package static var opening: KeyBinding? { nil }
  package static func opened(in context: ScreenContext) -> (any Screen)? { nil }
  package var presentation: ScreenPresentation { .whole }
  package var takesText: Bool { false }
  package func visible(in context: ScreenContext) -> [Query] { [] }
  package func prefetched(in context: ScreenContext) -> [Query] { [] }
  package func allows(_ action: Action, in context: ScreenContext) -> Bool { true }
  package func showsStoreState(in area: CellRect, context: ScreenContext) -> Bool { false }
  package func noticeRow(in area: CellRect, context: ScreenContext) -> Int { area.rows.upperBound - 1 }

  var name: ScreenName { Self.name }
  var bindings: [KeyBinding] { Self.bindings }
}

/// How a screen lies on what is below it.
package enum ScreenPresentation: Hashable, Sendable {
  /// All of the area.
  case whole
  /// A box over the screen below.
  case dialog
  /// The last row of the terminal.
  case prompt
}

/// What a screen asks of the app.
package enum ScreenRequest: Sendable {
  /// Look at a day. It may lie anywhere: what is after today becomes today.
  case select(Day)
  /// Look at a day so many days on.
  case step(Int)
  /// Look at the same day of a month so many months on.
  case selectMonth(Int)
  case open(ScreenName)
  /// Open a screen as it is.
  case show(any Screen)
  /// Close the screen itself.
  case close
  case notice(String)
  /// Do something else, after closing where that was asked for before.
  case perform(Action)
}

/// What a screen is called: `day`, `month`.
package struct ScreenName: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let description: String

  package init(_ name: String) {
    description = name
  }

  package init(stringLiteral name: String) {
    description = name
  }
}

/// What the pointer is told of the cells that it lies on: the value of a bar.
package struct Hint: Hashable, Sendable {
  package var rect: CellRect
  package var words: String
}

/// Where a click does something, and what.
package struct HitRegion: Hashable, Sendable {
  package var rect: CellRect
  package var action: Action
}
