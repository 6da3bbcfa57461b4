extension TerminalProgram {
  /// The programs that are identified by environment variables.
  ///
  /// A specific name in `TERM` is set for this terminal and takes precedence. Other variables are inherited: an xterm
  /// started from a shell in kitty has the variables of both, and then both are returned.
  package static func marks(in environment: [String: String]) -> [TerminalProgram] {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    let programVersion = value("TERM_PROGRAM_VERSION").flatMap { TerminalVersion($0) }
    let named = value("TERM_PROGRAM").flatMap { programs[$0.lowercased()] }
    if let kind = value("TERM").flatMap(kind(ofTerminalName:)) {
      return [TerminalProgram(kind, version: kind == named ? programVersion : nil)]
    }

    var found: [TerminalProgram] = []
    func add(_ kind: Kind, _ version: TerminalVersion? = nil) {
      if let index = found.firstIndex(where: { $0.kind == kind }) {
        found[index].version = found[index].version ?? version
      } else {
        found.append(TerminalProgram(kind, version: version))
      }
    }
    if let named { add(named, programVersion) }
    if value("KITTY_WINDOW_ID") != nil { add(.kitty) }
    if let version = value("VTE_VERSION") { add(.vte, TerminalVersion(version)) }
    if value("WEZTERM_PANE") != nil { add(.wezTerm) }
    if value("GHOSTTY_RESOURCES_DIR") != nil { add(.ghostty) }
    if value("WT_SESSION") != nil { add(.windowsTerminal) }
    if value("ALACRITTY_WINDOW_ID") != nil { add(.alacritty) }
    if value("KONSOLE_VERSION") != nil { add(.konsole) }
    if value("ITERM_SESSION_ID") != nil { add(.iTerm) }
    if value("TERMINAL_EMULATOR") == "JetBrains-JediTerm" { add(.jetBrains) }
    if let version = value("XTERM_VERSION") { add(.xterm, TerminalProgram(reply: version)?.version) }
    return found
  }

  /// The value of `TERM_PROGRAM`, in lower case.
  private static let programs: [String: Kind] = [
    "apple_terminal": .appleTerminal, "contour": .contour, "foot": .foot, "ghostty": .ghostty, "iterm.app": .iTerm,
    "mintty": .mintty, "rio": .rio, "vscode": .vscode, "warpterminal": .warp, "wezterm": .wezTerm,
  ]

  /// Terminals that `TERM` identifies; `foot-extra` and `alacritty-direct` are foot and Alacritty too.
  static func kind(ofTerminalName name: some StringProtocol) -> Kind? {
    let names: [(String, Kind)] = [
      ("xterm-kitty", .kitty), ("kitty", .kitty), ("xterm-ghostty", .ghostty), ("ghostty", .ghostty), ("foot", .foot),
      ("alacritty", .alacritty), ("wezterm", .wezTerm), ("contour", .contour), ("konsole", .konsole), ("st", .st),
      ("rio", .rio), ("vte", .vte), ("linux", .linuxConsole),
    ]
    return names.first { known, _ in name == known || name.hasPrefix(known + "-") }?.1
  }
}
