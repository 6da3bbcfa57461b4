import ArgumentParser
import Configuration
import Dashboard
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Processes
import Reports

extension MeasureName: ExpressibleByArgument {}

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "explain", "Print how a measure of training, recovery or sleep was computed, or why there is none.",
    details: "Without a measure, the names of all measures are printed.",
    examples: [
      "ringtop explain form",
      "ringtop explain sleepDebt yesterday",
      "ringtop explain trainingLoad 2026-11-14 --format json",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The measure, for example form.", completion: .list(MeasureName.allCases.map(\.rawValue)))
  var measure: MeasureName?

  @Argument(
    help: "The day; default today, or the last day with data.", completion: .days, transform: DateArgument.parse)
  var date: DateArgument?

  @Option(help: "Output format.")
  var format: TextOrJSON = .text

  func run() throws {
    guard let measure else {
      let table = TextTable(
        alignments: [.left, .left, .left],
        rows: [["Measure", "View", ""]] + MeasureName.allCases.map { [$0.rawValue, $0.group.rawValue, $0.rule] })
      Output.write(table.text)
      return
    }
    let environment = Environment.current()
    let source = StoreSource(try store.openForReading(environment), environment)
    let reading = try source.reading()
    let today = try reading.day(at: source.now)
    let day =
      try date?.day(environment.dates(today: today)) ?? reading.days(of: measure.group, upTo: today)?.upperBound
      ?? today
    guard day <= today else { throw Failure(.usage, "\(day) is after today, \(today): nothing is predicted.") }
    let query = MeasuresQuery(measure.group, on: day, weekStart: environment.settings.weekStart)
    guard let found = try query.run(in: source).first(where: { $0.name == measure }) else { return }
    switch format {
    case .text: Output.write(found.explanation(day, environment.settings.formatting))
    case .json: Output.write(try Output.json(MeasureJSON(found, day)) + "\n")
    }
  }
}
