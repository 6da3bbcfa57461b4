import TerminalModel

/// The level of colours to use, and the reason.
struct ColorChoice {
  var level: ColorLevel
  var reason: String
  /// Whether no level was requested.
  var isDetected = true

  init(_ evidence: TerminalEvidence) {
    if let option = evidence.colorOption {
      (level, reason, isDetected) = (option, "Set by the option --color.", false)
    } else if let configured = evidence.configuredColor {
      (level, reason, isDetected) = (configured, "Set in the configuration.", false)
    } else if !evidence.isTerminal, let forced = Self.forced(evidence) {
      (level, reason, isDetected) = (forced, "The variable CLICOLOR_FORCE requests colours in any output.", false)
    } else if !evidence.isTerminal {
      (level, reason) = (.none, "The output is not a terminal.")
    } else if !evidence.namesTerminal {
      (level, reason) = (.none, "TERM does not name a terminal.")
    } else if evidence.value("NO_COLOR") != nil {
      (level, reason, isDetected) = (.mono, "Disabled by the variable NO_COLOR.", false)
    } else if evidence.isInsideTmux {
      (level, reason) = Self.throughTmux(evidence)
    } else if evidence.isInsideScreen {
      level = evidence.terminalName.contains("256color") ? .ansi256 : .ansi16
      reason = "Inside GNU screen, which supports no more."
    } else {
      (level, reason) = Self.direct(evidence)
    }
  }

  private static func throughTmux(_ evidence: TerminalEvidence) -> (ColorLevel, String) {
    guard let clients = evidence.tmuxClients, let weakest = clients.min(by: { $0.colors.rank < $1.colors.rank }) else {
      return reportsTruecolor(evidence)
        ? (.truecolor, "Set by COLORTERM, and tmux reduces colours that its terminal lacks.")
        : (
          .ansi256,
          evidence.tmuxClients == nil
            ? "Inside tmux, which did not report the attached terminal."
            : "Inside tmux, to which no terminal is attached."
        )
    }
    return switch weakest.colors {
    case .truecolor: (.truecolor, "Inside tmux, which forwards 24-bit colours to every attached terminal.")
    case .ansi256: (.ansi256, "Inside tmux, which forwards only 256 colours to \(weakest.terminalName).")
    default: (weakest.colors, "Inside tmux, where \(weakest.terminalName) is not known to support more.")
    }
  }

  private static func direct(_ evidence: TerminalEvidence) -> (ColorLevel, String) {
    let name = evidence.terminalName
    if name == "linux" || name.hasPrefix("linux-") { return (.ansi16, "The Linux console supports no more.") }
    if reportsTruecolor(evidence) { return (.truecolor, "Set by COLORTERM.") }
    if name.hasSuffix("-direct") { return (.truecolor, "TERM is \(name).") }
    if let weakest = evidence.programs.min(by: { $0.abilities.colors.rank < $1.abilities.colors.rank }) {
      return (weakest.abilities.colors, "The terminal is \(weakest).")
    }
    if name.contains("256color") { return (.ansi256, "TERM is \(name), and nothing indicates more.") }
    let isPlain = name.hasSuffix("-m") || name.hasSuffix("-mono") || ["vt52", "vt100", "vt102", "vt220"].contains(name)
    return isPlain ? (.mono, "A \(name) has no colours.") : (.ansi16, "TERM is \(name), which indicates no more.")
  }

  /// The level for output through a pipe to a terminal, if requested; otherwise nil.
  private static func forced(_ evidence: TerminalEvidence) -> ColorLevel? {
    guard let request = evidence.value("CLICOLOR_FORCE"), request != "0", evidence.value("NO_COLOR") == nil else {
      return nil
    }
    return reportsTruecolor(evidence) ? .truecolor : .ansi256
  }

  private static func reportsTruecolor(_ evidence: TerminalEvidence) -> Bool {
    ["truecolor", "24bit"].contains(evidence.value("COLORTERM")?.lowercased())
  }
}
