import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import OpenHealthKit
import Processes
import Reports

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "add", "Add a sample by hand.",
    details: """
      TYPE is move, exercise, stand, steps, or the name of any type (heartRate, dietaryWater, ...); VALUE is an \
      amount with a suitable unit. Without times the sample is for now; one with a duration ends now. \
      "ringtop undo" removes it.

      --json-lines adds many samples as one import, which "ringtop import --undo" removes. A mistake in the file \
      refuses all of them; a sample that exceeds a limit is skipped and reported.
      """,
    examples: [
      "ringtop add move 120kcal",
      "ringtop add heartRate 62 --at \"yesterday 08:00\"",
      "ringtop add --json-lines samples.jsonl",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The type: move, exercise, stand, steps, heartRate, ...", completion: .types)
  var type: String?

  @Argument(help: "The amount, for example 120kcal or 120 kcal.")
  var value: [String] = []

  @Option(help: ArgumentHelp("The time: 14:30, \"yesterday 14:30\", 2026-11-19T14:30:00Z.", valueName: "time"))
  var at: String?

  @Option(help: ArgumentHelp("The start.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("The end.", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp("Read samples from a file of JSON lines; - for standard input.", valueName: "file"),
    completion: .file())
  var jsonLines: String?

  func validate() throws {
    guard (type == nil) != (jsonLines == nil), jsonLines == nil || (at == nil && from == nil) else {
      throw ValidationError(
        type == nil ? "Name a type, or use --json-lines." : "--json-lines cannot be combined with other arguments.")
    }
    if at != nil, from != nil || to != nil { throw ValidationError("Use either --at, or --from and --to.") }
    if (from == nil) != (to == nil) { throw ValidationError("--from and --to must be used together.") }
  }

  func run() throws {
    let environment = Environment.current()
    let store = try store.open(environment)
    if let jsonLines { return try AddedLines(path: jsonLines, environment: environment).run(into: store) }
    guard let type else { return }
    let formatting = environment.settings.formatting
    let added = try AddedSample(typeName: type, valueText: value.joined(separator: " "), formatting: formatting)
    let now = environment.now()
    let times = try times(store: store, now: now, environment: environment)
    if let from = times.from, let to = times.to, from > to { throw Failure(.usage, "--from is after --to.") }
    // The store is created only after the input has been validated.
    try store.writing(homeZone: environment.systemZone)
    let (start, end) = try span(of: added, times, now: now, in: store)
    guard end <= now || added.isHour else { throw Failure(.usage, "That time is in the future.") }
    let message = AddMessage(added: added, start: start, end: end, store: store, now: now, formatting: formatting)
    let sample = added.sample(from: start, to: end)
    try store.healthStore(environment).saveAndWait(sample)
    try store.writing().recordEntered([sample.uuid], title: try message.title)
    Output.line(try message.sentence)
  }

  private struct Times {
    var at: Date?
    var from: Date?
    var to: Date?
  }

  private func times(store: StoreConnection, now: Date, environment: Environment) throws -> Times {
    let today: Day
    var zone: (Day) throws -> TimeZone = { try store.reading().zone(of: $0) }
    do {
      today = try store.reading().day(at: now)
    } catch let error as StoreError where error.code == .missing {
      today = environment.systemDay
      zone = { _ in .current }
    }
    let context = environment.dates(today: today)
    func instant(_ text: String) throws -> Date { try InstantText(text, now: now, context: context, zone: zone).date }
    return Times(at: try at.map(instant), from: try from.map(instant), to: try to.map(instant))
  }

  private func span(of added: AddedSample, _ times: Times, now: Date, in store: StoreConnection) throws -> (Date, Date)
  {
    if let from = times.from, let to = times.to { return (from, to) }
    let moment = times.at ?? now
    if added.isHour {
      let day = try store.reading().day(at: moment)
      let midnight = try store.reading().intervals(of: day...day)[0].interval.lowerBound
      let hour = (moment.timeIntervalSince(midnight) / 3_600).rounded(.down)
      let start = midnight.addingTimeInterval(hour * 3_600)
      return (start, start.addingTimeInterval(3_600))
    }
    // Half an hour of exercise at 14:30 began at 14:30; without a time it has just ended.
    return at == nil
      ? (moment.addingTimeInterval(-added.duration), moment) : (moment, moment.addingTimeInterval(added.duration))
  }
}
