import StatusLine
import TerminalModel

extension StatusRequest {
  /// Parses a simple command line: `status` and its non-following options, each written in full, at most once and
  /// followed by its value.
  ///
  /// A bar runs the command every few seconds for years, and the argument parser takes two thirds of the instructions
  /// of a run. Nil leaves abbreviated, invalid and unusual arguments, and their error messages, to the parser.
  ///
  /// - Parameter arguments: without the program's name.
  init?(plain arguments: some Sequence<String>) {
    self.init()
    var words = arguments.makeIterator()
    guard words.next() == "status" else { return nil }
    var seen: [String] = []
    while let name = words.next() {
      guard !seen.contains(name) else { return nil }
      seen.append(name)
      if name == "--strict" || name == "--friends" {
        if name == "--strict" { strict = true } else { friends = true }
        continue
      }
      guard let value = words.next(), !value.hasPrefix("-"), set(name, value) else { return nil }
    }
    guard problem == nil else { return nil }
  }

  /// Sets an option with a value; false if either is unknown.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "--store": store = value
    case "--format": return assign(StatusFormat(rawValue: value), to: \.format)
    case "--width":
      guard let cells = Int(value) else { return false }
      width = cells
    case "--style": return assign(StatusFigure(rawValue: value), to: \.style)
    case "--glyphs": return assign(GlyphLevel(rawValue: value), to: \.glyphs)
    case "--background": return assign((try? BarBackground(value)).map(\.background), to: \.background)
    case "--theme": theme = value
    case "--template": template = value
    default: return false
    }
    return true
  }

  private mutating func assign<Value>(_ value: Value?, to property: WritableKeyPath<Self, Value>) -> Bool {
    guard let value else { return false }
    self[keyPath: property] = value
    return true
  }
}
