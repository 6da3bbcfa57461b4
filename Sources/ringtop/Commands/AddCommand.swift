import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import Processes
import Reports

struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "add", "Add a sample by hand.",
    details: """
      TYPE is move, exercise, stand, steps, or the name of any type (heartRate, dietaryWater, ...); VALUE is an \
      amount with a suitable unit; without one, move is in the unit in which it is shown. Without times the sample is for now; one with a duration ends now. \
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
    let plan = try AddPlan(
      type: type, value: value.joined(separator: " "), at: at, from: from, to: to, store: store,
      environment: environment)
    // The store is created only after the input has been validated.
    try store.writing(homeZone: environment.systemZone)
    let message = try plan.message()
    _ = try plan.save(message, to: store.healthStore(environment))
    Output.line(try message.sentence)
  }
}
