package import Configuration
import Curses
package import Dashboard
import Foundation
package import HealthDatabase
package import HealthModel
import Processes
import Rings
package import TerminalModel

/// Prints a screen that loads its own data: once, completely.
package struct ViewPage {
  let screen: any Screen
  let store: StoreConnection
  let environment: Environment
  let drawing: DrawingChoice
  var isDemo = false
  /// nil for the size of the terminal.
  package var size: CellSize?

  package init(
    screen: any Screen, store: StoreConnection, environment: Environment, drawing: DrawingChoice, isDemo: Bool = false,
    size: CellSize? = nil
  ) {
    self.screen = screen
    self.store = store
    self.environment = environment
    self.drawing = drawing
    self.isDemo = isDemo
    self.size = size
  }

  /// - Parameter day: the chosen day; nil for the last one with data.
  /// - Throws: a usage error for a format that the view does not support, or `StoreError`.
  package func print(_ format: ShowFormat, day: ((DateContext) throws -> Day)?) throws -> PrintedPage {
    let today = try store.reading().day(at: environment.now())
    let newest = try store.reading().knownDays(upTo: today)?.upperBound
    let day = try day?(environment.dates(today: today)) ?? newest ?? today
    switch format {
    case .json:
      return .text(
        try ViewJSON(
          source: StoreSource(store: store, now: environment.now()), weekStart: environment.settings.weekStart,
          today: today
        ).text(of: screen, day))
    case .svg:
      let palette = drawing.palette(environment)
      return PrintedPage(
        svg: try frame(day, today, colors: .truecolor, isPicture: true), background: palette.background)
    case .png:
      let palette = drawing.palette(environment)
      return try PrintedPage(
        png: try frame(day, today, colors: .truecolor, isPicture: true), background: palette.background)
    case .plain: return try plain(day, today)
    case .auto, .color:
      let decision = drawing.decide(environment, isTerminal: environment.isTerminal(1))
      if format == .auto, decision.color == .none { return try plain(day, today) }
      let colors = drawing.printedColors(decision)
      return .styled(ANSIText(colors: colors).text(of: try frame(day, today, colors: colors).grid) + "\n")
    case .sentences, .markdown:
      throw Failure(.usage, "--format \(format.rawValue) is only for --view day. Try plain, json, svg or png.")
    }
  }

  /// A list with all of its rows; a chart drawn with characters.
  private func plain(_ day: Day, _ today: Day) throws -> PrintedPage {
    let tables = ViewTables(
      source: StoreSource(store: store, now: environment.now()), formatting: environment.settings.formatting,
      weekStart: environment.settings.weekStart)
    if let text = try tables.text(of: screen, day) { return .text(text) }
    return .text(PlainText().text(of: try frame(day, today, colors: .none).grid.withoutBlankEnd) + "\n")
  }

  /// - Parameter isPicture: whether the output is an image, which does not depend on the terminal.
  private func frame(_ day: Day, _ today: Day, colors: ColorLevel, isPicture: Bool = false) throws -> Frame {
    let decision = drawing.decide(environment, isTerminal: environment.isTerminal(1))
    let columns = isPicture ? 120 : min(max(environment.columns, 20), 140)
    let rows = isPicture ? 36 : max(22, min(columns >= 120 ? 40 : 30, (environment.cells?.rows ?? .max) - 1))
    let now = environment.now()
    var app = App(
      printing: screen, of: day, today: today, size: size ?? CellSize(columns: columns, rows: rows), colors: colors,
      isPicture: isPicture, drawing: drawing, decision: decision, environment: environment, isDemo: isDemo)
    let known = try store.reading().knownDays(upTo: today)
    var events: [DashboardEvent] = [.storeStatus(.ready(newest: known?.upperBound, oldest: known?.lowerBound))]
    // Only visible data is loaded, without prefetching.
    while !events.isEmpty {
      for effect in app.update(events.removeFirst(), now: now) {
        guard case .load(let query) = effect, app.shows(query) else { continue }
        events.append(.loaded(try query.answer(from: StoreSource(store: store, now: now))))
      }
    }
    return app.page()
  }
}
