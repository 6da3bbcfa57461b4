package import Configuration
package import Curses
import Dashboard
import Foundation
import Graphics
import HealthAnalysis
package import HealthDatabase
package import HealthModel
import HealthQueries
package import Presentation
import Processes
import Rings
import Sharing
package import TerminalModel
import TerminalPictures
import Widgets

/// Prints a view once, completely.
package struct ViewPrinter {
  private let view: PrintedView
  private let store: StoreConnection
  private let environment: Environment
  private let drawing: DrawingChoice
  private let decision: TerminalDecision
  private let isDemo: Bool
  private let size: CellSize?
  private let cardSize: CardSize?

  /// - Parameters:
  ///   - size: the size of the page; nil for one that fits the terminal.
  ///   - cardSize: the size of a picture for sharing; nil for the usual one.
  package init(
    _ view: PrintedView, store: StoreConnection, environment: Environment, drawing: DrawingChoice,
    decision: TerminalDecision, isDemo: Bool, size: CellSize? = nil, cardSize: CardSize? = nil
  ) {
    (self.view, self.store) = (view, store)
    (self.environment, self.drawing, self.decision) = (environment, drawing, decision)
    (self.isDemo, self.size, self.cardSize) = (isDemo, size, cardSize)
  }

  /// - Parameter day: the chosen day; nil for the last one with data.
  /// - Throws: a usage error for a format that the view does not support, or `StoreError`.
  package func print(_ format: ShowFormat, day chosen: ((DateContext) throws -> Day)?) throws -> PrintedPage {
    let now = environment.now()
    let reading = try store.reading()
    let today = try reading.day(at: now)
    var known = try reading.knownDays(upTo: today)
    let day =
      try chosen?(environment.dates(today: today))
      ?? (view.group.map { try reading.days(of: $0, upTo: today) } ?? known)?.upperBound ?? today
    if let types = (view.screen as? ChartScreen)?.sampleTypes { known = try reading.knownDays(of: types, upTo: today) }
    let source = ReportSource(
      store: reading, day: day, today: today, now: now, known: known, formatting: environment.settings.formatting,
      weekStart: environment.settings.weekStart, heartRateLimits: environment.settings.heartRateLimits,
      ownRing: environment.settings.ownRing,
      friendReader: FriendReader(isDemo ? nil : environment.variables))
    let hasText = decision.color == .none || view.screen == nil
    let format = format == .auto ? hasText ? .plain : .color : format
    guard cardSize == nil || format == .svg || format == .png else {
      throw Failure(.usage, "--size needs --format png or svg.")
    }
    switch format {
    case .plain:
      if let text = try view.report(source).plain { return .text(text) }
      return .text(PlainText().text(of: try frame(source, colors: .none).grid.withoutBlankEnd) + "\n")
    case .json:
      return .text(try Output.json(report: try view.report(source).json))
    case .sentences:
      var page = try dayPage(source, format)
      page.usual = day == today ? try UsualHoursQuery(day).run(in: source) : nil
      return .text(page.sentences)
    case .markdown: return .text(try dayPage(source, format).markdown)
    case .svg: return PrintedPage(svg: try picture(source))
    case .png: return try PrintedPage(png: try picture(source))
    case .auto, .color: return try colored(source)
    }
  }

  private var pictureFormats: String { view.screen == nil && view.card == nil ? "" : "svg, png, " }

  private func dayPage(_ source: ReportSource, _ format: ShowFormat) throws -> DayPage {
    guard view.screen is DayScreen else {
      throw Failure(.usage, "--format \(format.rawValue) is only for --view day. Try \(pictureFormats)plain or json.")
    }
    return try DayPage(source)
  }

  private func picture(_ source: ReportSource) throws -> Drawing {
    let palette = drawing.palette(environment)
    if let card = view.card {
      let colors = CardColors(palette)
      return try card(source, colors, app(view.screen ?? DayScreen(), source, .truecolor, isPicture: true))
        .drawing(cardSize ?? .link)
    }
    guard cardSize == nil else {
      throw Failure(.usage, "--size is for the views day, week, month, year, workout and sleep.")
    }
    var drawing = try frame(source, isPicture: true).drawing(background: palette.background)
    drawing.words = try view.report(source).words
    return drawing
  }

  private func colored(_ source: ReportSource) throws -> PrintedPage {
    let colors = drawing.printedColors(decision)
    let frame = try frame(source, colors: colors)
    if case .day = view.page, let backend = decision.pictureBackend, let cell = environment.cellPixels,
      frame.grid.size.rows < environment.cells?.rows ?? 0
    {
      return .styled(PicturePage(page: frame, backend: backend, cell: cell).text)
    }
    var trims = false
    if case .whole = view.page { trims = true }
    return .styled(ANSIText(colors: colors, trimsTrailingBlanks: trims).text(of: frame.grid) + "\n")
  }

  // MARK: - The screen

  /// - Parameter isPicture: whether the output is an image, which does not depend on the terminal.
  private func frame(_ source: ReportSource, colors: ColorLevel = .truecolor, isPicture: Bool = false) throws -> Frame {
    guard let screen = view.screen else {
      throw Failure(.usage, "This view has no picture in cells. Try --format \(pictureFormats)plain or json.")
    }
    var app = app(screen, source, colors, isPicture: isPicture)
    if let table = try view.table?(source) {
      let size = CellSize(columns: app.context.size.columns, rows: table.rows.count + 1)
      var canvas = Canvas(size: size, appearance: app.context.appearance)
      table.draw(on: &canvas, in: canvas.grid.bounds)
      return Frame(grid: canvas.grid, regions: [])
    }
    let status = DashboardEvent.storeStatus(
      .ready(newest: source.known?.upperBound, oldest: source.known?.lowerBound))
    var events = [status]
    if case .day = view.page {
      let queries: [any StoreQuery] = [
        SummariesQuery(source.aroundDay), ActivityQuery(source.day),
        GoalsQuery(source.day, weekStart: source.weekStart),
      ]
      events += try queries.map { .loaded(try AnyQuery($0).answer(from: source)) }
      for event in events { _ = app.update(event, now: source.now) }
      return app.page()
    }
    // Only visible data is loaded, without prefetching.
    while !events.isEmpty {
      for effect in app.update(events.removeFirst(), now: source.now) {
        guard case .load(let query) = effect, app.shows(query) else { continue }
        events.append(.loaded(try query.answer(from: source)))
      }
    }
    if case .whole(_, let rows) = view.page { app.context.size.rows = rows(app.context, source.known) }
    var page = app.page()
    // A chart has one size, also without values.
    if !(view.screen is ChartScreen) { page.grid = page.grid.withoutBlankEnd }
    return page
  }

  private func app(_ screen: any Screen, _ source: ReportSource, _ colors: ColorLevel, isPicture: Bool) -> App {
    var day = source.day
    if case .whole(isOfToday: true, _) = view.page { day = min(day, source.today) }
    return App(
      printing: screen, of: day, today: source.today, size: size ?? pageSize(isPicture: isPicture),
      colors: colors, isPicture: isPicture, drawing: drawing, decision: decision, environment: environment,
      isDemo: isDemo)
  }

  private func pageSize(isPicture: Bool) -> CellSize {
    let columns = isPicture ? 120 : max(environment.columns, 20)
    let free = (environment.cells?.rows ?? .max) - 1
    switch view.page {
    case .day:
      let columns = min(columns, 120)
      return CellSize(columns: columns, rows: isPicture ? 36 : min(columns >= 100 ? 30 : 24, max(22, free)))
    case .list:
      let columns = min(columns, 140)
      return CellSize(columns: columns, rows: isPicture ? 36 : max(22, min(columns >= 120 ? 40 : 30, free)))
    // Enough to read all that is shown.
    case .whole: return CellSize(columns: min(columns, 200), rows: 1_000)
    }
  }
}
