/// Text wrapped at word boundaries, with a head at the start of the first line.
package struct Paragraph {
  /// The start of the first line.
  package var head = ""
  package var text: String
  /// The indentation of all lines but the first.
  package var indent = 0
  /// The maximum width of the lines; nil for a single line.
  package var columns: Int?

  package init(head: String = "", text: String, indent: Int = 0, columns: Int? = nil) {
    self.head = head
    self.text = text
    self.indent = indent
    self.columns = columns
  }

  /// The wrapped lines. A word that is longer than a line gets its own line, which exceeds the width.
  package var lines: [String] {
    guard let columns else { return [head + text] }
    // A narrow screen has no room for two columns.
    let indent = columns - indent < 24 ? min(2, self.indent) : indent
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = head
    var isEmpty = true
    for word in text.split(separator: " ") {
      let space = isEmpty ? "" : " "
      if TextWidth.columns(of: line + space + word) <= columns || (isEmpty && line == margin) {
        line += space + word
      } else {
        lines.append(line)
        line = margin + word
      }
      isEmpty = false
    }
    return (lines + [line]).map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
  }
}
