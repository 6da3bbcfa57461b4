import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// A list of the types with data, for choosing one.
package struct TypeScreen: Screen {
  package static let name: ScreenName = "types"
  package static let bindings =
    ListView.bindings.filter { $0.action != .search } + [
      KeyBinding(
        keys: ["/"], action: .search, label: "search", rank: 2, help: "Search; Enter takes the selected, Esc ends it."),
      KeyBinding(keys: [.enter], action: .select, label: "choose", help: "Show this type."),
      KeyBinding(keys: [.escape, "q"], action: .back, label: "cancel", help: "Keep the previous type."),
      KeyBinding(keys: [.backspace], action: .erase(.before), help: "Delete a character of the search."),
    ]

  var list: ListView
  /// The identifiers, in the order of the list.
  var types: [String]

  /// Whether the type is added to the visible ones instead of replacing one.
  let isAdded: Bool

  /// - Parameter onlyQuantities: whether only quantity types are listed.
  init(selected: String, in context: ScreenContext, onlyQuantities: Bool = true, isAdded: Bool = false) {
    self.isAdded = isAdded
    var known: [(type: String, count: Int?)] = []
    if let overview = context.data.answer(to: TypesQuery()) {
      known = overview.filter {
        (!onlyQuantities || ChartScreen.shows($0.identifier)) && $0.count > 0
      }
      .map { ($0.name, $0.count) }
    }
    // Until it is known which types have data, all can be chosen.
    if known.isEmpty { known = QuantityTypeCatalog.all.map { ($0.identifier, nil) } }
    known.sort { TypeWords.amountTitle($0.type) < TypeWords.amountTitle($1.type) }
    types = known.map(\.type)
    list = ListView(
      known.map { entry in
        ListView.Entry(
          name: TypeWords.amountTitle(entry.type),
          text: entry.count.map { context.formatting.count($0, "sample") } ?? "")
      }, selected: types.firstIndex(of: selected) ?? 0)
    // Opened by the key that searches in other lists.
    _ = list.handle(.search, height: 1)
  }

  package var presentation: ScreenPresentation { .dialog }
  package var takesText: Bool { list.isSearching }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    if list.isSearching, action == .select { return chosen }
    // It searches already.
    if action == .insert("/"), list.search?.text.isEmpty == true { return [] }
    if list.handle(action, height: dialog(in: context.body).inner.size.rows) { return [] }
    switch action {
    case .select: return chosen
    case .back: return [.close]
    default: return nil
    }
  }

  private var chosen: [ScreenRequest] {
    guard let index = list.chosen, types.indices.contains(index) else { return [] }
    return [.close, .perform(.view(isAdded ? .alsoType(types[index]) : .type(types[index])))]
  }

  private func dialog(in area: CellRect) -> Dialog { Dialog(in: area, columns: 64, rows: list.entries.count) }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let dialog = dialog(in: area)
    dialog.draw(isAdded ? "Another type" : "Type", on: &canvas)
    list.draw(on: &canvas, in: dialog.inner, indent: dialog.inner.size.columns >= 50 ? 42 : 24)
    list.drawSearch(on: &canvas, columns: dialog.inner.columns, row: dialog.frame.rows.upperBound - 1)
  }
}
