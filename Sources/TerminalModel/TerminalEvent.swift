/// What a pointing device did.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release, wheelUp, wheelDown
    /// The pointer came to another cell: with the first button held, or with none. Reported only when asked for.
    case drag, move
  }

  package var action: Action
  package var position: CellPoint
  /// The keys that were held. Terminals keep Shift for selecting text.
  package var modifiers: Key.Modifiers

  package init(action: Action, position: CellPoint, modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// What a terminal tells a program.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case resize(CellSize)
  /// Text that was pasted, as one event: what is in it are no keys. At most 4,096 scalars; lines end with a newline, and
  /// of other control characters only tabs are left.
  case paste(String)
}
