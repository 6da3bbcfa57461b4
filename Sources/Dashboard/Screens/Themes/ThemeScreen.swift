import Presentation
package import TerminalModel
package import Widgets

/// A list of themes: the selected one is previewed, then kept or discarded.
package struct ThemeScreen: Screen {
  package static let name: ScreenName = "themes"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["T"], action: .open("themes"), help: "Choose a theme.")
  package static let bindings =
    ListView.bindings + [
      KeyBinding(keys: [.enter], action: .select, label: "use", help: "Use this theme."),
      KeyBinding(keys: [.escape, "q"], action: .back, label: "cancel", help: "Keep the previous theme."),
      KeyBinding(keys: [.backspace], action: .erase(.before), help: "Delete a character of the search."),
    ]

  var list: ListView
  /// The theme to restore.
  var before: String

  package static func opened(in context: ScreenContext) -> (any Screen)? {
    let themes = context.themes
    return ThemeScreen(
      list: ListView(
        themes.map { ListView.Entry(name: $0.name, text: $0.about) },
        selected: themes.firstIndex { $0.name == context.appearance.theme.name } ?? 0),
      before: context.appearance.theme.name)
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { list.isSearching }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    if list.handle(action, height: list.entries.count) {
      return list.chosen.map { [.perform(.useTheme(list.entries[$0].name))] } ?? []
    }
    switch action {
    case .select:
      let name = list.chosen.map { list.entries[$0].name } ?? before
      return [.close, .notice("Theme \(name). To keep it: theme = \"\(name)\" in the configuration.")]
    case .back:
      return [.close, .perform(.useTheme(before))]
    default: return nil
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    // At the right, so that the rings are visible.
    let dialog = Dialog(in: area, columns: 56, rows: list.entries.count, isAtRight: true)
    dialog.draw("Theme", on: &canvas)
    list.draw(on: &canvas, in: dialog.inner, indent: 13)
    list.drawSearch(on: &canvas, columns: dialog.inner.columns, row: dialog.frame.rows.upperBound - 1)
  }
}
