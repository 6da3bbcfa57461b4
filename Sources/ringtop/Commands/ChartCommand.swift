import ArgumentParser
import Configuration
import Dashboard
import Demo
import Foundation
import Graphics
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports
import Rings
import TerminalModel
import Widgets

/// The output formats of `chart`.
enum ChartFormat: String, ExpressibleByArgument, CaseIterable {
  case auto, color, plain, json, svg, png
}

extension ChartPeriod: ExpressibleByArgument {}

struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "chart", "Print a chart of one or more types.",
    details: """
      Cumulative types are drawn as bars of sums, others as ranges with their means; several types are drawn one \
      below the other. A scatter plot has a dot for each day with both types. "ringtop types" lists the types, and \
      "ringtop explain" the measures, such as fitness, which are drawn like types.
      """,
    examples: [
      "ringtop chart steps --period year",
      "ringtop chart heartRate --period day --date yesterday",
      "ringtop chart fitness --period year",
      "ringtop chart vo2Max --period all --format svg > fitness.svg",
      "ringtop chart steps restingHeartRate --scatter --format png > steps.png",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Argument(help: "The types, at most four: move, steps, heartRate, ...", completion: .types)
  var types: [String]

  @Flag(help: "Plot the second type against the first, one dot per day, with their correlation.")
  var scatter = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --scatter: the second type so many days later.", valueName: "days"))
  var lag = 0

  @Option(help: "The period: day, week, month, 6months, year or all.")
  var period: ChartPeriod = .month

  @Option(
    parsing: .unconditional, help: "A day within the period; default today, or the last day with data.",
    transform: DateArgument.parse)
  var date: DateArgument?

  @Option(
    help: "Columns and rows, for example 100x30; default the size of the terminal.", transform: SizeArgument.init)
  var size: SizeArgument?

  @Option(help: "Output format.")
  var format: ChartFormat = .auto

  @Flag(help: "Show generated data.")
  var demo = false

  func validate() throws {
    guard (1...ChartScreen.mostTypes).contains(types.count) else {
      throw ValidationError("Name one to \(ChartScreen.mostTypes) types.")
    }
    if lag != 0, !scatter || !(-365...365).contains(lag) {
      throw ValidationError("--lag is a number of days from -365 to 365, with --scatter.")
    }
    if scatter, types.count != 2 { throw ValidationError("--scatter requires exactly two types.") }
  }

  func run() throws {
    let current = Environment.current()
    let entries = try types.flatMap { typed -> [String] in
      if let measure = MeasureName(rawValue: typed) {
        guard period != .day || scatter else {
          throw Failure(.usage, "\(measure.rawValue) is computed by day; choose a period of several days.")
        }
        return [typed]
      }
      let name = try HealthTypeName(typed, at: current.now()) { try self.store.openForReading(current) }
      if DayAmount.has(name.identifier) { return [name.identifier] }
      guard case .quantity = name else {
        throw Failure(.usage, "\(typed.prefix(60)) has no numbers to draw. \"ringtop query\" prints its samples.")
      }
      // Values in units that do not convert to each other are drawn apart.
      return name.inEachUnit.map(\.identifier)
    }
    guard entries.count <= (scatter ? 2 : ChartScreen.mostTypes) else {
      throw Failure(
        .usage, "These types came in \(entries.count) units. Name some of: \(entries.joined(separator: ", ")).")
    }
    let environment = demo ? current.demonstrating : current
    // Printed after the demo store has been removed: a reader that closes the pipe may end this process.
    let page: PrintedPage
    if demo {
      let demo = try DemoStore(now: environment.now(), homeZone: environment.systemZone)
      defer { demo.remove() }
      page = try self.page(entries, demo.store, environment)
    } else {
      page = try self.page(entries, try store.openForReading(environment), environment)
    }
    try page.write(environment, command: "chart")
  }

  private func page(
    _ types: [String], _ store: StoreConnection, _ environment: Environment
  ) throws -> PrintedPage {
    let formats: [ChartFormat: ShowFormat] = [.auto: .auto, .color: .color, .plain: .plain, .json: .json]
    guard let format = formats[format] else {
      let drawing = try drawing(types, store, environment)
      return format == .png ? try PrintedPage(png: drawing, scale: 2) : PrintedPage(svg: drawing)
    }
    let choice = drawing.choice
    let printer = ViewPrinter(
      PrintedView(chart: ChartScreen(types: types, period: period, isScatter: scatter, lag: lag)), store: store,
      environment: environment, drawing: choice,
      decision: choice.decide(environment, isTerminal: environment.isTerminal(1)), isDemo: demo, size: size?.size)
    return try printer.print(format, day: date.map { $0.day })
  }

  /// The charts as a separate picture.
  private func drawing(_ types: [String], _ store: StoreConnection, _ environment: Environment) throws -> Drawing {
    let today = try store.reading().day(at: environment.now())
    let screen = ChartScreen(types: types, period: period, isScatter: scatter, lag: lag)
    let known = try store.reading().knownDays(of: screen.sampleTypes, upTo: today) ?? today...today
    let day =
      try date?.day(environment.dates(today: today)) ?? store.reading().knownDays(upTo: today)?.upperBound ?? today
    let weekStart = environment.settings.weekStart
    let source = StoreSource(store, environment)
    let chart = ChartDrawing(
      formatting: environment.settings.formatting, palette: drawing.choice.palette(environment),
      weekStart: environment.settings.weekStart)
    if scatter {
      return chart.drawing(of: try screen.scatter(for: day, weekStart: weekStart, known: known).run(in: source))
    }
    let days = period.days(of: day, weekStart: weekStart, known: known)
    return chart.drawing(
      of: try types.map {
        try ChartQuery(type: $0, period: period, days: days, weekStart: weekStart).run(in: source)
      }, period: period)
  }
}
