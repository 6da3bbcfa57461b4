import TerminalModel

/// Rows under headings, in columns that are as wide as what can be seen of them.
struct DataTable {
  struct Column: Hashable {
    var title: String
    var isTrailing = true
    /// What is left out first where there is no room: the highest.
    var rank = 0
    /// Whether a click on the heading orders the rows by it.
    var sort: Int?
  }

  var columns: [Column]
  /// Those that can be seen, as many texts in each as there are columns.
  var rows: [[String]]
  /// The index of the first row, as clicks name it.
  var first = 0
  /// Among `rows`.
  var selected: Int?
  /// The column that the rows are ordered by, and whether from the largest on.
  var order: (column: Int, isDescending: Bool)?
  var hasHeader = true

  /// Draws the heading and the rows, from the top.
  func draw(on canvas: inout Canvas, in rect: CellRect) {
    guard rect.size.rows > 0, rect.size.columns > 2 else { return }
    let placed = placed(rect, canvas.glyphs)
    var row = rect.origin.row
    if hasHeader, rect.size.rows >= 3 {
      for (index, columns) in placed {
        let title = heading(index, canvas.glyphs)
        let isOrder = order?.column == index
        write(title, columns, row, isTrailing: self.columns[index].isTrailing, isOrder ? .strong : .faint, on: &canvas)
        if let sort = self.columns[index].sort {
          canvas.hit(
            CellRect(column: columns.lowerBound, row: row, columns: columns.count, rows: 1), .sort(.column(sort)))
        }
      }
      row += 1
    }
    for (position, texts) in rows.enumerated() where row < rect.rows.upperBound {
      let isSelected = position == selected
      if isSelected {
        // Seen without colours and attributes too.
        canvas.put(canvas.glyphs.isASCII ? ">" : "›", rect.origin.column, row, .strong)
      }
      for (index, columns) in placed where index < texts.count {
        write(
          texts[index], columns, row, isTrailing: self.columns[index].isTrailing, isSelected ? .strong : .plain,
          on: &canvas)
      }
      let line = CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1)
      if isSelected, canvas.appearance.colors != .none {
        let style = canvas.appearance.themed(CellStyle(attributes: .reverse))
        canvas.grid.restyle(line) {
          if style.attributes.contains(.reverse) {
            $0.attributes.insert(.reverse)
          } else {
            $0.background = style.background
            $0.foreground = style.foreground
          }
        }
      }
      canvas.hit(line, isSelected ? .select : .choose(first + position))
      row += 1
    }
  }

  private func heading(_ index: Int, _ glyphs: Glyphs) -> String {
    guard let order, order.column == index else { return columns[index].title }
    return columns[index].title + (order.isDescending ? (glyphs.isASCII ? " v" : " ▾") : glyphs.isASCII ? " ^" : " ▴")
  }

  private func write(
    _ text: String, _ columns: Range<Int>, _ row: Int, isTrailing: Bool, _ style: CellStyle, on canvas: inout Canvas
  ) {
    let width = TextWidth.columns(of: text)
    if isTrailing, width <= columns.count {
      canvas.write(text, columns.upperBound - width, row, style)
    } else {
      canvas.write(text, columns.lowerBound, row, style, within: columns.count)
    }
  }

  /// Where the columns that fit lie: after a column for the mark of the selected row.
  private func placed(_ rect: CellRect, _ glyphs: Glyphs) -> [(index: Int, columns: Range<Int>)] {
    var shown = Array(columns.indices)
    var widths = columns.indices.map { index in
      max(
        hasHeader ? TextWidth.columns(of: heading(index, glyphs)) : 0,
        rows.map { index < $0.count ? TextWidth.columns(of: $0[index]) : 0 }.max() ?? 0)
    }
    let room = rect.size.columns - 2
    func total(_ gap: Int) -> Int { shown.reduce(0) { $0 + widths[$1] } + gap * max(0, shown.count - 1) }
    while shown.count > 1, total(2) > room,
      let worst = shown.max(by: { columns[$0].rank < columns[$1].rank }), columns[worst].rank > 0
    {
      shown.removeAll { $0 == worst }
    }
    // The widest column of text gives way, but not to nothing: a date that is cut says nothing any more.
    if total(2) > room, let flexible = shown.filter({ !columns[$0].isTrailing }).max(by: { widths[$0] < widths[$1] }) {
      widths[flexible] = max(4, widths[flexible] - (total(2) - room))
    }
    let gap = shown.count > 1 ? min(6, max(2, (room - total(0)) / (shown.count - 1))) : 2
    var column = rect.origin.column + 2
    return shown.compactMap { index in
      guard column < rect.columns.upperBound else { return nil }
      let columns = column..<min(column + widths[index], rect.columns.upperBound)
      column += widths[index] + gap
      return columns.isEmpty ? nil : (index, columns)
    }
  }
}
