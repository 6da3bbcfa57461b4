import HealthModel
package import TerminalModel

/// Who wrote the samples of a type: how many, since when, and in which order they count.
package struct SourcesScreen: Screen {
  package static let name: ScreenName = "sources"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["S"], action: .open("sources"), condition: .withStore, label: "sources", rank: 9,
    help: "Who wrote the samples of a type, and who counts first.")
  package static let bindings =
    PagedList<ListCursor>.bindings + [
      KeyBinding(
        keys: ["/", "y"], action: .view(.chooseType), condition: .withStore, label: "type", rank: 1,
        help: "Choose another type."),
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, label: "samples", rank: 3,
        help: "The samples of this source."),
    ]

  /// The raw identifier of the type.
  package private(set) var type: String
  var list = PagedList<ListCursor>(pageSize: 10_000)

  package init(type: String = TypeIdentifier.activeEnergyBurned) {
    self.type = type
  }

  package static func opened(in context: ScreenContext) -> (any Screen)? { SourcesScreen() }

  package func visible(in context: ScreenContext) -> [Query] { [.sources(type)] }
  package func prefetched(in context: ScreenContext) -> [Query] { [.types] }

  func sources(_ context: ScreenContext) -> SourceList? {
    guard case .sources(let list) = context.data.answer(.sources(type)) else { return nil }
    return list
  }

  private func learned(_ context: ScreenContext) -> PagedList<ListCursor> {
    var list = list
    let count = sources(context)?.entries.count
    list.learn { _ in count.map { PagedList.Page(count: $0, next: nil) } }
    return list
  }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    list = learned(context)
    switch action {
    case .view(.chooseType): return [.show(TypeScreen(selected: type, in: context, onlyQuantities: false))]
    case .view(.type(let chosen)):
      type = chosen
      list = PagedList(pageSize: 10_000)
      return []
    case .select:
      guard let entries = sources(context)?.entries, entries.indices.contains(list.selected) else { return [] }
      return [.show(SamplesScreen(type: type, source: entries[list.selected].name))]
    default: return list.handle(action, height: max(1, context.body.size.rows - 5)) ? [] : nil
    }
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let rect = WorkoutsScreen.inner(area)
    let formatting = context.formatting
    let (title, rest) = rect.split(top: 1)
    let end = canvas.write(
      "Sources of \(TypeWords.title(type))", title.origin.column, title.origin.row, .strong, within: title.size.columns)
    canvas.hit(
      CellRect(column: title.origin.column, row: title.origin.row, columns: end - title.origin.column, rows: 1),
      .view(.chooseType))
    guard let sources = sources(context) else { return }
    var body = rest
    if rest.size.rows >= 8 {
      let parts = rest.split(top: 1)
      let rule =
        sources.isMerged
        ? "Of what two sources measure at one time, the first in this list counts."
        : "Values of this type do not add up: those of every source are shown."
      canvas.write(rule, parts.top.origin.column, parts.top.origin.row, .faint, within: parts.top.size.columns)
      body = parts.rest.split(top: 1).rest
    }
    guard !sources.entries.isEmpty else {
      canvas.write(
        "Nothing of this type here.", body.origin.column, body.origin.row, .faint, within: body.size.columns)
      return
    }
    let list = learned(context)
    let total = max(1, sources.entries.reduce(0) { $0 + $1.samples })
    let hasHeader = body.size.rows >= 3
    let shown = list.rows(height: body.size.rows - (hasHeader ? 1 : 0))
    DataTable(
      columns: [
        DataTable.Column(title: "Rank", rank: 1), DataTable.Column(title: "Source", isTrailing: false),
        DataTable.Column(title: "Device", isTrailing: false, rank: 4), DataTable.Column(title: "Samples"),
        DataTable.Column(title: "Share", rank: 3), DataTable.Column(title: "First", rank: 2),
        DataTable.Column(title: "Last", rank: 2), DataTable.Column(title: "", isTrailing: false, rank: 5),
      ],
      rows: shown.map { index in
        let entry = sources.entries[index]
        return [
          "\(index + 1)", entry.name, entry.hardware, formatting.number(entry.samples),
          formatting.number(Double(entry.samples) / Double(total) * 100, 1) + "%", formatting.date(entry.first),
          formatting.date(entry.last),
          entry.isEnteredByHand ? "entered by hand" : entry.position == nil ? "" : "your order",
        ]
      }, first: shown.lowerBound,
      selected: shown.contains(list.selected) ? list.selected - shown.lowerBound : nil, hasHeader: hasHeader
    ).draw(on: &canvas, in: body)
  }
}
