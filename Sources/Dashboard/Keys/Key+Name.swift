package import TerminalModel

extension Key {
  /// The key as footer and help write it; one or two columns for those that the footer names.
  package func name(_ glyphs: Glyphs) -> String {
    switch self {
    case .character(" "): "space"
    case .character(let scalar): String(Character(scalar))
    case .control(let scalar): "^" + String(Character(scalar)).uppercased()
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
    case .backTab: "shift-tab"
    case .escape: "esc"
    case .backspace: "backspace"
    case .delete: "del"
    case .function(let number): "F\(number)"
    }
  }
}
