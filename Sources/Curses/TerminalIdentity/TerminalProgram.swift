/// A terminal program and its version, if known.
package struct TerminalProgram: Hashable, Sendable, CustomStringConvertible {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case alacritty
    case appleTerminal = "Terminal"
    case contour
    case foot
    case ghostty
    case iTerm = "iTerm2"
    case jetBrains = "the terminal of JetBrains"
    case kitty
    case konsole = "Konsole"
    case linuxConsole = "the Linux console"
    case mintty
    case rio = "Rio"
    case st
    case vscode = "Visual Studio Code"
    case vte = "VTE"
    case warp = "Warp"
    case wezTerm = "WezTerm"
    case windowsTerminal = "Windows Terminal"
    case xterm
  }

  package var kind: Kind
  package var version: TerminalVersion?

  package init(_ kind: Kind, version: TerminalVersion? = nil) {
    self.kind = kind
    self.version = version
  }

  /// Parses a reply to XTVERSION, which tmux also returns as a client's type: a name, then the version after a blank or
  /// in parentheses. Nil for an unknown name.
  package init?(reply: some StringProtocol) {
    let name = reply.prefix { $0 != "(" && $0 != " " }.lowercased()
    guard let kind = Self.reportedNames[name] else { return nil }
    self.init(kind, version: TerminalVersion(reply.dropFirst(name.count + 1)))
  }

  /// The name in a reply, in lower case.
  private static let reportedNames: [String: Kind] = [
    "alacritty": .alacritty, "contour": .contour, "foot": .foot, "ghostty": .ghostty, "iterm2": .iTerm,
    "kitty": .kitty, "konsole": .konsole, "mintty": .mintty, "rio": .rio, "vte": .vte, "wezterm": .wezTerm,
    "xterm": .xterm,
  ]

  package var description: String {
    version.map { "\(kind.rawValue) \($0)" } ?? kind.rawValue
  }
}

/// A version as numbers, compared from the left: `0.40.1`, `379`, `20240203`.
package struct TerminalVersion: Hashable, Sendable, Comparable, CustomStringConvertible, ExpressibleByArrayLiteral {
  package let numbers: [Int]

  package init(arrayLiteral numbers: Int...) {
    self.numbers = numbers
  }

  /// The numbers at the start of a text, up to the first character that is neither a digit nor a period; nil if there
  /// are none.
  package init?(_ text: some StringProtocol) {
    let head = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let numbers = head.split(separator: ".").compactMap { Int($0) }
    guard !numbers.isEmpty else { return nil }
    self.numbers = numbers
  }

  package static func < (first: TerminalVersion, second: TerminalVersion) -> Bool {
    first.numbers.lexicographicallyPrecedes(second.numbers)
  }

  package var description: String { numbers.map(String.init).joined(separator: ".") }
}
