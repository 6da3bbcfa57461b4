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

extension Key {
  private static let names: [String: Key] = [
    "space": " ", "up": .up, "down": .down, "left": .left, "right": .right, "↑": .up, "↓": .down, "←": .left,
    "→": .right, "home": .home, "end": .end, "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown,
    "pagedown": .pageDown, "enter": .enter, "return": .enter, "tab": .tab, "esc": .escape, "escape": .escape,
    "backspace": .backspace, "del": .delete, "delete": .delete, "ins": .insert, "insert": .insert,
  ]

  /// Parses the name of a key as shown in footer and help: `h`, `H`, `^C`, `ctrl-c`, `alt-left`, `shift-tab`, `F5`,
  /// `space`, `pgup`.
  package init?(named text: String) {
    var rest = Substring(text)
    var modifiers: Modifiers = []
    let prefixes: [(String, Modifiers)] = [
      ("ctrl-", .control), ("control-", .control), ("alt-", .alt), ("meta-", .alt), ("shift-", .shift), ("^", .control),
    ]
    // A single ^ is the key itself.
    while rest.count > 1, let prefix = prefixes.first(where: { rest.lowercased().hasPrefix($0.0) }),
      rest.count > prefix.0.count, !modifiers.contains(prefix.1)
    {
      modifiers.insert(prefix.1)
      rest = rest.dropFirst(prefix.0.count)
    }
    if rest.unicodeScalars.count == 1, var scalar = rest.unicodeScalars.first, Self.names[String(rest)] == nil {
      guard scalar.value > 0x20, scalar.value != 0x7f, TextWidth.columns(of: scalar) > 0 else { return nil }
      // Shift with a letter is the upper case letter; Control ignores the case.
      let cased = String(Character(scalar))
      if modifiers.contains(.shift) {
        guard let upper = cased.uppercased().unicodeScalars.first, upper != scalar else { return nil }
        scalar = upper
        modifiers.remove(.shift)
      }
      if modifiers.contains(.control), let lower = cased.lowercased().unicodeScalars.first { scalar = lower }
      self = Key(.character(scalar), modifiers: modifiers)
    } else if let key = Self.names[rest.lowercased()] {
      self = key.with(modifiers)
    } else if rest.lowercased().hasPrefix("f"), let number = Int(rest.dropFirst()), (1...24).contains(number) {
      self = Key.function(number).with(modifiers)
    } else {
      return nil
    }
  }
}
