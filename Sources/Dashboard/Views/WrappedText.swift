import TerminalModel

/// Words in lines.
enum WrappedText {
  /// The text in lines that are no wider than so many columns, broken at blanks; a longer word is cut when it is drawn.
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
  /// Without a column at either side, where there is room to spare.
  var withMargin: CellRect { inset(columns: size.columns >= 60 ? 1 : 0) }
}
