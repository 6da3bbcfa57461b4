import HealthModel
package import TerminalModel

/// The one table of keys. Key handling, footer, clicks on the footer and the help all read it.
package enum Keymap {
  package static let bindings: [KeyBinding] = dashboard + help + prompt

  /// The binding of a key where the state is now, nil where the key does nothing.
  package static func binding(for key: Key, in state: DashboardState) -> KeyBinding? {
    let context = state.keyContext
    return bindings.first { $0.context == context && $0.keys.contains(key) && $0.condition.holds(in: state) }
  }

  private static let dashboard = [
    KeyBinding(
      keys: ["h", .left], action: .moveDays(-1), condition: .withStore, label: "day", rank: 1, help: "A day back."),
    KeyBinding(
      keys: ["l", .right], action: .moveDays(1), condition: .beforeToday, label: "day", rank: 1,
      help: "A day on, never past today."),
    KeyBinding(
      keys: ["k", .up], action: .moveDays(-7), condition: .withStore, label: "week", rank: 2, help: "A week back."),
    KeyBinding(
      keys: ["j", .down], action: .moveDays(7), condition: .beforeToday, label: "week", rank: 2, help: "A week on."),
    KeyBinding(
      keys: ["H", .pageUp], action: .moveMonths(-1), condition: .withStore, label: "month", rank: 6,
      help: "A month back."),
    KeyBinding(
      keys: ["L", .pageDown], action: .moveMonths(1), condition: .beforeToday, label: "month", rank: 6,
      help: "A month on."),
    KeyBinding(
      keys: ["t", .home], action: .goToToday, condition: .beforeToday, label: "today", rank: 3, help: "Back to today."),
    KeyBinding(
      keys: ["g"], action: .askForDate, condition: .withStore, label: "date", rank: 3,
      help: "Go to a date, as 2026-11-19, 19 nov, mon or -3."),
    KeyBinding(
      keys: ["1"], action: .focus(.move), condition: .withStore, label: "ring", rank: 5,
      help: "Look at Move; again for all three."),
    KeyBinding(
      keys: ["2"], action: .focus(.exercise), condition: .withStore, label: "ring", rank: 5, help: "Look at Exercise."),
    KeyBinding(
      keys: ["3"], action: .focus(.stand), condition: .withStore, label: "ring", rank: 5, help: "Look at Stand."),
    KeyBinding(
      keys: ["z"], action: .zoom, condition: .withStore, label: "zoom", rank: 4,
      help: "All the screen for the rings, or for the one you look at."),
    KeyBinding(
      keys: ["m"], action: .toggleMouse, label: "mouse", rank: 7,
      help: "Mouse on or off; with Shift text can be selected while on."),
    KeyBinding(keys: ["?", .function(1)], action: .showHelp, label: "help", help: "These keys."),
    KeyBinding(keys: ["q", .control("c")], action: .quit, label: "quit", help: "Leave."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend; fg comes back."),
    KeyBinding(keys: [.escape], action: .close, help: "Close what is open: help, prompt, zoom, one ring."),
  ]

  private static let help = [
    KeyBinding(
      keys: ["j", .down], action: .scrollHelp(1), context: .help, label: "scroll", rank: 1, help: "A line on."),
    KeyBinding(
      keys: ["k", .up], action: .scrollHelp(-1), context: .help, label: "scroll", rank: 1, help: "A line back."),
    KeyBinding(
      keys: [.escape, "?", "q", .enter, .function(1)], action: .close, context: .help, label: "close",
      help: "Close the help."),
    KeyBinding(keys: [.control("c")], action: .quit, context: .help, help: "Leave."),
    KeyBinding(keys: [.control("z")], action: .suspend, context: .help, help: "Suspend."),
  ]

  private static let prompt = [
    KeyBinding(keys: [.enter], action: .confirmDate, context: .prompt, label: "go", help: "Go there."),
    KeyBinding(keys: [.escape], action: .close, context: .prompt, label: "cancel", help: "Stay here."),
    KeyBinding(keys: [.backspace, .delete], action: .eraseCharacter, context: .prompt, help: "Erase a character."),
    KeyBinding(keys: [.control("u")], action: .eraseAll, context: .prompt, help: "Erase all."),
    KeyBinding(keys: [.control("c")], action: .quit, context: .prompt, help: "Leave."),
    KeyBinding(keys: [.control("z")], action: .suspend, context: .prompt, help: "Suspend."),
  ]
}

extension DashboardState {
  /// Who takes the keys now.
  package var keyContext: KeyBinding.Context {
    switch overlay {
    case .help: .help
    case .goToDate: .prompt
    case nil: .dashboard
    }
  }
}
