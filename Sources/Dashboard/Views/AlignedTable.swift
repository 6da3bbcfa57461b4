import TerminalModel

/// Text in columns as wide as their widest cell, numbers at the right. Columns that do not fit are left out, the least
/// needed first.
struct AlignedTable {
  struct Column {
    var title: String
    var isNumber = false
    /// What is left out first where there is no room: the highest. 0 always stays.
    var rank = 0
  }

  struct Text {
    var text: String
    var style = CellStyle.plain

    init(_ text: String, _ style: CellStyle = .plain) {
      self.text = text
      self.style = style
    }
  }

  var columns: [Column]
  var rows: [[Text]]
  /// Columns between two of them.
  var gap = 2
  /// Blanks that may be given to each gap where there is more room.
  var widestGap = 4

  /// Where each column that fits lies, counted from the left.
  func places(in width: Int) -> [(column: Int, range: Range<Int>)] {
    var shown = Array(columns.indices)
    var widths = columns.indices.map { column in
      rows.reduce(TextWidth.columns(of: columns[column].title)) {
        max($0, column < $1.count ? TextWidth.columns(of: $1[column].text) : 0)
      }
    }
    func total(_ gap: Int) -> Int { shown.reduce(0) { $0 + widths[$1] } + gap * (shown.count - 1) }
    while total(gap) > width, let rank = shown.map({ columns[$0].rank }).max(), rank > 0 {
      shown.removeAll { columns[$0].rank == rank }
    }
    // The widest text gives way: half a number or half a date says nothing.
    if total(gap) > width, let widest = shown.filter({ !columns[$0].isNumber }).max(by: { widths[$0] < widths[$1] }) {
      widths[widest] = max(4, widths[widest] - (total(gap) - width))
    }
    let between = shown.count < 2 ? gap : min(widestGap, max(gap, gap + (width - total(gap)) / (shown.count - 1)))
    var left = 0
    return shown.map { column in
      let range = left..<min(max(left, width), left + widths[column])
      left += widths[column] + between
      return (column, range)
    }
  }

  /// Draws titles and rows from one on.
  ///
  /// - Parameters:
  ///   - first: the first row that is seen.
  ///   - selected: the row that is marked.
  ///   - action: what a click on a row does.
  func draw(
    on canvas: inout Canvas, in rect: CellRect, hasTitles: Bool = true, first: Int = 0, selected: Int? = nil,
    action: ((Int) -> Action)? = nil
  ) {
    let places = places(in: rect.size.columns)
    var rows = rect.rows
    if hasTitles, let row = rows.popFirst() {
      for place in places {
        write(Text(columns[place.column].title, .faint), place, rect.origin.column, row, on: &canvas)
      }
    }
    for (index, row) in zip(self.rows.indices.dropFirst(first), rows) {
      let line = CellRect(column: rect.origin.column, row: row, columns: rect.size.columns, rows: 1)
      if index == selected {
        canvas.grid.fill(line, with: Cell(" ", style: canvas.appearance.themed(CellStyle(attributes: .reverse))))
      }
      for place in places where place.column < self.rows[index].count {
        var cell = self.rows[index][place.column]
        if index == selected { cell.style = CellStyle(attributes: [.bold, .reverse]) }
        write(cell, place, rect.origin.column, row, on: &canvas)
      }
      if let action { canvas.hit(line, action(index)) }
    }
  }

  private func write(
    _ cell: Text, _ place: (column: Int, range: Range<Int>), _ left: Int, _ row: Int, on canvas: inout Canvas
  ) {
    let width = place.range.count
    let indent = columns[place.column].isNumber ? max(0, width - TextWidth.columns(of: cell.text)) : 0
    canvas.write(cell.text, left + place.range.lowerBound + indent, row, cell.style, within: width - indent)
  }
}
