import ArgumentParser
import Configuration
import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import OpenHealthKit
import Processes
import Reports

extension QueryFormat: ExpressibleByArgument {}
extension QueryStatistic: ExpressibleByArgument {}
extension QueryGrouping: ExpressibleByArgument {}

struct QueryCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "query", "Print samples of a type or their statistics, for scripts.",
    details: """
      Prints samples that start within the range. Statistics merge the sources as the rings do; --by source and \
      --by device list them separately. The default statistic is the sum for cumulative types, and the mean for \
      others. "ringtop types" lists the types.

      For workoutRoute, electrocardiogram and heartbeatSeries each point, voltage and beat is a row; for a measure \
      such as trainingLoad (see "ringtop explain") each day is, with the reason where there is no value. A characteristic \
      such as bloodType is printed as the last export has it. --where also takes keys of metadata, in any catalog or not.
      """,
    examples: [
      "ringtop query heartRate --where 'value > 100 count/min' --format jsonl",
      "ringtop query steps --where 'metadata.HKWasUserEntered = true'",
      "ringtop query steps --from 2026-01 --every month --format csv",
      "ringtop query heartRate --every hour --stat max --by source",
      "ringtop query trainingLoad --every day --from 2026-01",
      "ringtop query heartRate --format parquet > heart.parquet",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var range: DateRangeOptions

  @Argument(help: "The type: move, steps, heartRate, sleepAnalysis, ...", completion: .types)
  var type: String

  @Option(help: ArgumentHelp("Print statistics per 15min, hour, day, week, month or year.", valueName: "interval"))
  var every: String?

  @Option(help: "The statistic.")
  var stat: QueryStatistic?

  @Option(help: "List sources or devices separately.")
  var by: QueryGrouping?

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Only samples that match, for example 'value > 100 count/min'.", valueName: "condition"))
  var condition: String?

  @Option(help: ArgumentHelp("The unit of the values; default the type's own.", valueName: "unit"))
  var unit: String?

  @Option(help: "Output format.")
  var format: QueryFormat = .table

  func run() throws {
    let environment = Environment.current()
    if format == .parquet, environment.isTerminal(1) {
      throw Failure(
        .usage, "Parquet cannot be printed on a terminal. Redirect it: ringtop query ... > samples.parquet")
    }
    if let series = SeriesType(named: type) { return try run(series, environment) }
    if let measure = MeasureName(rawValue: type) { return try run(measure, environment) }
    if let fact = CharacteristicQuery(type, in: { try self.store.openForReading(environment) }) {
      guard every == nil, stat == nil, by == nil, condition == nil, unit == nil else {
        throw Failure(.usage, "\(type) is a fact about you, and no sample; only a format can be chosen.")
      }
      return try fact.run(format)
    }
    let typeName = try HealthTypeName(type, at: environment.now()) { try self.store.openForReading(environment) }
    let request = try QueryRequest(
      typeName, unit: unit, condition: condition, every: every, statistic: stat, by: by,
      formatting: environment.settings.formatting)
    let store = try store.openForReading(environment)
    let today = try store.reading().day(at: environment.now())
    let days = try range.days(environment.dates(today: today))
    let health = store.healthStore(environment)
    var printer = QueryPrinter.make(format: format, request: request, formatting: environment.settings.formatting)
    printer.begin()
    if request.isOfSamples {
      try QuerySamples(request: request, store: health).run(days) { printer.print($0) }
    } else {
      // Nothing but their number can be computed of samples in units that do not convert to each other.
      let names = stat == .count || unit != nil ? [typeName] : typeName.inEachUnit
      for name in names {
        let request = try QueryRequest(
          name, unit: unit, condition: condition, every: every, statistic: stat, by: by,
          formatting: environment.settings.formatting)
        let rows = try QueryStatistics(request: request, store: health, weekStart: environment.settings.weekStart)
          .rows(days)
        printer.print(names.count == 1 ? rows : rows.map { $0.inUnit(request.unitText) })
      }
    }
    printer.end()
  }

  private func run(_ measure: MeasureName, _ environment: Environment) throws {
    guard every ?? "day" == "day", stat == nil, by == nil, condition == nil, unit == nil else {
      throw Failure(.usage, "\(measure.rawValue) is computed by day; only days and a format can be chosen.")
    }
    let source = StoreSource(try store.openForReading(environment), environment)
    let reading = try source.reading()
    let today = try reading.day(at: source.now)
    let asked = try range.days(environment.dates(today: today))
    try MeasureSeries(
      measure: measure, source: source, weekStart: environment.settings.weekStart, format: format
    ).run(asked)
  }

  private func run(_ series: SeriesType, _ environment: Environment) throws {
    guard every == nil, stat == nil, by == nil, condition == nil, unit == nil else {
      throw Failure(
        .usage, "Measurements of \(series.rawValue) are printed one by one; only days and a format can be chosen.")
    }
    let store = try store.openForReading(environment)
    let days = try range.days(environment.dates(today: try store.reading().day(at: environment.now())))
    try SeriesQuery(
      type: series, store: store.healthStore(environment), format: format,
      formatting: environment.settings.formatting
    ).run(days)
  }
}
