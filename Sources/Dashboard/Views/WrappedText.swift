import TerminalModel

/// Text wrapped into lines.
enum WrappedText {
  /// The text in lines of at most this many columns, broken at blanks; a longer word is clipped when it is drawn.
  static func lines(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, TextWidth.columns(of: last) + 1 + TextWidth.columns(of: String(word)) <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension CellRect {
  /// Without a column at either side if there is room to spare.
  var withMargin: CellRect { inset(columns: size.columns >= 60 ? 1 : 0) }
}
