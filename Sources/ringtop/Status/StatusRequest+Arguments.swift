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
      if name == "--strict" {
        strict = true
        continue
      }
      guard let value = words.next(), !value.hasPrefix("-") else { return nil }
      switch name {
      case "--store": store = value
      case "--format":
        guard let known = StatusFormat(rawValue: value) else { return nil }
        format = known
      case "--width":
        guard let cells = Int(value) else { return nil }
        width = cells
      case "--style":
        guard let known = StatusFigure(rawValue: value) else { return nil }
        style = known
      case "--glyphs":
        guard let known = GlyphLevel(rawValue: value) else { return nil }
        glyphs = known
      case "--background":
        guard let known = StatusBackground(value) else { return nil }
        background = known
      case "--theme":
        guard StatusPalette(theme: value) != nil else { return nil }
        theme = value
      case "--template":
        guard (try? StatusTemplate(parsing: value)) != nil else { return nil }
        template = value
      default: return nil
      }
    }
  }
}
