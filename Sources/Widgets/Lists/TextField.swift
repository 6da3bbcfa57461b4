package import TerminalModel

/// A single-line text field with a cursor.
package struct TextField: Hashable, Sendable {
  package private(set) var text = ""
  /// The number of characters before the cursor.
  package private(set) var cursor = 0
  /// The maximum length in scalars.
  package var limit: Int

  package init(_ text: String = "", limit: Int = 40) {
    self.limit = limit
    insert(text)
  }

  /// Edits the text; false if the action does not apply.
  package mutating func handle(_ action: Action) -> Bool {
    switch action {
    case .insert(let typed): insert(typed)
    case .move(.left): cursor = max(0, cursor - 1)
    case .move(.right): cursor = min(text.count, cursor + 1)
    case .first: cursor = 0
    case .last: cursor = text.count
    case .erase(.before): remove(from: cursor - 1, to: cursor)
    case .erase(.after): remove(from: cursor, to: cursor + 1)
    case .erase(.word): remove(from: startOfWord, to: cursor)
    case .erase(.all): remove(from: 0, to: text.count)
    default: return false
    }
    return true
  }

  /// Inserts text at the cursor: its first line, up to the limit, with blanks for tabs and without other control characters.
  package mutating func insert(_ typed: String) {
    guard let line = typed.split(whereSeparator: \.isNewline).first else { return }
    let room = max(0, limit - text.unicodeScalars.count)
    let scalars = line.unicodeScalars.map { $0 == "\t" ? " " : $0 }.filter {
      $0.value >= 32 && $0.value != 127 && !(128..<160).contains($0.value)
    }
    guard room > 0, !scalars.isEmpty else { return }
    let characters = Array(text)
    let before = String(characters[..<cursor]) + String(String.UnicodeScalarView(scalars.prefix(room)))
    text = before + String(characters[cursor...])
    // A combining mark may have joined the previous character.
    cursor = min(before.count, text.count)
  }

  private mutating func remove(from start: Int, to end: Int) {
    let characters = Array(text)
    let range = max(0, start)..<min(characters.count, max(0, end))
    guard !range.isEmpty else { return }
    text = String(characters[..<range.lowerBound]) + String(characters[range.upperBound...])
    cursor = min(range.lowerBound, text.count)
  }

  private var startOfWord: Int {
    let characters = Array(text)
    var start = cursor
    while start > 0, characters[start - 1] == " " { start -= 1 }
    while start > 0, characters[start - 1] != " " { start -= 1 }
    return start
  }

  /// The keys of all text fields.
  package static let bindings = [
    KeyBinding(keys: [.left, .control("b")], action: .move(.left), help: "Previous character."),
    KeyBinding(keys: [.right, .control("f")], action: .move(.right), help: "Next character."),
    KeyBinding(keys: [.home, .control("a")], action: .first, help: "Start of the line."),
    KeyBinding(keys: [.end, .control("e")], action: .last, help: "End of the line."),
    KeyBinding(keys: [.backspace, .control("h")], action: .erase(.before), help: "Delete the previous character."),
    KeyBinding(keys: [.delete, .control("d")], action: .erase(.after), help: "Delete the next character."),
    KeyBinding(keys: [.control("w")], action: .erase(.word), help: "Delete a word."),
    KeyBinding(keys: [.control("u")], action: .erase(.all), help: "Delete all text."),
  ]

  /// Draws the text with its cursor and keeps the cursor visible. Returns the column after the drawn text.
  @discardableResult
  package func draw(on canvas: inout Canvas, _ column: Int, _ row: Int, within width: Int, isActive: Bool = true) -> Int
  {
    guard width > 0 else { return column }
    let characters = Array(text)
    var first = 0
    func columns(_ range: Range<Int>) -> Int { TextWidth.columns(of: String(characters[range])) }
    while first < cursor, columns(first..<cursor) > width - 1 { first += 1 }
    let end = canvas.write(String(characters[first...].prefix(max(0, width))), column, row, within: width)
    guard isActive else { return end }
    let position = column + columns(first..<cursor)
    if cursor < characters.count {
      canvas.grid.restyle(CellRect(column: position, row: row, columns: 1, rows: 1)) { $0.attributes.insert(.reverse) }
      return end
    }
    canvas.put(canvas.glyphs.cursor, position, row, .strong)
    return position
  }
}

/// A text field in one row, with a hint or an error beside it.
package struct PromptRow {
  package var label: String
  package var field: TextField
  package var errorMessage: String?
  /// Shown beside an empty field.
  package var hint: String

  package init(label: String, field: TextField, errorMessage: String? = nil, hint: String) {
    self.label = label
    self.field = field
    self.errorMessage = errorMessage
    self.hint = hint
  }

  /// - Parameter rect: one row; an error that does not fit beside the text is shown in the row above.
  package func draw(on canvas: inout Canvas, in rect: CellRect) {
    let (width, row) = (rect.size.columns, rect.origin.row)
    let left = rect.origin.column + (width >= 30 ? 1 : 0)
    canvas.cover(CellRect(column: rect.origin.column, row: row, columns: width, rows: 1))
    let start = canvas.write(width >= 30 ? label : "> ", left, row, .strong, within: width)
    let end = field.draw(on: &canvas, start, row, within: max(1, rect.columns.upperBound - start))
    let beside = rect.columns.upperBound - end - 3
    if let errorMessage, TextWidth.columns(of: errorMessage) > beside, row > 0 {
      canvas.cover(CellRect(column: rect.origin.column, row: row - 1, columns: width, rows: 1))
      canvas.write(errorMessage, left, row - 1, .plain, within: rect.columns.upperBound - left)
    } else if let words = errorMessage ?? (field.text.isEmpty ? hint : nil), beside > 8 {
      canvas.write(words, end + 3, row, errorMessage == nil ? .faint : .plain, within: beside)
    }
  }
}
