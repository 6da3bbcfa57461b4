package import TerminalModel

/// A piece of a status line in one colour.
package struct StatusRun: Hashable, Sendable {
  package var text: String
  /// Nil is the bar's own colour.
  package var color: RGB?

  package init(_ text: String, color: RGB? = nil) {
    self.text = text
    self.color = color
  }
}

/// A line of text in coloured runs, before markup is added.
///
/// The line is measured and shortened here, so that no format can cut its own markup. Appended text is sanitized: one
/// line, no control characters, no bidirectional controls.
package struct StatusText: Hashable, Sendable {
  package private(set) var runs: [StatusRun] = []

  package init() {}

  package init(_ text: String, color: RGB? = nil) {
    append(text, color: color)
  }

  /// The text without colours.
  package var plain: String {
    runs.map(\.text).joined()
  }

  /// The maximum number of display cells of the text. Complexity: linear in the text.
  package var columns: Int {
    runs.reduce(0) { $0 + Self.columns(of: $1.text) }
  }

  /// The sum over all scalars, because bars disagree about joined emoji: some draw one symbol, others draw each part.
  /// For the same reason a narrow symbol with an emoji variation selector counts as wide.
  static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + ($1.value == 0xfe0f ? 1 : TextWidth.columns(of: $1)) }
  }

  /// Appends text, merged with the last run if the colour is the same.
  package mutating func append(_ text: String, color: RGB? = nil) {
    let safe = Self.singleLine(text)
    guard !safe.isEmpty else { return }
    if let last = runs.last, last.color == color {
      runs[runs.count - 1].text += safe
    } else {
      runs.append(StatusRun(safe, color: color))
    }
  }

  /// The text in at most `width` display cells, ending with `ellipsis` if it was shortened.
  ///
  /// Characters are removed completely: a wide character that would exceed the width by one cell is dropped.
  package func clipped(to width: Int, ellipsis: String) -> StatusText {
    guard columns > width else { return self }
    let mark = Self.columns(of: ellipsis) <= width ? ellipsis : ""
    var room = width - Self.columns(of: mark)
    var result = StatusText()
    filling: for run in runs {
      for character in run.text {
        room -= Self.columns(of: String(character))
        guard room >= 0 else { break filling }
        result.append(String(character), color: run.color)
      }
    }
    result.append(mark)
    return result
  }

  /// The text with line breaks and control characters replaced by spaces, and without invisible characters that reorder
  /// text.
  private static func singleLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard isUnsafe(scalar) else {
        result.append(scalar)
        continue
      }
      if scalar.properties.generalCategory != .format { result.append(" ") }
    }
    return String(result)
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7f }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    // Joiners and tags are part of emoji; the other format characters only hide or reorder text.
    case .format:
      return !(scalar.value == 0x200c || scalar.value == 0x200d || (0xe0020...0xe007f).contains(scalar.value))
    default: return false
    }
  }
}
