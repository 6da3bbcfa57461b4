import HealthModel

/// A word that stands for an action: in the command line and in the configuration of keys.
package struct Command: Hashable, Sendable {
  package var name: String
  package var action: Action

  /// Every action that has a name.
  package static let all: [Command] =
    [
      Command(name: "previous-day", action: .move(.left)), Command(name: "next-day", action: .move(.right)),
      Command(name: "previous-week", action: .move(.up)), Command(name: "next-week", action: .move(.down)),
      Command(name: "previous-month", action: .page(.up)), Command(name: "next-month", action: .page(.down)),
      Command(name: "today", action: .goToToday), Command(name: "move", action: .look(at: .move)),
      Command(name: "exercise", action: .look(at: .exercise)), Command(name: "stand", action: .look(at: .stand)),
      Command(name: "zoom", action: .zoom), Command(name: "previous-hour", action: .moveHour(-1)),
      Command(name: "next-hour", action: .moveHour(1)), Command(name: "undo", action: .undo),
      Command(name: "mouse", action: .toggleMouse), Command(name: "redraw", action: .redraw),
      Command(name: "close", action: .back), Command(name: "suspend", action: .suspend),
      Command(name: "quit", action: .quit),
    ] + Screens.all.map { Command(name: $0.name.description, action: .open($0.name)) }.filter { $0.name != "ring" }

  /// Commands whose words go to the store as `ringtop` takes them.
  static let editing = ["add", "goals", "undo"]

  package static func named(_ name: String) -> Command? {
    all.first { $0.name == name }
  }

  /// What a typed line means.
  enum Meaning {
    case action(Action)
    case unknown(String)
  }

  static func meaning(of line: String, in context: ScreenContext) -> Meaning {
    let words = line.split(separator: " ").map(String.init)
    guard let first = words.first else { return .action(.back) }
    if words.count > 1 {
      if editing.contains(first) { return .action(.edit(line)) }
      if first == "theme", words.count == 2, context.themes.contains(where: { $0.name == words[1] }) {
        return .action(.useTheme(words[1]))
      }
      if first == "date", let day = DateQuery(words.dropFirst().joined(separator: " "))?.day(
        today: context.today, order: context.formatting.dateOrder)
      {
        return .action(.goTo(day))
      }
    } else if let command = named(first) {
      return .action(command.action)
    }
    let fitting = completions(of: line, in: context)
    guard words.count == 1, fitting.count == 1, let only = fitting.first, let command = named(only) else {
      return .unknown(
        fitting.isEmpty ? "There is no command \(first)." : "Which one? " + fitting.prefix(6).joined(separator: ", "))
    }
    return .action(command.action)
  }

  /// What a line can be completed to.
  static func completions(of line: String, in context: ScreenContext) -> [String] {
    let words =
      all.map(\.name) + ["add move", "add exercise", "add stand", "goals set --move", "goals pause", "goals resume"]
      + context.themes.map { "theme \($0.name)" }
    return words.filter { $0.hasPrefix(line.lowercased()) }
  }
}
