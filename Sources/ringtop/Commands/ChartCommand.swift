import ArgumentParser
import Dashboard
import Foundation
import HealthModel
import OpenHealthKit
import Rings
import TerminalModel

/// How `chart` prints.
enum ChartFormat: String, ExpressibleByArgument, CaseIterable {
  case auto, color, plain, json, svg, png
}

extension ChartPeriod: ExpressibleByArgument {}

struct ChartCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chart", abstract: "Print a chart of a type.",
    discussion: """
      Examples: ringtop chart steps --period year
                ringtop chart heartRate --period day --date yesterday
                ringtop chart vo2Max --period all --format svg > fitness.svg
      Bars are sums of what adds up, and ranges with their means of the rest. "ringtop types" lists the types.
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var drawing: DrawingOptions

  @Argument(help: "The type: move, steps, heartRate, ...")
  var type: String

  @Option(help: "How much time: day, week, month, 6months, year or all.")
  var period: ChartPeriod = .month

  @Option(
    parsing: .unconditional, help: "A day of the time that is shown; default today, or the last day with data.",
    transform: DateArgument.parse)
  var date: DateArgument?

  @Option(
    help: "Columns and rows, for example 100x30; default what fits the terminal.", transform: SizeArgument.init)
  var size: SizeArgument?

  @Option(help: "How to print it.")
  var format: ChartFormat = .auto

  @Flag(help: "Show made-up data.")
  var demo = false

  func run() throws {
    guard case .quantity(let entry) = try HealthTypeName(type) else {
      throw Failure(.usage, "\(type.prefix(60)) has no numbers to draw. \"ringtop query\" prints its samples.")
    }
    let environment = Environment.current()
    let page: PrintedPage
    if demo {
      let demo = try DemoStore(weeks: 12, environment: environment)
      defer { demo.remove() }
      page = try self.page(entry, demo.store, environment)
    } else {
      page = try self.page(entry, try store.openForReading(environment), environment)
    }
    try page.write(environment)
  }

  private func page(
    _ entry: QuantityTypeEntry, _ store: HKHealthStore, _ environment: Environment
  ) throws -> PrintedPage {
    let screen = ChartScreen(type: entry.identifier, period: period)
    if format == .svg {
      let today = try store.day(at: environment.now())
      let known = try store.knownDays(upTo: today) ?? today...today
      let day = try date?.day(environment.dates(today: today)) ?? known.upperBound
      let weekStart = environment.settings.weekStart
      let days = period.days(of: day, weekStart: weekStart, known: known)
      let series = try store.chart(
        ChartRequest(type: entry.identifier, period: period, days: days, weekStart: weekStart))
      let chart = ChartSVG(
        series: series, period: period, formatting: environment.settings.formatting,
        palette: drawing.palette(environment))
      return .text(chart.text)
    }
    var page = ViewPage(screen: screen, store: store, environment: environment, drawing: drawing, isDemo: demo)
    page.size = size?.size
    let formats: [ChartFormat: ShowFormat] = [.auto: .auto, .color: .color, .plain: .plain, .json: .json, .png: .png]
    return try page.print(formats[format] ?? .auto, date: date)
  }
}
