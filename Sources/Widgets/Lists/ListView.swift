package import TerminalModel

/// A list with a selected entry, a viewport, and a search.
package struct ListView: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    /// In the first column.
    package var name: String
    package var text: String

    package init(name: String, text: String) {
      self.name = name
      self.text = text
    }
  }

  package var entries: [Entry]
  /// The index among the matching entries.
  package private(set) var selected = 0
  /// Whether entries can be selected; otherwise keys scroll the text.
  package let hasSelection: Bool
  private var viewport = Viewport()
  /// The search text; nil if there is no search.
  package private(set) var search: TextField?
  /// Whether typed text goes into the search.
  package private(set) var isSearching = false

  package init(_ entries: [Entry], selected: Int = 0, hasSelection: Bool = true) {
    self.hasSelection = hasSelection
    self.entries = entries
    self.selected = max(0, min(selected, entries.count - 1))
  }

  /// The indices of the entries that match the search.
  package var matches: [Int] {
    guard let words = search?.text.lowercased(), !words.isEmpty else { return Array(entries.indices) }
    return entries.indices.filter { "\(entries[$0].name) \(entries[$0].text)".lowercased().contains(words) }
  }

  /// The index of the selected entry; nil if none matches.
  package var chosen: Int? {
    let matches = matches
    return matches.indices.contains(selected) ? matches[selected] : matches.first
  }

  package static let bindings = [
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "move", rank: 1, help: "Next entry."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "move", rank: 1, help: "Previous entry."),
    KeyBinding(keys: [.pageDown], action: .page(.down), help: "Next page."),
    KeyBinding(keys: [.pageUp], action: .page(.up), help: "Previous page."),
    KeyBinding(keys: ["g", .home], action: .first, help: "First entry."),
    KeyBinding(keys: ["G", .end], action: .last, help: "Last entry."),
    KeyBinding(
      keys: ["/"], action: .search, label: "search", rank: 2,
      help: "Search; Enter keeps it or takes the only match, Esc ends it."),
  ]

  /// Moves the selection, or edits the search; false if the action does not apply.
  package mutating func handle(_ action: Action, height: Int) -> Bool {
    let count = matches.count
    switch action {
    case .search:
      if search == nil { search = TextField() }
      isSearching = true
    case .select where isSearching:
      isSearching = false
      // The only match is chosen like any selected entry.
      return !hasSelection || count != 1
    case .back where search != nil:
      search = nil
      isSearching = false
    case .insert, .erase:
      guard isSearching, search?.handle(action) == true else { return isSearching }
      selected = 0
    case _ where !hasSelection: return scroll(action, count, height)
    case .choose(let position): selected = matches.firstIndex(of: position) ?? selected
    default: guard selected.select(action.asMove, of: matches.count, page: height) else { return false }
    }
    selected = max(0, min(selected, matches.count - 1))
    viewport.show(selected, of: matches.count, height: height)
    return true
  }

  private mutating func scroll(_ action: Action, _ count: Int, _ height: Int) -> Bool {
    switch action {
    case .move(.down): viewport.scroll(by: 1, of: count, height: height)
    case .move(.up): viewport.scroll(by: -1, of: count, height: height)
    case .scroll(let rows): viewport.scroll(by: rows, of: count, height: height)
    case .page(.down): viewport.scroll(by: max(1, height - 1), of: count, height: height)
    case .page(.up): viewport.scroll(by: -max(1, height - 1), of: count, height: height)
    case .first: viewport.scroll(by: .min / 2, of: count, height: height)
    case .last: viewport.scroll(by: .max / 2, of: count, height: height)
    default: return false
    }
    return true
  }

  /// The first visible row.
  package var first: Int { viewport.first }

  /// - Parameter indent: the columns of the names.
  package func draw(on canvas: inout Canvas, in rect: CellRect, indent: Int) {
    let matches = matches
    for (position, row) in zip(viewport.rows(of: matches.count, height: rect.size.rows), rect.rows) {
      let entry = entries[matches[position]]
      let isSelected = hasSelection && position == selected
      if hasSelection {
        canvas.hit(
          CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1),
          .choose(matches[position]))
      }
      let style: CellStyle = isSelected ? CellStyle(attributes: [.bold, .reverse]) : .strong
      let mark = isSelected && !canvas.appearance.showsReverse ? String(Character(canvas.glyphs.selection)) : ""
      canvas.write(mark + entry.name, rect.origin.column, row, style, within: max(1, indent - 1))
      canvas.write(entry.text, rect.origin.column + indent, row, .plain, within: rect.size.columns - indent)
    }
    if matches.isEmpty, rect.size.rows > 0 {
      canvas.write("Nothing matches.", rect.origin.column, rect.origin.row, .faint, within: rect.size.columns)
    }
  }

  /// The search, in a separate row.
  package func drawSearch(on canvas: inout Canvas, columns: Range<Int>, row: Int) {
    guard let search else { return }
    let start = canvas.write("/", columns.lowerBound, row, .strong)
    search.draw(on: &canvas, start, row, within: columns.upperBound - start, isActive: isSearching)
  }
}
