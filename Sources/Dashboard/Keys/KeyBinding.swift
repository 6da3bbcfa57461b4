package import TerminalModel

/// An entry of the keymap.
package struct KeyBinding: Hashable, Sendable {
  /// The condition under which a key is active.
  package enum Condition: Hashable, Sendable {
    case always
    /// The store has days.
    case withStore
    /// There is no data yet.
    case withoutData
    /// Like `withStore`, and the selected day is before today.
    case beforeToday
    /// Like `withStore`, and there may be data before the selected day.
    case afterFirst
  }

  /// The first is the one that the footer shows.
  package var keys: [Key]
  package var action: Action
  package var condition: Condition = .always
  /// The label in the footer, nil for a key that the footer omits. Neighbours with the same label share it.
  package var label: String?
  /// The order in which entries are removed from a narrow footer: highest first.
  package var rank = 0
  /// What it does, as a sentence.
  package var help: String

  /// Whether the key applies to what is on the screen, so that the footer shows it.
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
