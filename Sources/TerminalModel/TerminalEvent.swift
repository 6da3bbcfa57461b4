/// An event of a pointing device.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release, wheelUp, wheelDown
    /// The pointer moved to another cell, with the first button held or with no button. Reported only if requested.
    case drag, move
  }

  package var action: Action
  package var position: CellPoint
  /// The modifier keys that were held. Terminals reserve Shift for selecting text.
  package var modifiers: Key.Modifiers

  package init(action: Action, position: CellPoint, modifiers: Key.Modifiers = []) {
    self.action = action
    self.position = position
    self.modifiers = modifiers
  }
}

/// An event that a terminal reports.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case resize(CellSize)
  /// Pasted text, as a single event instead of keys. At most 4,096 scalars; lines end with a newline, and of other
  /// control characters only tabs are kept.
  case paste(String)
}
