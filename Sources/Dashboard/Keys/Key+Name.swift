package import TerminalModel

extension Key {
  /// The name of the key in footer and help; one or two columns for keys in the footer.
  package func name(_ glyphs: Glyphs) -> String {
    switch (code, modifiers) {
    case (.tab, .shift): return "shift-tab"
    case (.character(let scalar), .control): return "^" + String(Character(scalar)).uppercased()
    default: break
    }
    let held =
      (modifiers.contains(.control) ? "ctrl-" : "") + (modifiers.contains(.alt) ? "alt-" : "")
      + (modifiers.contains(.shift) ? "shift-" : "")
    return held + bareName(glyphs)
  }

  private func bareName(_ glyphs: Glyphs) -> String {
    switch code {
    case .character(" "): "space"
    case .character(let scalar): String(Character(scalar))
    case .up: glyphs.isASCII ? "up" : "↑"
    case .down: glyphs.isASCII ? "down" : "↓"
    case .left: glyphs.isASCII ? "left" : "←"
    case .right: glyphs.isASCII ? "right" : "→"
    case .home: "home"
    case .end: "end"
    case .pageUp: "pgup"
    case .pageDown: "pgdn"
    case .enter: "enter"
    case .tab: "tab"
    case .escape: "esc"
    case .backspace: "backspace"
    case .delete: "del"
    case .insert: "ins"
    case .function(let number): "F\(number)"
    }
  }
}
