import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// The exports found in the usual folders, for importing one.
package struct ImportScreen: Screen {
  package static let name: ScreenName = "import"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["i"], action: .open("import"), help: "Import an export from the Health app.")
  package static let bindings =
    ListView.bindings + [
      KeyBinding(keys: [.enter], action: .select, label: "import", help: "Import this export."),
      KeyBinding(keys: [.escape, "q"], action: .back, label: "cancel", help: "Import nothing."),
      KeyBinding(keys: [.backspace], action: .erase(.before), help: "Delete a character of the search."),
    ]

  var list = ListView([])
  /// The files in the order of the list; nil before the search has finished.
  var files: [ExportFile]?

  package static func opened(in context: ScreenContext) -> (any Screen)? { ImportScreen() }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { list.isSearching }

  package func visible(in context: ScreenContext) -> [any StoreQuery] { [ExportsQuery()] }

  /// The same screen with the files found so far.
  private func current(_ context: ScreenContext) -> ImportScreen {
    guard files == nil, let found = context.data.answer(to: ExportsQuery()) else { return self }
    var screen = self
    screen.files = found
    screen.list = ListView(
      found.map { file in
        ListView.Entry(
          name: file.shownPath,
          text: "\(Self.size(file.bytes, context.formatting)), \(context.formatting.date(file.modified))")
      })
    return screen
  }

  /// `128 MB`, `640 KB`.
  static func size(_ bytes: Int64, _ formatting: Formatting) -> String {
    bytes >= 1_000_000
      ? "\(formatting.number(Int(clamping: bytes / 1_000_000))) MB"
      : "\(formatting.number(Int(clamping: (bytes + 999) / 1_000))) KB"
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    self = current(context)
    if list.handle(action, height: max(1, dialog(in: context.body).inner.size.rows - 2)) { return [] }
    switch action {
    case .select:
      // Typed while the search goes on: the file that is then found has not been seen yet.
      guard let files else { return [] }
      guard let index = list.chosen, files.indices.contains(index) else { return [.close] }
      return [
        .close, .perform(.edit("import " + ShellWord.quoted(files[index].path))),
        .notice("Importing \(files[index].shownPath). You can continue meanwhile, or quit."),
      ]
    case .back: return [.close]
    default: return nil
    }
  }

  private func dialog(in area: CellRect) -> Dialog {
    Dialog(in: area, columns: 72, rows: max(6, min(12, list.entries.count + 2)))
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    current(context).drawCurrent(on: &canvas, in: area)
  }

  private func drawCurrent(on canvas: inout Canvas, in area: CellRect) {
    let dialog = dialog(in: area)
    dialog.draw("Import", on: &canvas)
    let inner = dialog.inner
    guard let files, !files.isEmpty else {
      let text =
        files == nil
        ? "Looking for exports."
        : "No export was found here, in the home folder, Downloads, Desktop or Documents. "
          + "Import one from elsewhere with : and import PATH. P explains how to get one from the phone."
      for (offset, line) in Paragraph(text: text, columns: inner.size.columns).lines.enumerated()
      where offset < inner.size.rows {
        canvas.write(line, inner.origin.column, inner.origin.row + offset, .plain, within: inner.size.columns)
      }
      return
    }
    list.draw(on: &canvas, in: inner, indent: inner.size.columns >= 60 ? 42 : inner.size.columns)
    list.drawSearch(on: &canvas, columns: inner.columns, row: dialog.frame.rows.upperBound - 1)
  }
}
