package import TerminalModel

/// A row of the keymap.
package struct KeyBinding: Hashable, Sendable {
  /// When a key does anything.
  package enum Condition: Hashable, Sendable {
    case always
    /// There is a store to walk through.
    case withStore
    /// There is no data yet.
    case withoutData
    /// As `withStore`, and the selected day is before today.
    case beforeToday
    /// As `withStore`, and there may be data before the selected day.
    case afterFirst
  }

  /// The first is the one that the footer names.
  package var keys: [Key]
  package var action: Action
  package var condition: Condition = .always
  /// The word in the footer, nil for a key that the footer leaves out. Neighbours with the same word share it.
  package var label: String?
  /// What is dropped from a narrow footer first: the highest.
  package var rank = 0
  /// What it does, as a sentence.
  package var help: String

  /// False where the key has nothing to do with what is on the screen, so that no footer names it.
  func isOffered(in context: ScreenContext) -> Bool {
    switch condition {
    case .always: true
    case .withoutData: !context.store.hasData && !context.isDemo
    default: context.store.hasData
    }
  }

  func isLive(in context: ScreenContext) -> Bool {
    guard isOffered(in: context) else { return false }
    return switch condition {
    case .always, .withStore, .withoutData: true
    case .beforeToday: context.selected < context.today
    case .afterFirst: context.selected > context.oldestDay
    }
  }
}
