package import TerminalModel
package import Widgets

/// A confirmation dialog: "yes" performs the action, everything else cancels.
package struct ConfirmationScreen: Screen {
  package static let name: ScreenName = "question"
  package static let bindings = [
    KeyBinding(keys: ["y"], action: .select, label: "yes", help: "Confirm."),
    KeyBinding(keys: ["n", .escape, "q"], action: .back, label: "no", help: "Cancel."),
  ]

  let title: String
  let lines: [String]
  let action: Action

  package var presentation: ScreenPresentation { .dialog }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .select: [.close, .perform(self.action)]
    case .back: [.close]
    default: nil
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let width = min(72, (lines.map { TextWidth.columns(of: $0) }.max() ?? 0))
    let dialog = Dialog(in: area, columns: max(30, width), rows: lines.count + 2)
    dialog.draw(title, on: &canvas)
    let inner = dialog.inner
    // In a low area the answers remain visible.
    let shown = dialog.hasBox ? lines : Array(([title] + lines).prefix(max(0, inner.size.rows - 1)))
    for (line, row) in zip(shown, inner.rows) {
      canvas.write(line, inner.origin.column, row, .plain, within: inner.size.columns)
    }
    let row = min(inner.rows.upperBound - 1, inner.origin.row + shown.count + (dialog.hasBox ? 1 : 0))
    guard row >= inner.origin.row else { return }
    let end = canvas.write(
      canvas.selected("y yes", within: 9), inner.origin.column, row, .strong, within: inner.size.columns)
    canvas.hit(CellRect(column: inner.origin.column, row: row, columns: end - inner.origin.column, rows: 1), .select)
    let start = end + 2
    let last = canvas.write("n no", start, row, .plain, within: inner.columns.upperBound - start)
    canvas.hit(CellRect(column: start, row: row, columns: max(0, last - start), rows: 1), .back)
  }
}
