import TerminalModel

/// Rows in columns below a heading: as many columns as fit, words at the left of theirs and numbers at the right, one
/// column marked as the one that sorts, one row selected.
///
/// The rows are asked for one by one, so that a table of a million costs what can be seen of it. What is selected, where
/// it is scrolled to and what sorts it is a `TableState`, which a screen keeps; sorting the rows is the screen's.
struct Table {
  enum Alignment: Hashable, Sendable {
    case leading
    /// For numbers, so that digits stand below digits.
    case trailing
  }

  struct Column: Hashable, Sendable {
    var title: String
    var alignment = Alignment.leading
    /// The fewest columns of the screen, beside those of the title. Keeps a column still while rows of other lengths
    /// scroll by.
    var minimum = 0
    /// The most; what is longer ends in an ellipsis.
    var maximum = Int.max
    /// What is left out first where there is no room: the highest. The columns of rank 0 stay.
    var rank = 0
    /// Takes what is left over, and is shortened first.
    var isFlexible = false
    /// Whether a click on the title, or a key, sorts by it.
    var isSortable = true
  }

  struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
    var text: String
    var style: CellStyle

    init(_ text: String, _ style: CellStyle = .plain) {
      self.text = text
      self.style = style
    }

    init(stringLiteral text: String) {
      self.init(text)
    }
  }

  var columns: [Column]
  var count: Int
  /// The cells of a row, one for each column.
  var row: (Int) -> [Cell]
  /// What stands in the place of rows where there are none.
  var placeholder = ""

  /// Blanks between two columns.
  private static let gap = 2
  /// The most rows that widths are measured by; of longer tables those that can be seen.
  private static let measured = 500

  /// The rows that an area shows, without the heading.
  static func height(in rect: CellRect) -> Int { max(0, rect.size.rows - 1) }

  func draw(on canvas: inout Canvas, in rect: CellRect, state: TableState) {
    guard rect.size.rows > 0, rect.size.columns > 2 else { return }
    let visible = state.rows(of: count, height: Self.height(in: rect))
    // A column is kept free at either side, so that the selected row has an edge.
    let inner = rect.inset(columns: 1)
    let layout = layout(width: inner.size.columns, visible: visible, sort: state.sort)
    drawHeading(layout, in: inner, state: state, on: &canvas)
    if count == 0, rect.size.rows > 1 {
      canvas.write(placeholder, inner.origin.column, rect.origin.row + 1, .faint, within: inner.size.columns)
    }
    for (offset, index) in visible.enumerated() {
      let line = CellRect(
        column: rect.origin.column, row: rect.origin.row + 1 + offset, columns: rect.size.columns, rows: 1)
      draw(
        row(index), layout, in: line, isSelected: state.hasSelection && index == state.selection(of: count), on: &canvas
      )
      canvas.hit(line, .choose(index))
    }
  }

  /// `3–20 of 400`, for a border or a footer; empty where all rows are seen.
  func position(in rect: CellRect, state: TableState, formatting: Formatting, isASCII: Bool = false) -> String {
    let visible = state.rows(of: count, height: Self.height(in: rect))
    guard visible.count < count, !visible.isEmpty else { return "" }
    func number(_ value: Int) -> String { formatting.number(Double(value), 0) }
    return "\(number(visible.lowerBound + 1))\(isASCII ? "-" : "–")\(number(visible.upperBound)) of \(number(count))"
  }

  // MARK: - Widths

  /// A column that is shown: its position among all, and where it stands from the left edge.
  private struct Place {
    var index: Int
    var columns: Range<Int>
  }

  private func layout(width: Int, visible: Range<Int>, sort: TableSort?) -> [Place] {
    let rows = (count <= Self.measured ? 0..<count : visible).map(row)
    var widths = columns.indices.map { index in
      let column = columns[index]
      let longest = rows.map { $0.indices.contains(index) ? TextWidth.columns(of: $0[index].text) : 0 }.max() ?? 0
      // Every title has room for the mark, so that sorting moves nothing.
      let title = TextWidth.columns(of: column.title) + (column.isSortable && sort != nil ? 1 : 0)
      return min(max(longest, title, column.minimum), max(title, column.maximum))
    }
    var shown = Array(columns.indices)
    func needed(_ shown: [Int]) -> Int { shown.reduce(Self.gap * (shown.count - 1)) { $0 + least($1, widths) } }
    while needed(shown) > width, let rank = shown.map({ columns[$0].rank }).max(), rank > 0 {
      shown.removeAll { columns[$0].rank == rank }
    }
    let left = width - shown.reduce(Self.gap * (shown.count - 1)) { $0 + widths[$1] }
    if let flexible = shown.first(where: { columns[$0].isFlexible }) {
      widths[flexible] = max(min(widths[flexible], 4), widths[flexible] + left)
    }
    var column = 0
    return shown.compactMap { index in
      defer { column += widths[index] + Self.gap }
      guard column < width else { return nil }
      return Place(index: index, columns: column..<min(width, column + widths[index]))
    }
  }

  /// What a column needs to be worth its place.
  private func least(_ index: Int, _ widths: [Int]) -> Int {
    columns[index].isFlexible ? min(widths[index], max(columns[index].minimum, 8)) : widths[index]
  }

  // MARK: - Drawing

  private func drawHeading(_ layout: [Place], in rect: CellRect, state: TableState, on canvas: inout Canvas) {
    for place in layout {
      let column = columns[place.index]
      var title = column.title
      let isSorting = state.sort?.column == place.index
      if let sort = state.sort, isSorting {
        let mark = String(Character(sort.isDescending ? canvas.glyphs.descending : canvas.glyphs.ascending))
        title = column.alignment == .trailing ? mark + title : title + mark
      }
      write(title, isSorting ? .strong : .faint, column.alignment, place.columns, in: rect, on: &canvas)
      guard column.isSortable, state.sort != nil else { continue }
      canvas.hit(
        CellRect(
          column: rect.origin.column + place.columns.lowerBound, row: rect.origin.row, columns: place.columns.count,
          rows: 1), .sort(.column(place.index)))
    }
  }

  private func draw(
    _ cells: [Cell], _ layout: [Place], in line: CellRect, isSelected: Bool, on canvas: inout Canvas
  ) {
    let inner = line.inset(columns: 1)
    for place in layout where cells.indices.contains(place.index) {
      let cell = cells[place.index]
      write(cell.text, cell.style, columns[place.index].alignment, place.columns, in: inner, on: &canvas)
    }
    if isSelected { canvas.select(line) }
  }

  private func write(
    _ text: String, _ style: CellStyle, _ alignment: Alignment, _ columns: Range<Int>, in rect: CellRect,
    on canvas: inout Canvas
  ) {
    let width = TextWidth.columns(of: text)
    let indent = alignment == .trailing ? max(0, columns.count - width) : 0
    canvas.write(
      text, rect.origin.column + columns.lowerBound + indent, rect.origin.row, style, within: columns.count - indent)
  }
}

/// By which column a table is sorted, and which way.
struct TableSort: Hashable, Sendable {
  var column: Int
  var isDescending = false
}

/// What a screen keeps of a table between two frames.
struct TableState: Hashable, Sendable {
  /// A row, maybe of before: see `selection(of:)`.
  private(set) var selected = 0
  /// nil for a table that is not sorted by its columns.
  var sort: TableSort?
  /// False for one that is only read: keys scroll it.
  let hasSelection: Bool
  private var viewport = Viewport()

  init(sort: TableSort? = nil, hasSelection: Bool = true) {
    self.sort = sort
    self.hasSelection = hasSelection
  }

  static let bindings = [
    KeyBinding(keys: ["j", .down], action: .move(.down), label: "move", rank: 1, help: "Next row."),
    KeyBinding(keys: ["k", .up], action: .move(.up), label: "move", rank: 1, help: "Previous row."),
    KeyBinding(keys: [.pageDown], action: .page(.down), help: "Next page."),
    KeyBinding(keys: [.pageUp], action: .page(.up), help: "Previous page."),
    KeyBinding(keys: [.home], action: .first, help: "First row."),
    KeyBinding(keys: ["G", .end], action: .last, help: "Last row."),
  ]

  /// Beside `bindings`, for a table that can be sorted.
  static let sortBindings = [
    KeyBinding(keys: ["s"], action: .sort(.next), label: "sort", rank: 3, help: "Sort by the next column."),
    KeyBinding(keys: ["S"], action: .sort(.reverse), help: "Sort the other way round."),
  ]

  /// The selected row of so many: rows may have gone since it was chosen.
  func selection(of count: Int) -> Int { max(0, min(selected, count - 1)) }

  /// The rows that are seen in an area of some height.
  func rows(of count: Int, height: Int) -> Range<Int> { viewport.rows(of: count, height: height) }

  /// Selects a row, for example the same entry after sorting.
  mutating func select(_ row: Int, of count: Int, height: Int) {
    selected = max(0, min(row, count - 1))
    viewport.show(selected, of: count, height: height)
  }

  /// Moves through the table, or sorts it, as an action means it here; false where it means nothing.
  ///
  /// - Parameters:
  ///   - count: the rows that there are.
  ///   - height: the rows that are seen, without the heading.
  ///   - columns: of the table, for sorting.
  mutating func handle(_ action: Action, count: Int, height: Int, columns: [Table.Column] = []) -> Bool {
    let page = max(1, height - 1)
    let step: Int
    switch action {
    case .move(.down): step = 1
    case .move(.up): step = -1
    case .scroll(let rows): step = min(max(rows, -1_000), 1_000)
    case .page(.down): step = page
    case .page(.up): step = -page
    case .first: step = -count
    case .last: step = count
    case .choose(let row) where hasSelection && row >= 0 && row < count:
      select(row, of: count, height: height)
      return true
    case .sort(let sorting): return sort(by: sorting, columns)
    default: return false
    }
    if hasSelection {
      select(selection(of: count) + step, of: count, height: height)
    } else {
      viewport.scroll(by: step, of: count, height: height)
    }
    return true
  }

  private mutating func sort(by sorting: Action.Sorting, _ columns: [Table.Column]) -> Bool {
    guard var now = sort, columns.contains(where: \.isSortable) else { return false }
    switch sorting {
    case .reverse: now.isDescending.toggle()
    case .column(now.column): now.isDescending.toggle()
    case .column(let index):
      guard columns.indices.contains(index), columns[index].isSortable else { return false }
      now = TableSort(column: index, isDescending: columns[index].alignment == .trailing)
    case .next:
      var index = now.column
      repeat { index = (index + 1) % columns.count } while !columns[index].isSortable
      // The largest number is what is looked for, and the first name.
      now = TableSort(column: index, isDescending: columns[index].alignment == .trailing)
    }
    sort = now
    viewport = Viewport()
    return true
  }
}
