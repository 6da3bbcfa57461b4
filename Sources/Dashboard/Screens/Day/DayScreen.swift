import HealthModel
import Presentation
package import TerminalModel
package import Widgets

/// A day: its rings and numbers, and its week; on a large screen also the month and the last ninety days.
package struct DayScreen: Screen {
  package static let name: ScreenName = "day"

  /// Whether the rings use the whole screen.
  var isZoomed = false
  /// The selected hour.
  var hour: Int?

  package init() {}

  package static func opened(in context: ScreenContext) -> (any Screen)? { DayScreen() }

  package static let bindings =
    DayNavigation.bindings + RingScreen.choosing + [
      KeyBinding(
        keys: ["z"], action: .zoom, condition: .withStore, label: "zoom", rank: 4,
        help: "Full-screen rings."),
      KeyBinding(
        keys: ["C"], action: .nextLayout, condition: .withStore,
        help: "Next layout of a large screen."),
    ] + HourCursor.bindings

  package func visible(in context: ScreenContext) -> [any StoreQuery] {
    DayNavigation.visible(in: context) + [NightStateQuery(day: context.selected)]
      + (WideLayout.fits(context.body, mode: context.mode) ? WidePanel.queries(in: context) : [])
  }

  package func prefetched(in context: ScreenContext) -> [any StoreQuery] { DayNavigation.prefetched(in: context) }

  package mutating func handle(_ action: Action, in context: ScreenContext) -> [ScreenRequest]? {
    if HourCursor.move(&hour, action, in: context) {
      guard let hour, case .moveHour = action, !showsHours(context) else { return [] }
      let words = context.rings.map { ring in
        let chart = HourChart(ring, of: context, marked: hour)
        return "\(ring.name) \(chart.words(unit: context.unit(of: ring), formatting: context.formatting) ?? "")"
      }
      return [.notice(words.joined(separator: ", "))]
    }
    switch action {
    case .selectRing(let ring):
      return context.rings.contains(ring) ? [.show(RingScreen(ring: ring, hour: hour))] : [.absent(ring)]
    case .zoom:
      isZoomed.toggle()
    case .view(.open(let row)): return [.show(WorkoutScreen(row: Int64(row)))]
    case .back where isZoomed:
      isZoomed = false
    default:
      let requests = DayNavigation.requests(for: action)
      if requests != nil { hour = nil }
      return requests
    }
    return []
  }

  private func layout(in area: CellRect, _ context: ScreenContext) -> DayLayout {
    DayLayout(
      area, mode: context.mode, aspect: context.appearance.cellAspect, isZoomed: isZoomed,
      ringCount: context.rings.count)
  }

  /// Whether the numbers say what was measured in the selected hour.
  private func showsHours(_ context: ScreenContext) -> Bool {
    let area = WideLayout(context.body, mode: context.mode, composition: context.composition)?.main ?? context.body
    return !isZoomed && (layout(in: area, context).numbers?.size.columns ?? 0) >= NumbersPlan.wideColumns
  }

  package func showsStoreState(in area: CellRect, context: ScreenContext) -> Bool {
    layout(in: area, context).form == .boxes
  }

  package func noticeRow(in area: CellRect, context: ScreenContext) -> Int {
    // Replaces the date, which is in the first row above bars.
    layout(in: area, context).form == .bars && area.size.rows >= 4 ? area.origin.row : area.rows.upperBound - 1
  }

  package func draw(on canvas: inout Canvas, in area: CellRect, context: ScreenContext) {
    var area = area
    if !isZoomed, let wide = WideLayout(area, mode: context.mode, composition: context.composition) {
      area = wide.main
      WidePanel(context: context, layout: wide).draw(on: &canvas)
    }
    let layout = layout(in: area, context)
    switch layout.form {
    case .nothing:
      return
    case .line:
      LineView(context: context).draw(on: &canvas, in: area)
    case .bars:
      BarsView(context: context).draw(on: &canvas, in: area)
    case .zoomedRings:
      ZoomView(context: context, layout: layout).draw(on: &canvas)
    case .rings, .boxes:
      if let box = layout.dayBox { DayBox(context: context).draw(on: &canvas, in: box) }
      if let rings = layout.rings {
        RingsView(rings: context.shownRings).draw(on: &canvas, in: rings, previous: canvas.previous)
      }
      if let numbers = layout.numbers {
        let plan = NumbersPlan(
          in: numbers, hasHeading: layout.dayBox == nil, rings: context.rings,
          goals: context.goals.count, allowsLarge: !canvas.glyphs.isASCII)
        NumbersView(context: context, hour: hour, plan: plan).draw(on: &canvas)
      }
      if let week = layout.week { WeekView(context: context, layout: week).draw(on: &canvas) }
    }
  }
}
