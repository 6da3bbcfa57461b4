package import TerminalModel

/// Rows under headings, in columns as wide as their widest cell: text left-aligned, numbers right-aligned, with a
/// marked sort column and a selected row.
///
/// Columns that do not fit are omitted, the least important first; then the widest text column is truncated, or wrapped.
package struct Table {
  package struct Column: Hashable {
    package var title: String
    package var isNumber = true
    /// The order in which columns are omitted: the highest first. 0 is never omitted.
    package var rank = 0
    /// Whether clicking the heading sorts by it.
    package var sort: Int?

    package init(title: String, isNumber: Bool = true, rank: Int = 0, sort: Int? = nil) {
      self.title = title
      self.isNumber = isNumber
      self.rank = rank
      self.sort = sort
    }
  }

  package struct Cell: Hashable, ExpressibleByStringLiteral {
    package var text: String
    package var style = CellStyle.plain

    package init(_ text: String, _ style: CellStyle = .plain) {
      self.text = text
      self.style = style
    }

    package init(stringLiteral text: String) { self.init(text) }
  }

  /// The effect of clicking a row.
  package enum Click {
    case nothing
    /// Selects it; performs the action of Enter if it is already selected.
    case select
    case own((Int) -> Action)
  }

  package var columns: [Column]
  /// The rows that determine the widths: all rows, or the visible ones of a long list.
  package var rows: [[Cell]]
  /// The visible rows among them; nil for all.
  package var visible: Range<Int>?
  /// The index of the first of `rows`, for clicks.
  package var first = 0
  /// An index in `rows`.
  package var selected: Int?
  /// The sort column, and whether the order is descending.
  package var order: (column: Int, isDescending: Bool)?
  package var hasHeader = true
  /// Columns reserved at the left for the mark of the selected row.
  package var margin = 2
  /// The maximum number of blanks between two columns.
  package var widestGap = 6
  package var click = Click.select
  /// Whether texts that do not fit take several lines.
  package var wraps = false

  package init(
    columns: [Column], rows: [[Cell]], visible: Range<Int>? = nil, first: Int = 0, selected: Int? = nil,
    order: (column: Int, isDescending: Bool)? = nil, hasHeader: Bool = true, margin: Int = 2, widestGap: Int = 6,
    click: Click = .select
  ) {
    self.columns = columns
    self.rows = rows
    self.visible = visible
    self.first = first
    self.selected = selected
    self.order = order
    self.hasHeader = hasHeader
    self.margin = margin
    self.widestGap = widestGap
    self.click = click
  }

  /// The minimum number of blanks between two columns.
  private static let gap = 2
  /// The minimum width of a truncated column.
  private static let leastWidth = 4
  /// The width with which a name is recognizable: no column is omitted because of a longer one.
  private static let enough = 40

  /// Draws the heading and the rows from the top.
  package func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0, rect.size.columns > margin else { return }
    let places = places(in: rect.columns)
    var row = rect.origin.row
    if hasHeader, rect.size.rows >= 2 {
      for place in places { drawHeading(place, row, on: &canvas) }
      row += 1
    }
    for index in (visible ?? rows.indices).clamped(to: rows.indices) where row < rect.rows.upperBound {
      let lines = lines(index, places).prefix(rect.rows.upperBound - row)
      let line = CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: lines.count)
      for (row, cells) in zip(row..., lines) {
        for (column, columns) in places where column < cells.count {
          write(cells[column], columns, row, isNumber: self.columns[column].isNumber, on: &canvas)
        }
      }
      if index == selected { canvas.select(line) }
      switch click {
      case .nothing: break
      case .select: canvas.hit(line, index == selected ? .select : .choose(first + index))
      case .own(let action): canvas.hit(line, action(first + index))
      }
      row += lines.count
    }
  }

  /// A row as the lines that it takes.
  private func lines(_ row: Int, _ places: [(index: Int, columns: Range<Int>)]) -> [[Cell]] {
    guard wraps else { return [rows[row]] }
    var lines: [[Cell]] = [rows[row]]
    for (column, columns) in places where column < rows[row].count && !self.columns[column].isNumber {
      let cell = rows[row][column]
      for (index, text) in Paragraph(text: cell.text, columns: columns.count).lines.enumerated() {
        if index == lines.count { lines.append(rows[row].map { _ in "" }) }
        lines[index][column] = Cell(text, cell.style)
      }
    }
    return lines
  }

  /// The number of lines of all rows.
  package func lineCount(in range: Range<Int>) -> Int {
    let places = places(in: range)
    return rows.indices.reduce(0) { $0 + lines($1, places).count }
  }

  private func drawHeading(_ place: (index: Int, columns: Range<Int>), _ row: Int, on canvas: inout Canvas) {
    let column = columns[place.index]
    var title = column.title
    let isOrder = order?.column == place.index
    if isOrder {
      title += " " + String(Character(order?.isDescending == true ? canvas.glyphs.descending : canvas.glyphs.ascending))
    }
    write(Cell(title, isOrder ? .strong : .faint), place.columns, row, isNumber: column.isNumber, on: &canvas)
    guard let sort = column.sort else { return }
    canvas.hit(
      CellRect(column: place.columns.lowerBound, row: row, columns: place.columns.count, rows: 1),
      .sort(.column(sort)))
  }

  private func write(_ cell: Cell, _ columns: Range<Int>, _ row: Int, isNumber: Bool, on canvas: inout Canvas) {
    let width = TextWidth.columns(of: cell.text)
    if isNumber, width <= columns.count {
      canvas.write(cell.text, columns.upperBound - width, row, cell.style)
    } else {
      canvas.write(cell.text, columns.lowerBound, row, cell.style, within: columns.count)
    }
  }

  /// The positions of the columns that fit.
  package func places(in range: Range<Int>) -> [(index: Int, columns: Range<Int>)] {
    var shown = Array(columns.indices)
    var widths = columns.indices.map { index in
      // The sort mark needs room too.
      let title = TextWidth.columns(of: columns[index].title) + (order?.column == index ? 2 : 0)
      return rows.reduce(hasHeader ? title : 0) {
        max($0, index < $1.count ? TextWidth.columns(of: $1[index].text) : 0)
      }
    }
    let room = range.count - margin
    func total(_ gap: Int) -> Int { shown.reduce(0) { $0 + widths[$1] } + gap * max(0, shown.count - 1) }
    func neededWidth() -> Int {
      shown.reduce(0) { $0 + (columns[$1].isNumber ? widths[$1] : min(widths[$1], Self.enough)) }
        + Self.gap * max(0, shown.count - 1)
    }
    while shown.count > 1, neededWidth() > room,
      let least = shown.max(by: { columns[$0].rank < columns[$1].rank }), columns[least].rank > 0
    {
      shown.removeAll { $0 == least }
    }
    // A truncated date is useless, but a truncated name is still recognizable.
    if total(Self.gap) > room,
      case let texts = shown.filter({ !columns[$0].isNumber }),
      // What is said is wrapped, and not the names at the left.
      let flexible = wraps ? texts.last : texts.max(by: { widths[$0] < widths[$1] })
    {
      widths[flexible] = max(min(Self.leastWidth, widths[flexible]), widths[flexible] - (total(Self.gap) - room))
    }
    let gap =
      shown.count > 1 ? min(widestGap, max(Self.gap, (room - total(0)) / (shown.count - 1))) : Self.gap
    var column = range.lowerBound + margin
    return shown.compactMap { index in
      guard column < range.upperBound else { return nil }
      let columns = column..<min(column + widths[index], range.upperBound)
      column += widths[index] + gap
      return columns.isEmpty ? nil : (index, columns)
    }
  }
}

extension Table.Column {
  package static func words(_ title: String, rank: Int = 0, sort: Int? = nil) -> Table.Column {
    Table.Column(title: title, isNumber: false, rank: rank, sort: sort)
  }

  package static func number(_ title: String, rank: Int = 0, sort: Int? = nil) -> Table.Column {
    Table.Column(title: title, rank: rank, sort: sort)
  }
}

extension Table {
  /// A list of plain texts.
  package init(
    columns: [Column], texts: [[String]], first: Int = 0, selected: Int? = nil,
    order: (column: Int, isDescending: Bool)? = nil, hasHeader: Bool = true, click: Click = .select
  ) {
    self.init(
      columns: columns, rows: texts.map { $0.map { Cell($0) } }, first: first, selected: selected, order: order,
      hasHeader: hasHeader, click: click)
  }

  /// A table without a selection.
  package init(card columns: [Column], rows: [[Cell]], widestGap: Int = 4) {
    self.init(columns: columns, rows: rows, margin: 0, widestGap: widestGap, click: .nothing)
  }
}
