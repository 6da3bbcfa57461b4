package import TerminalModel
package import Widgets

/// All keys of the screen below, from the keymap, in a dialog.
package struct HelpScreen: Screen {
  package static let name: ScreenName = "help"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["?", .function(1)], action: .open("help"), label: "help", help: "These keys.")
  package static let bindings =
    ListView.bindings + [
      KeyBinding(
        keys: [.escape, "?", "q", .function(1)], action: .back, label: "close", help: "Close the help."),
      KeyBinding(keys: [.enter], action: .select, help: "Keep the search, or close the help."),
      KeyBinding(keys: [.backspace], action: .erase(.before), help: "Delete a character of the search."),
    ]

  var list: ListView

  init(_ lines: [KeyBinding], _ glyphs: Glyphs) {
    list = ListView(
      lines.map { line in
        ListView.Entry(name: line.keys.map { $0.name(glyphs) }.joined(separator: " "), text: line.help)
      }, hasSelection: false)
  }

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    HelpScreen(context.keymap.helpLines(of: context.screen), context.appearance.glyphs)
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { list.isSearching }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    if list.handle(action, height: dialog(in: context.body).inner.size.rows) { return [] }
    return action == .back || action == .select ? [.close] : nil
  }

  private func dialog(in area: CellRect) -> Dialog { Dialog(in: area, columns: 72, rows: list.entries.count) }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let dialog = dialog(in: area)
    dialog.draw("Keys", on: &canvas)
    canvas.hit(canvas.grid.bounds, .back)
    let inner = dialog.inner
    list.draw(on: &canvas, in: inner, indent: inner.size.columns >= 40 ? 14 : 8)
    if list.search != nil {
      list.drawSearch(
        on: &canvas, columns: inner.columns,
        row: dialog.hasBox ? dialog.frame.rows.upperBound - 1 : inner.rows.upperBound - 1)
    } else if list.entries.count > inner.size.rows {
      dialog.drawCaption("j for more", on: &canvas)
    }
  }
}
