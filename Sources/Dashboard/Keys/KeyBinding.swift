package import TerminalModel

/// A row of the keymap.
package struct KeyBinding: Hashable, Sendable {
  /// Who takes the keys.
  package enum Context: Hashable, Sendable {
    case dashboard
    case help
    case prompt
  }

  /// When a key does anything.
  package enum Condition: Hashable, Sendable {
    case always
    /// There is a store to walk through.
    case withStore
    /// As `withStore`, and the selected day is before today.
    case beforeToday

    /// False where the key has nothing to do with what is on the screen, so that no footer names it.
    func isOffered(in state: DashboardState) -> Bool {
      self == .always || state.store.hasData
    }

    func holds(in state: DashboardState) -> Bool {
      switch self {
      case .always: true
      case .withStore: state.store.hasData
      case .beforeToday: state.store.hasData && state.selected < state.today
      }
    }
  }

  /// The first is the one that the footer names.
  package var keys: [Key]
  package var action: Action
  package var context: Context = .dashboard
  package var condition: Condition = .always
  /// The word in the footer, nil for a key that the footer leaves out. Neighbours with the same word share it.
  package var label: String?
  /// What is dropped from a narrow footer first: the highest.
  package var rank = 0
  /// What it does, as a sentence.
  package var help: String
}
