import TerminalModel

/// The keys, from the keymap, in a box over the dashboard.
struct HelpView {
  let state: DashboardState
  let scroll: Int

  func draw(on canvas: inout Canvas, in area: CellRect) {
    let lines = Keymap.helpLines
    let keyWidth = 12
    let hasBox = area.size.columns >= 40 && area.size.rows >= 8
    let wanted = CellSize(columns: 72 + (hasBox ? 6 : 0), rows: lines.count + (hasBox ? 4 : 0))
    let size = CellSize(
      columns: hasBox ? min(area.size.columns, wanted.columns) : area.size.columns,
      rows: hasBox ? min(area.size.rows, wanted.rows) : area.size.rows)
    let rect = CellRect(
      column: area.origin.column + (area.size.columns - size.columns) / 2,
      row: area.origin.row + (area.size.rows - size.rows) / 2, columns: size.columns, rows: size.rows)
    canvas.grid.fill(rect)
    var inner = rect
    if hasBox {
      canvas.box(rect)
      canvas.label("Keys", rect.columns.lowerBound + 2, rect.rows.lowerBound, .strong, within: rect.size.columns - 4)
      inner = rect.inset(columns: 3, rows: rect.size.rows >= lines.count + 4 ? 2 : 1)
    }
    // The last line stays at the lower edge however often the key is pressed.
    let first = min(scroll, max(0, lines.count - inner.size.rows))
    for (row, line) in zip(inner.rows, lines.dropFirst(first)) {
      let keys = line.keys.map { $0.name(canvas.glyphs) }.joined(separator: " ")
      let indent = inner.size.columns >= 40 ? keyWidth : 8
      canvas.write(keys, inner.columns.lowerBound, row, .strong, within: indent - 1)
      canvas.write(
        line.help, inner.columns.lowerBound + indent, row, .plain, within: inner.size.columns - indent)
    }
    if hasBox, first + inner.size.rows < lines.count {
      canvas.labelTrailing(
        "j for more", before: rect.columns.upperBound - 2, rect.rows.upperBound - 1, .faint,
        notBefore: rect.columns.lowerBound + 2)
    }
  }
}

extension Keymap {
  /// What the help lists: the keys of the dashboard.
  package static var helpLines: [KeyBinding] {
    bindings.filter { $0.context == .dashboard }
  }
}
