/// A sentence broken into lines between its words, with what stands before it in the first.
package struct Paragraph {
  /// What the first line begins with.
  package var head = ""
  package var text: String
  /// The blanks before every line but the first.
  package var indent = 0
  /// The width of the lines; nil for one line, however long.
  package var columns: Int?

  package init(head: String = "", text: String, indent: Int = 0, columns: Int? = nil) {
    self.head = head
    self.text = text
    self.indent = indent
    self.columns = columns
  }

  /// The lines. A word that is longer than a line has one to itself and runs over.
  package var lines: [String] {
    guard let columns else { return [head + text] }
    // On a narrow screen there is no room for two columns.
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
