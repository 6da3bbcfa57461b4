import TerminalModel

/// Keys as words: `h left ^C esc pgup alt-q x`. A word that is not the name of a key is typed letter by letter.
enum KeyNotation {
  static func keys(_ text: String) -> [Key] {
    text.split(separator: " ").flatMap { keys(word: String($0)) }
  }

  private static func keys(word: String) -> [Key] {
    if let key = named[word] { return [key] }
    if word.hasPrefix("alt-") { return keys(word: String(word.dropFirst(4))).map(Key.alt) }
    let scalars = Array(word.lowercased().unicodeScalars)
    if word.count == 2, word.first == "^" { return [.control(scalars[1])] }
    return word.unicodeScalars.map { .character($0) }
  }

  private static let named: [String: Key] = [
    "up": .up, "down": .down, "left": .left, "right": .right, "home": .home, "end": .end, "pgup": .pageUp,
    "pgdn": .pageDown, "enter": .enter, "tab": .tab, "esc": .escape, "backspace": .backspace, "del": .delete,
    "F1": .function(1), "space": .character(" "),
  ]
}
