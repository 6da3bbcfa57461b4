package import TerminalModel

extension Keymap {
  /// Why keys could not be given to an action.
  package enum RemappingProblem: Hashable, Sendable, CustomStringConvertible {
    case unknownAction(String, nearest: String?)
    case unknownKey(String)
    /// The key did something else in the same place, which has no other key now.
    case taken(String, by: String)

    package var description: String {
      switch self {
      case .unknownAction(let name, let nearest):
        "there is no action \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
      case .unknownKey(let name): "there is no key \"\(name)\"; keys read like x, ^L, left, pgup, F5, alt-x"
      case .taken(let key, let action): "\(key) leaves \(action) without a key"
      }
    }
  }

  /// Gives keys to an action on all screens that know it, and takes them from whatever had them there.
  ///
  /// - Parameters:
  ///   - names: as footer and help write keys; an empty list takes the action's keys away.
  ///   - name: a command's.
  /// - Returns: what is wrong; of unknown names nothing is changed.
  package mutating func assign(_ names: [String], to name: String) -> [RemappingProblem] {
    guard let action = Command.named(name)?.action else {
      return [.unknownAction(name, nearest: Command.nearest(to: name))]
    }
    var keys: [Key] = []
    for name in names {
      guard let key = Key(name: name) else { return [.unknownKey(name)] }
      keys.append(key)
    }
    var problems: [RemappingProblem] = []
    let screens = Screens.all.map { Layer.screen($0.name) }
    // A key of a screen hides one of the layer below it, so that both lose it.
    for layer in screens + [.global] {
      let knowsIt = self[layer].contains { $0.action == action } || self[.global].contains { $0.action == action }
      guard knowsIt, layer == .global || isWhole(layer) else { continue }
      for index in self[layer].indices {
        if self[layer][index].action == action {
          self[layer][index].keys = keys
        } else if self[layer][index].keys.contains(where: keys.contains) {
          let lost = self[layer][index].keys.filter(keys.contains)
          self[layer][index].keys.removeAll(where: keys.contains)
          if self[layer][index].keys.isEmpty, let key = lost.first {
            problems.append(.taken(key.name(.ascii), by: Command.name(of: self[layer][index].action)))
          }
        }
      }
    }
    return problems.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func isWhole(_ layer: Layer) -> Bool {
    guard case .screen(let name) = layer else { return false }
    return [DayScreen.name, RingScreen.name, MonthScreen.name].contains(name)
  }
}

extension Command {
  /// What an action is called; its own words where it has no name.
  static func name(of action: Action) -> String {
    all.first { $0.action == action }?.name ?? "\(action)"
  }

  /// The name with the most letters in common at its beginning; nil where not even two are.
  static func nearest(to name: String) -> String? {
    func common(_ other: String) -> Int { zip(name, other).prefix { $0 == $1 }.count }
    let best = all.map(\.name).max { common($0) < common($1) }
    return best.flatMap { common($0) >= 2 ? $0 : nil }
  }
}

extension Key {
  /// The key of a name as footer, help and configuration write it: `x`, `^L`, `left`, `shift-tab`, `alt-x`, `F5`.
  package init?(name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
    while let (prefix, modifier) = prefixes.first(where: { rest.lowercased().hasPrefix($0.0) }), rest.count > prefix.count {
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    if rest.count == 2, rest.first == "^", let letter = rest.last?.lowercased().unicodeScalars.first {
      self.init(.character(letter), modifiers: modifiers.union(.control))
      return
    }
    let word = rest.lowercased()
    if rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first, scalar.value > 32, scalar.value != 127 {
      self.init(.character(scalar), modifiers: modifiers)
    } else if let code = Self.codes[word] {
      self.init(code, modifiers: modifiers)
    } else if word.first == "f", let number = Int(word.dropFirst()), (1...24).contains(number) {
      self.init(.function(number), modifiers: modifiers)
    } else {
      return nil
    }
  }

  private static let codes: [String: Code] = [
    "space": .character(" "), "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end,
    "pgup": .pageUp, "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown, "enter": .enter, "return": .enter,
    "tab": .tab, "esc": .escape, "escape": .escape, "backspace": .backspace, "del": .delete, "delete": .delete,
    "ins": .insert, "insert": .insert,
  ]
}
