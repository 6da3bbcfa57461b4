import HealthModel
package import TerminalModel

/// A day: its rings and numbers, and the week around it.
package struct DayScreen: Screen {
  package static let name: ScreenName = "day"

  /// The one ring that is looked at.
  var focus: Ring?
  /// True where the rings, or the focused one, have the screen to themselves.
  var isZoomed = false

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { DayScreen() }

  package static let bindings =
    DayWalking.bindings + [
      KeyBinding(
        keys: ["1"], action: .look(at: .move), condition: .withStore, label: "ring", rank: 5,
        help: "Look at Move; again for all three."),
      KeyBinding(
        keys: ["2"], action: .look(at: .exercise), condition: .withStore, label: "ring", rank: 5,
        help: "Look at Exercise."),
      KeyBinding(
        keys: ["3"], action: .look(at: .stand), condition: .withStore, label: "ring", rank: 5, help: "Look at Stand."),
      KeyBinding(
        keys: ["z"], action: .zoom, condition: .withStore, label: "zoom", rank: 4,
        help: "All the screen for the rings, or for the one you look at."),
    ]

  package func visible(in context: ScreenContext) -> [Query] { DayWalking.visible(in: context) }
  package func prefetched(in context: ScreenContext) -> [Query] { DayWalking.prefetched(in: context) }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    switch action {
    case .look(let ring):
      guard context.rings.contains(ring) else { return [] }
      focus = focus == ring ? nil : ring
    case .zoom:
      isZoomed.toggle()
    case .back where isZoomed:
      isZoomed = false
    case .back where focus != nil:
      focus = nil
    default:
      return DayWalking.requests(for: action)
    }
    return []
  }

  private func layout(in area: CellRect, _ context: ScreenContext) -> DayLayout {
    DayLayout(
      area, mode: context.mode, aspect: context.appearance.cellAspect, zoom: isZoomed ? .some(focus) : nil,
      ringCount: context.rings.count)
  }

  package func showsStoreState(in area: CellRect, context: ScreenContext) -> Bool {
    layout(in: area, context).form == .boxes
  }

  package func noticeRow(in area: CellRect, context: ScreenContext) -> Int {
    // In the place of the date, which stands in the first row above bars.
    layout(in: area, context).form == .bars && area.size.rows >= 4 ? area.origin.row : area.rows.upperBound - 1
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    let layout = layout(in: area, context)
    switch layout.form {
    case .nothing:
      return
    case .line:
      LineView(context: context).draw(on: &canvas, in: area)
    case .bars:
      BarsView(context: context).draw(on: &canvas, in: area)
    case .zoomedRings, .zoomedRing:
      ZoomView(context: context, layout: layout).draw(on: &canvas)
    case .rings, .boxes:
      if let box = layout.dayBox { DayBox(context: context).draw(on: &canvas, in: box) }
      if let rings = layout.rings {
        RingsView(rings: context.shownRings).draw(on: &canvas, in: rings, previous: canvas.previous)
      }
      if let numbers = layout.numbers {
        let plan = NumbersPlan(in: numbers, hasHeading: layout.dayBox == nil, rings: context.rings)
        NumbersView(context: context, focus: focus, plan: plan).draw(on: &canvas)
      }
      if let week = layout.week { WeekView(context: context, focus: focus, layout: week).draw(on: &canvas) }
    }
  }
}
