package import Dashboard
import HealthModel
import Presentation
import TerminalModel
import Widgets

/// The configuration file that `ringtop config init` writes.
package enum ConfigurationText {
  /// Every option with its description and its default value, which is commented out, so that the initial file changes
  /// nothing.
  package static var standard: String {
    var lines = [
      "# The configuration of ringtop. Remove the # before a line to change it. A running dashboard applies changes",
      "# immediately; \"ringtop config check\" reports mistakes. \"auto\" follows the terminal or the locale.",
      "",
    ]
    for option in SettingsOption.all {
      lines += option.comment.split(separator: "\n").map { "# \($0)" }
      lines += ["#\(option.key) = \(option.standard)", ""]
    }
    lines += [
      "# Keys of actions, each one key or a list; \"ringtop config keys\" lists the actions with their keys. A key that is",
      "# assigned to an action is removed from all others.",
      "#[keys]",
      "#right = [\"l\", \"right\"]",
      "",
      "# User-defined themes: choose one with theme = \"NAME\". Omitted roles keep their colours.",
      "#[themes.mine]",
      "#move = \"#ff336e\"",
      "",
      "# Commands that ringtop watch runs, without a shell; use shell = \"...\" instead of run for one. on is one of",
      "# " + HookEvent.allCases.map(\.rawValue).joined(separator: ", ") + ".",
      "#[[hook]]",
      "#on = \"ring-closed\"",
      "#ring = \"move\"",
      "#run = [\"notify-send\", \"Move is closed\"]",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The effective keys, as a configuration file.
  package static func keys(_ keymap: Keymap) -> String {
    let glyphs = Glyphs.ascii
    return "[keys]\n"
      + keymap.actionNames.map { action in
        "\(key(action)) = ["
          + keymap.keys(of: action).map { string($0.name(glyphs)) }.joined(separator: ", ") + "]\n"
      }.joined()
  }

  /// The effective settings, as a configuration file.
  package static func current(_ settings: Settings) -> String {
    var lines = SettingsOption.all.map { "\($0.key) = \($0.show(settings))" }
    if !settings.keys.isEmpty {
      lines += ["", "[keys]"]
      lines += settings.keys.map { setting in
        "\(key(setting.action)) = [" + setting.keys.map(string).joined(separator: ", ") + "]"
      }
    }
    for (name, roles) in settings.themes.sorted(by: { $0.key < $1.key }) {
      lines += ["", "[themes.\(key(name))]"]
      lines += roles.sorted { $0.key < $1.key }.map { "\(key($0.key)) = \(string($0.value.hexadecimal))" }
    }
    for hook in settings.hooks { lines += [""] + self.lines(hook) }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ hook: Hook) -> [String] {
    var lines = ["[[hook]]", "on = \(string(hook.subscription.event.rawValue))"]
    switch hook.subscription.event {
    case .ringClosed: if let ring = hook.subscription.ring { lines.append("ring = \(string(ring.key))") }
    case .standReminder:
      lines += ["from = \(hook.subscription.hours.lowerBound)", "until = \(hook.subscription.hours.upperBound)"]
    case .weeklySummary: lines.append("at = \(hook.subscription.hour)")
    case .dataStale: lines.append("after = \(string("\(Int(hook.subscription.age))s"))")
    case .goalReached:
      if let type = hook.subscription.type { lines.append("type = \(string(TypeName.short(for: type)))") }
    case .ringsChanged, .allClosed, .friendClosed, .competitionEnded, .vitalsOutOfRange, .record: break
    }
    lines.append("run = [" + hook.command.map(string).joined(separator: ", ") + "]")
    lines.append("timeout = \(hook.timeout)")
    return lines
  }

  private static func key(_ name: String) -> String {
    let isBare = name.utf8.allSatisfy {
      $0.isASCIIDigit || $0.isASCIILetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    return isBare && !name.isEmpty ? name : string(name)
  }

  /// A basic string in TOML syntax.
  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(Character(scalar))
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
