import HealthModel
package import TerminalModel
package import Widgets

/// The sources of a type: how many samples each wrote, when, and their rank. A new order is previewed first: its
/// effect is shown before it is stored.
package struct SourcesScreen: Screen {
  package static let name: ScreenName = "sources"
  package static let opening: KeyBinding? = KeyBinding(
    keys: ["S"], action: .open("sources"), condition: .withStore, label: "sources", rank: 9,
    help: "The sources of a type, and their rank.")
  package static let bindings =
    PagedList<ListCursor>.bindings + [
      KeyBinding(
        keys: ["/"], action: .view(.chooseType), condition: .withStore, label: "type", rank: 1,
        help: "Choose another type."),
      KeyBinding(
        keys: ["K"], action: .view(.reorder(-1)), condition: .withStore, label: "order", rank: 2,
        help: "Rank the source higher, after a preview of the effect."),
      KeyBinding(
        keys: ["J"], action: .view(.reorder(1)), condition: .withStore, label: "order", rank: 2,
        help: "Rank the source lower."),
      KeyBinding(
        keys: ["D"], action: .view(.defaultOrder), condition: .withStore, rank: 4,
        help: "Preview the default order: watches, phones, then others."),
      KeyBinding(
        keys: [.enter], action: .select, condition: .withStore, label: "samples", rank: 3,
        help: "The samples of this source, or save the previewed order."),
    ]

  /// The raw identifier of the type.
  package private(set) var type: String
  var list = PagedList<ListCursor>(pageSize: 10_000)
  /// The names of the sources in an order that is not stored yet; empty for the default order, nil if there is no
  /// preview.
  private(set) var draft: [String]?

  package init(type: String = TypeIdentifier.activeEnergyBurned) {
    self.type = type
  }

  package static func opened(in context: ScreenContext) -> (any Screen)? { SourcesScreen() }

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    [SourcesQuery(type: type)] + (draft.map { [SourceOrderQuery(type: type, names: $0)] } ?? [])
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] {
    [TypesQuery(), SourceTimesQuery(type: type)]
  }

  // MARK: - Data

  private func stored(_ context: ScreenContext) -> SourceList? { context.data.answer(to: SourcesQuery(type: type)) }

  /// In the previewed order, if there is one.
  func sources(_ context: ScreenContext) -> SourceList? {
    guard var list = stored(context) else { return nil }
    if let draft { list.entries = list.ordered(by: draft) }
    return list
  }

  /// nil while it is being computed.
  func effect(_ context: ScreenContext) -> SourceOrderEffect? {
    draft.flatMap { context.data.answer(to: SourceOrderQuery(type: type, names: $0)) }
  }

  func times(_ context: ScreenContext) -> SourceTimes? { context.data.answer(to: SourceTimesQuery(type: type)) }

  func learned(_ context: ScreenContext) -> PagedList<ListCursor> {
    var list = list
    let count = stored(context)?.entries.count
    list.learn { _ in count.map { PagedList.Page(count: $0, next: nil) } }
    return list
  }

  // MARK: - Actions

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    list = learned(context)
    switch action {
    case .view(.chooseType): return [.show(TypeScreen(selected: type, in: context, onlyQuantities: false))]
    case .view(.type(let chosen)):
      self = SourcesScreen(type: chosen)
      return []
    case .view(.reorder(let step)): return reorder(step, context)
    case .goTo(let day): return [.openDay(day)]
    case .view(.defaultOrder):
      guard stored(context)?.isMerged == true else { return [.notice(Self.noOrder)] }
      draft = stored(context)?.entries.contains { $0.position != nil } == true ? [] : nil
      return draft == nil ? [.notice("This is the default order.")] : []
    case .back where draft != nil:
      draft = nil
      return []
    case .select where draft != nil: return store(context)
    case .select:
      guard let entries = sources(context)?.entries, entries.indices.contains(list.selected) else { return [] }
      return [.show(SamplesScreen(type: type, source: entries[list.selected].name))]
    default: return list.handle(action, height: max(1, context.body.size.rows - 5)) ? [] : nil
    }
  }

  package func label(of binding: KeyBinding) -> String? {
    draft != nil && binding.action == .select ? "save" : binding.label
  }

  private static let noOrder = "Values of this type are not summed, so the order has no effect."

  private mutating func reorder(_ step: Int, _ context: ScreenContext) -> [ScreenRequest] {
    guard let sources = sources(context), sources.entries.indices.contains(list.selected) else { return [] }
    guard sources.isMerged else { return [.notice(Self.noOrder)] }
    let entry = sources.entries[list.selected]
    guard !entry.isEnteredByHand else { return [.notice("Samples entered by hand always rank first.")] }
    var names = sources.names
    guard names.count > 1 else { return [.notice("There is no other source to rank.")] }
    guard let place = names.firstIndex(of: entry.name), names.indices.contains(place + step) else { return [] }
    names.swapAt(place, place + step)
    draft = names == stored(context)?.names ? nil : names
    // The selection follows the source.
    if let row = self.sources(context)?.entries.firstIndex(where: {
      $0.name == entry.name && $0.hardware == entry.hardware && !$0.isEnteredByHand
    }) {
      _ = list.handle(.choose(row), height: max(1, context.body.size.rows - 5))
    }
    return []
  }

  private mutating func store(_ context: ScreenContext) -> [ScreenRequest] {
    guard let draft else { return [] }
    // A change whose effect has not been shown is not stored.
    guard effect(context) != nil else { return [.notice("The effect is still being computed.")] }
    let words =
      draft.isEmpty
      ? ["--default-order"] : draft.flatMap { ["--order", ShellWord.quoted($0)] }
    self.draft = nil
    return [.perform(.edit((["sources", type, "--yes"] + words).joined(separator: " ")))]
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    SourcesView(screen: self, context: context).draw(on: &canvas, in: area.withMargin)
  }
}
