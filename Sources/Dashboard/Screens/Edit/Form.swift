import TerminalModel
import Widgets

/// A form of labelled text fields, one of which has the focus.
struct Form: Hashable, Sendable {
  struct Field: Hashable, Sendable {
    var label: String
    var text: TextField
    /// Shown in an empty field.
    var hint: String
  }

  var fields: [Field]
  private(set) var active = 0
  var errorMessage: String?

  init(_ fields: [Field]) {
    self.fields = fields
  }

  static let bindings =
    [
      KeyBinding(keys: [.enter], action: .select, label: "save", help: "Save."),
      KeyBinding(keys: [.tab, .down], action: .next, label: "field", rank: 1, help: "Next field."),
      KeyBinding(keys: [.backTab, .up], action: .previous, help: "Previous field."),
      KeyBinding(keys: [.escape], action: .back, label: "cancel", help: "Cancel."),
    ] + TextField.bindings

  subscript(index: Int) -> String { fields.indices.contains(index) ? fields[index].text.text : "" }

  mutating func handle(_ action: Action) -> Bool {
    switch action {
    case .next: active = (active + 1) % max(1, fields.count)
    case .previous: active = (active + max(1, fields.count) - 1) % max(1, fields.count)
    case .choose(let index) where fields.indices.contains(index): active = index
    case .scroll: break
    default:
      guard fields.indices.contains(active), fields[active].text.handle(action) else { return false }
      errorMessage = nil
    }
    return true
  }

  /// Draws a dialog with the fields, a caption below them, and the validation error.
  func draw(_ title: String, _ caption: String, on canvas: inout Canvas, in area: CellRect) {
    let labels = (fields.map { TextWidth.columns(of: $0.label) }.max() ?? 0) + 2
    let columns = 60
    let message = Paragraph(text: errorMessage ?? caption, columns: min(columns, area.size.columns - 6)).lines
    let dialog = Dialog(in: area, columns: columns, rows: fields.count + 1 + message.count)
    dialog.draw(title, on: &canvas)
    let inner = dialog.inner
    // In a low area the focused field stays visible.
    var viewport = Viewport()
    viewport.show(active, of: fields.count, height: inner.size.rows)
    for (index, row) in zip(viewport.rows(of: fields.count, height: inner.size.rows), inner.rows) {
      let field = fields[index]
      let start = inner.origin.column + min(labels, inner.size.columns / 2)
      canvas.write(
        field.label, inner.origin.column, row, index == active ? .strong : .plain,
        within: start - inner.origin.column - 1)
      let room = inner.columns.upperBound - start
      let end = field.text.draw(on: &canvas, start, row, within: room, isActive: index == active)
      if field.text.text.isEmpty {
        canvas.write(field.hint, end + (index == active ? 1 : 0), row, .faint, within: room - 1)
      }
      canvas.hit(CellRect(column: inner.origin.column, row: row, columns: inner.size.columns, rows: 1), .choose(index))
    }
    let first = inner.origin.row + fields.count + 1
    for (index, row) in zip(message.indices, first...) where row < inner.rows.upperBound {
      // The last row shows that there is more.
      let line = row + 1 < inner.rows.upperBound ? message[index] : message[index...].joined(separator: " ")
      canvas.write(
        line, inner.origin.column, row, errorMessage == nil ? .faint : .strong, within: inner.size.columns)
    }
  }
}
