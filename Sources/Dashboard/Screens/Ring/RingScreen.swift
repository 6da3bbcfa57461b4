package import HealthModel
import Rings
package import TerminalModel
package import Widgets

/// One ring of a day: large, with its hours, its goal and its recent weeks.
package struct RingScreen: Screen {
  package static let name: ScreenName = "ring"

  /// The keys that open a ring from other screens and from other rings.
  static let choosing = [
    KeyBinding(
      keys: ["1"], action: .selectRing(.move), condition: .withStore, label: "ring", rank: 5,
      help: "Only Move; again for all three."),
    KeyBinding(
      keys: ["2"], action: .selectRing(.exercise), condition: .withStore, label: "ring", rank: 5,
      help: "Only Exercise."),
    KeyBinding(
      keys: ["3"], action: .selectRing(.stand), condition: .withStore, label: "ring", rank: 5, help: "Only Stand."),
  ]

  package static let bindings =
    DayNavigation.bindings + choosing + [
      KeyBinding(
        keys: ["z"], action: .zoom, condition: .withStore, label: "zoom", rank: 4,
        help: "Full-screen numbers or ring.")
    ] + HourCursor.bindings

  package static func opened(in context: ScreenContext) -> (any Screen)? { RingScreen(ring: .move) }

  var ring: HealthModel.Ring
  var hour: Int?
  /// Whether the numbers use the whole screen.
  var isZoomed = false

  package init(ring: HealthModel.Ring) {
    self.init(ring: ring, hour: nil)
  }

  init(ring: HealthModel.Ring, hour: Int?) {
    self.ring = ring
    self.hour = hour
  }

  /// The number of weeks in the chart below the hours.
  static let weeks = 13

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    let week = context.week
    return DayNavigation.visible(in: context)
      + [SummariesQuery(max(ScreenContext.firstDay, week.lowerBound - 7 * Self.weeks)...week.upperBound)]
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] { DayNavigation.prefetched(in: context) }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    if HourCursor.move(&hour, action, in: context) { return [] }
    switch action {
    case .selectRing(let other) where other == ring:
      return [.close]
    case .selectRing(let other):
      guard context.rings.contains(other) else { return [.absent(other)] }
      ring = other
    case .zoom:
      isZoomed.toggle()
    case .back where isZoomed:
      isZoomed = false
    case .back:
      return [.close]
    default:
      let requests = DayNavigation.requests(for: action)
      if requests != nil { hour = nil }
      return requests
    }
    return []
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    guard area.size.rows >= 3 else { return LineView(context: context).draw(on: &canvas, in: area) }
    let inner = area.inset(columns: area.size.columns >= 40 ? 1 : 0)
    let (top, rest) = inner.split(top: 1)
    DayHeading(context: context).draw(on: &canvas, columns: top.columns, row: top.origin.row)
    var numbers = rest
    if !isZoomed, rest.size.rows >= 12, rest.size.columns >= 72 {
      // The ring is square, with about two fifths of the width; the hours beside it fill the rest.
      let aspect = canvas.appearance.cellAspect
      let free = rest.size.columns - rest.size.columns * 2 / 5 - 3
      let hours = 24 * max(2, (free + 12) / 24) - 1
      let rows = min(rest.size.rows - 2, Int(Double(rest.size.columns - 3 - hours) / aspect))
      let columns = Int((Double(rows) * aspect).rounded())
      let rect = CellRect(
        column: rest.origin.column, row: rest.origin.row + (rest.size.rows - rows) / 2, columns: columns, rows: rows)
      canvas.paintRing(ring, of: context.shownRings, in: rect)
      numbers = CellRect(
        column: rest.origin.column + columns + 3, row: rest.origin.row, columns: rest.size.columns - columns - 3,
        rows: rest.size.rows)
    }
    RingDetail(context: context, ring: ring, hour: hour).draw(on: &canvas, in: numbers)
  }
}
