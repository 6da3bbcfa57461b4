import ArgumentParser
import Configuration
import Curses
import Dashboard
import Demo
import Foundation
import HealthDatabase
import HealthModel
import Processes
import Reports
import Rings
import TerminalModel

extension ShowFormat: ExpressibleByArgument {}
extension ShowView: ExpressibleByArgument {}

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "show", "Print a day's rings and its week, or another view, once.",
    details: "In colour on a terminal; as plain text elsewhere and if NO_COLOR is set.",
    examples: [
      "ringtop show",
      "ringtop show --date yesterday",
      "ringtop show --view month --format svg > month.svg",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Option(
    parsing: .unconditional, help: "The day to show; default today, or the last day with data.",
    completion: .days, transform: DateArgument.parse)
  var date: DateArgument?

  @Flag(help: "Show generated data.")
  var demo = false

  @Option(help: "Output format.")
  var format: ShowFormat = .auto

  @Option(
    help: """
      What to print: day, month, year, trends, streaks, workouts, sleep, heart, chart, sources, or one ring: move, exercise or \
      stand.
      """)
  var view: ShowView = .day

  func run() throws {
    let environment = Environment.current()
    guard demo else {
      try page(of: try store.openForReading(environment), environment: environment).write(environment)
      return
    }
    // Printed after the demo store has been removed: a reader that closes the pipe may end this process.
    let shown = try {
      let demo = try DemoStore(
        weeks: view.isOfOneDay ? 5 : DemoStore.weeks, now: environment.now(), homeZone: environment.systemZone)
      defer { demo.remove() }
      return try page(of: demo.store, environment: environment)
    }()
    try shown.write(environment)
  }

  private func page(of store: StoreConnection, environment: Environment) throws -> PrintedPage {
    if let screen = view.list {
      let page = ViewPage(screen: screen, store: store, environment: environment, drawing: drawing.choice, isDemo: demo)
      return try page.print(format, day: date.map { $0.day })
    }
    let now = environment.now()
    let today = try store.reading().day(at: now)
    let known = try store.reading().knownDays(upTo: today)
    let day = try date?.day(environment.dates(today: today)) ?? known?.upperBound ?? today
    let settings = environment.settings
    if view.hasReport { return try reportPage(of: store, day: day, today: today, environment: environment) }
    let week = day.week(startingOn: settings.weekStart)
    // The streak extends back from the day, the week forward from its first day.
    let first = min(week.lowerBound, day - 13 * 7)
    let last = max(week.upperBound, day + 41)
    let summaries = try store.reading().summaries(first...last)
    let activity = try store.reading().activity(day)
    let decision = decision(environment)
    let format = format == .auto ? decision.color == .none ? .plain : .color : format
    let colors = drawing.choice.printedColors(decision)
    switch format {
    case .plain where view != .day, .json where view != .day, .sentences where view != .day,
      .markdown where view != .day:
      guard format == .plain || format == .json else {
        throw Failure(
          .usage,
          "--format \(format.rawValue) is only for --view day; --view \(view.rawValue) has plain, json, svg and png.")
      }
      let report = dayReport(
        day: day, today: today, summaries: summaries, known: known, activity: activity, formatting: settings.formatting)
      return .text(format == .json ? try Output.json(report.json) + "\n" : report.plain)
    case .json:
      return .text(try Output.json(DayJSON(day: day, week: week, summaries: summaries)) + "\n")
    case .svg where view == .day, .png where view == .day:
      let card = DayCard(
        day: day, summary: summaries.first { $0.day == day }, palette: drawing.choice.palette(environment),
        isMoveOnly: summaries.knowOnlyMove, formatting: settings.formatting)
      return format == .svg ? .text(card.svg) : .png(try card.png())
    case .plain, .sentences, .markdown:
      let page = DayPage(
        day: day, today: today, week: week, summaries: summaries, known: known, activity: activity,
        hasAppleSummary: try store.reading().audit(day...day).contains { $0.hasAppleSide },
        usual: format == .sentences && day == today
          ? try UsualHoursQuery(day).run(in: StoreSource(store: store, now: now)) : nil, now: now,
        formatting: settings.formatting)
      return .text(format == .markdown ? page.markdown : format == .sentences ? page.sentences : page.plain)
    case .auto, .color, .svg, .png:
      let isPicture = format == .svg || format == .png
      let columns = isPicture ? 120 : min(max(environment.columns, 20), 120)
      // The whole page fits a terminal of 24 rows, with the prompt below it.
      let rows = isPicture ? 36 : min(columns >= 100 ? 30 : 24, max(22, (environment.cells?.rows ?? .max) - 1))
      let palette = drawing.choice.palette(environment, reported: isPicture ? nil : decision.background)
      var app = App(
        printing: view.screen, of: day, today: today, size: CellSize(columns: columns, rows: rows), colors: colors,
        isPicture: isPicture, drawing: drawing.choice, decision: decision, environment: environment, isDemo: demo)
      let days = first...last
      for event in [
        DashboardEvent.storeStatus(.ready(newest: known?.upperBound, oldest: known?.lowerBound)),
        .loaded(LoadedQuery(SummariesQuery(days), summaries.filter(\.hasContent))),
        .loaded(LoadedQuery(ActivityQuery(day), activity)),
      ] { _ = app.update(event, now: now) }
      let page = app.page()
      if format == .svg { return PrintedPage(svg: page, background: palette.background) }
      if format == .png { return try PrintedPage(png: page, background: palette.background) }
      if let method = decision.pictures, let cell = environment.cellPixels, rows < environment.cells?.rows ?? 0 {
        return .styled(PicturePage(page: page, method: method, cell: cell).text)
      }
      return .styled(ANSIText(colors: colors).text(of: page.grid) + "\n")
    }
  }

  /// A month, or one ring of a day.
  private func dayReport(
    day: Day, today: Day, summaries: [DaySummary], known: ClosedRange<Day>?, activity: DayActivity,
    formatting: Formatting
  ) -> any ViewReport {
    let ring: HealthModel.Ring? =
      switch view {
      case .move: .move
      case .exercise: .exercise
      case .stand: .stand
      default: nil
      }
    guard let ring else {
      return MonthReport(day: day, today: today, summaries: summaries, known: known, formatting: formatting)
    }
    return RingReport(
      ring: ring, day: day, today: today, summaries: summaries, activity: activity, formatting: formatting)
  }

  /// A view of many days: in colour on a terminal, as a table in a pipe, and in formats for scripts.
  private func reportPage(
    of store: StoreConnection, day: Day, today: Day, environment: Environment
  ) throws -> PrintedPage {
    let settings = environment.settings
    let decision = decision(environment)
    let format = format == .auto ? decision.color == .none ? .plain : .color : format
    switch format {
    case .plain, .json:
      let report = try view.report(
        StoreSource(store: store, now: environment.now()), day: day, today: today, formatting: settings.formatting,
        weekStart: settings.weekStart)
      guard let report else { return .text("") }
      return .text(format == .json ? try Output.json(report.json) + "\n" : report.plain)
    case .sentences, .markdown:
      throw Failure(
        .usage,
        "--format \(format.rawValue) is only for --view day; --view \(view.rawValue) has plain, json, svg and png.")
    case .auto, .color, .svg, .png:
      let isPicture = format == .svg || format == .png
      let palette = drawing.choice.palette(environment, reported: isPicture ? nil : decision.background)
      let colors = isPicture ? .truecolor : drawing.choice.printedColors(decision)
      // Streaks and trends are those of today, whatever the day.
      let day = view == .year ? day : min(day, today)
      var app = App(
        printing: view.screen, of: day, today: today,
        size: CellSize(columns: isPicture ? 120 : min(max(environment.columns, 20), 200), rows: 24), colors: colors,
        isPicture: isPicture, drawing: drawing.choice, decision: decision, environment: environment, isDemo: demo)
      let known = try store.reading().knownDays(upTo: today)
      _ = app.update(.storeStatus(.ready(newest: known?.upperBound, oldest: known?.lowerBound)), now: environment.now())
      if let rows = view.rows(known: known, columns: app.context.size.columns) { app.context.size.rows = rows }
      for query in view.screen.visible(in: app.context) {
        let source = StoreSource(store: store, now: environment.now())
        _ = app.update(.loaded(try AnyQuery(query).answer(from: source)), now: source.now)
      }
      if view == .streaks { app.context.size.rows = max(20, StreaksScreen.rows(in: app.context)) }
      var page = app.page()
      page.grid = page.grid.withoutBlankEnd
      switch format {
      case .svg: return PrintedPage(svg: page, background: palette.background)
      case .png: return try PrintedPage(png: page, background: palette.background)
      default: return .styled(ANSIText(colors: colors, trimsTrailingBlanks: true).text(of: page.grid) + "\n")
      }
    }
  }

  /// How to draw. A terminal whose image support is unknown is queried if pixels are requested.
  private func decision(_ environment: Environment) -> TerminalDecision {
    var evidence = drawing.choice.evidence(environment, isTerminal: environment.isTerminal(1))
    if evidence.asksForPixels, evidence.replies == nil, evidence.mayBeQueried, !evidence.isInsideTmux {
      let query = TerminalQuery(terminalName: evidence.terminalName, isInsideTmux: false)
      if let replies = query.replies() {
        LateReplies(environment: environment, drawing: drawing.choice, evidence: evidence).remember(
          replies, insteadOf: nil)
        evidence.replies = replies
      }
    }
    return TerminalDecision(evidence)
  }
}
