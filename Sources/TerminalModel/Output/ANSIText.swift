/// Writes frames as text with the escape sequences of ECMA-48, one line per row.
package struct ANSIText: Sendable {
  package var colors: ColorLevel
  /// Whether blanks in the default style are omitted at the end of a line.
  package var trimsTrailingBlanks: Bool

  package init(colors: ColorLevel, trimsTrailingBlanks: Bool = false) {
    self.colors = colors
    self.trimsTrailingBlanks = trimsTrailingBlanks
  }

  /// The frame as lines joined by newlines, without one at the end.
  ///
  /// A sequence is written only where the style changes, and every line ends in the default style, so that lines can be
  /// extracted and a newline never colours the rest of the screen.
  package func text(of grid: CellGrid) -> String {
    var text = ""
    for row in 0..<grid.size.rows {
      if row > 0 { text.unicodeScalars.append("\n") }
      append(grid.row(row), to: &text)
    }
    return text
  }

  private func append(_ row: ArraySlice<Cell>, to text: inout String) {
    var cells = row
    if trimsTrailingBlanks {
      while let last = cells.last, last.text == " ", last.style.reduced(to: colors) == CellStyle() {
        cells.removeLast()
      }
    }
    var style = CellStyle()
    for cell in cells where !cell.isWideTail {
      let next = cell.style.reduced(to: colors)
      text += Self.sequence(from: style, to: next)
      style = next
      cell.text.append(to: &text)
    }
    text += Self.sequence(from: style, to: CellStyle())
  }

  /// The shortest sequence that changes one style into the other; empty if they are equal.
  static func sequence(from old: CellStyle, to new: CellStyle) -> String {
    if old == new { return "" }
    if new == CellStyle() { return "\u{1B}[0m" }
    var codes: [String] = []
    var base = old
    if !old.attributes.isSubset(of: new.attributes) {
      // Attributes are not reset one by one, because bold and dim share their reset code.
      codes.append("0")
      base = CellStyle()
    }
    let added = new.attributes.subtracting(base.attributes)
    if added.contains(.bold) { codes.append("1") }
    if added.contains(.dim) { codes.append("2") }
    if added.contains(.underline) { codes.append("4") }
    if added.contains(.reverse) { codes.append("7") }
    if new.foreground != base.foreground { codes.append(code(of: new.foreground, base: 30)) }
    if new.background != base.background { codes.append(code(of: new.background, base: 40)) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private static func code(of color: CellColor, base: Int) -> String {
    switch color {
    case .terminalDefault: "\(base + 9)"
    case .rgb(let color): "\(base + 8);2;\(color.red);\(color.green);\(color.blue)"
    case .palette(let entry) where entry < 8: "\(base + Int(entry))"
    case .palette(let entry) where entry < 16: "\(base + 60 + Int(entry) - 8)"
    case .palette(let entry): "\(base + 8);5;\(entry)"
    }
  }
}
