package import TerminalModel

/// The known features of terminal programs. A level is listed if the program draws the symbols itself, without gaps;
/// symbols from a font do not count, because they leave seams between cells.
extension TerminalProgram {
  struct Abilities: Sendable {
    /// The symbols from each version on, ascending; before the first, blocks.
    var glyphs: [(since: TerminalVersion, level: GlyphLevel)] = []
    /// The symbols if the version is unknown: the minimum of all versions still in use.
    var glyphsOfAnyVersion = GlyphLevel.block
    var colors = ColorLevel.truecolor
    /// Why better symbols are not used.
    var shortcoming: String?
  }

  var abilities: Abilities {
    switch kind {
    case .kitty:
      // Up to 0.33 the slopes of wedges ended at quarters of the cell, so that outlines had spikes.
      Abilities(
        glyphs: [([0, 34], .legacy), ([0, 40], .octant)], glyphsOfAnyVersion: .legacy,
        shortcoming: "draws wedges of another shape in this version")
    case .vte:
      Abilities(glyphs: [([6400], .legacy), ([7800], .octant)])
    case .foot:
      Abilities(glyphs: [([1, 7], .legacy), ([1, 20], .octant)], glyphsOfAnyVersion: .legacy)
    case .ghostty:
      Abilities(glyphs: [([0], .legacy), ([1, 2], .octant)], glyphsOfAnyVersion: .legacy)
    case .wezTerm:
      Abilities(glyphs: [([20_210_814], .legacy)], glyphsOfAnyVersion: .legacy)
    case .vscode:
      Abilities(glyphs: [([1, 109], .legacy)])
    case .alacritty, .contour:
      Abilities(shortcoming: "draws sextants but no wedges")
    case .konsole, .xterm, .st:
      Abilities(shortcoming: "takes sextants from a font, which leaves gaps")
    case .windowsTerminal:
      Abilities(shortcoming: "does not draw wedges")
    case .linuxConsole:
      Abilities(glyphs: [([0], .ascii)], glyphsOfAnyVersion: .ascii, colors: .ansi16, shortcoming: "has no quadrants")
    case .appleTerminal:
      Abilities(colors: .ansi256, shortcoming: "is not known to draw sextants and wedges")
    case .iTerm, .jetBrains, .mintty, .rio, .warp:
      Abilities(shortcoming: "is not known to draw sextants and wedges")
    }
  }

  /// The best symbols that the program draws.
  package var glyphs: GlyphLevel {
    guard let version else { return abilities.glyphsOfAnyVersion }
    return abilities.glyphs.last { $0.since <= version }?.level ?? .block
  }

  /// Whether a known version could allow better symbols than the ones assumed without it.
  var versionWouldHelp: Bool {
    guard version == nil, let best = abilities.glyphs.last?.level else { return false }
    return best.rank > abilities.glyphsOfAnyVersion.rank
  }
}

extension GlyphLevel {
  /// The index in ascending order.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension ColorLevel {
  /// The index in ascending order.
  var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
