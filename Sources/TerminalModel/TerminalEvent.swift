/// A key as the terminal reports it.
package enum Key: Hashable, Sendable {
  case character(Unicode.Scalar)
  case control(Unicode.Scalar)
  case up, down, left, right
  case home, end, pageUp, pageDown
  case enter, tab, backTab, escape, backspace, delete
  case function(Int)
}

/// What a pointing device did.
package struct MouseEvent: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    case press, release, wheelUp, wheelDown
  }

  package var action: Action
  package var position: CellPoint

  package init(action: Action, position: CellPoint) {
    self.action = action
    self.position = position
  }
}

/// What a terminal tells a program.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  case resize(CellSize)
  /// Text that was pasted: what is in it are no keys.
  case paste(String)
}
