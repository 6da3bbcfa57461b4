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

  package init(
    keys: [Key], action: Action, condition: Condition = .always, label: String? = nil, rank: Int = 0, help: String
  ) {
    self.keys = keys
    self.action = action
    self.condition = condition
    self.label = label
    self.rank = rank
    self.help = help
  }
}
