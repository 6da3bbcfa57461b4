import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "delete", "Delete samples by type, date, source or feed, or a single one.",
    details: """
      The samples are counted first, and you are asked for confirmation. Deleted samples return only if you import a \
      file that contains them; a single sample deleted by its UUID can be restored with "ringtop undo".
      """,
    examples: [
      "ringtop delete heartRate --from 2026-11-01 --to 2026-11-03",
      "ringtop delete all --source \"Old Scale\"",
      "ringtop delete all --feed health-auto-export --yes",
      "ringtop delete --uuid 6F1C1D2E-0B7A-4E55-9B5E-0D6B0F6E2A11",
    ])

  @OptionGroup var store: StoreOptions
  @OptionGroup var selection: SampleSelectionOptions

  @Argument(help: "The type: move, steps, heartRate, workout, ..., or all.", completion: .types)
  var type: String?

  @Option(help: "Only the quantity or category sample with this UUID; \"ringtop undo\" restores it.")
  var uuid: String?

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @Flag(help: "Only count the samples.")
  var count = false

  func validate() throws {
    guard (type == nil) != (uuid == nil), uuid == nil || !selection.isNarrowed else {
      throw ValidationError(
        type == nil && uuid == nil
          ? "Name a type, or one sample with --uuid."
          : "--uuid cannot be combined with a type, dates, a source or a feed.")
    }
    if let uuid, UUID(uuidString: uuid) == nil { throw ValidationError("\"\(uuid.prefix(60))\" is not a UUID.") }
  }

  func run() throws {
    let environment = Environment.current()
    if let uuid = uuid.flatMap(UUID.init(uuidString:)) {
      return try deleteOne(uuid, try open(environment), environment.settings.formatting)
    }
    guard let type else { return }
    let types =
      type == "all"
      ? nil
      : [
        try SampleSelectionOptions.identifier(type, at: environment.now()) {
          try self.store.openForReading(environment)
        }
      ]
    if types == nil, !selection.isNarrowed {
      throw Failure(
        .usage, "Select samples with --from, --to, --source or --feed. To delete everything, delete the store.")
    }
    let store = try open(environment)
    let requests = try selection.requests(types, in: store, environment)
    let found = try store.reading().count(requests)
    let samples = environment.settings.formatting.count(found, "sample")
    if count { return Output.line("\(samples).") }
    guard found > 0 else {
      // Its name is not that of the files that it was stored from.
      let feeds = selection.feed == nil ? [] : try store.reading().feeds()
      return Output.line(
        "There is nothing to delete." + (feeds.isEmpty ? "" : " Feeds of this store: \(feeds.joined(separator: ", ")).")
      )
    }
    guard try yes || confirm("Delete \(samples) permanently?") else {
      throw Failure(.failed, "Nothing was deleted.")
    }
    let cancellation = Cancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    let deleted = try store.changing().delete(requests, cancellation: cancellation)
    Output.line("Deleted \(environment.settings.formatting.count(deleted, "sample")).")
  }

  /// Counting only reads.
  private func open(_ environment: Environment) throws -> StoreConnection {
    try count ? store.openForReading(environment) : store.open(environment)
  }

  private func deleteOne(_ uuid: UUID, _ store: StoreConnection, _ formatting: Formatting) throws {
    guard let sample = try store.reading().sample(uuid: uuid) else {
      throw Failure(.noInput, "There is no sample \(uuid.uuidString).")
    }
    if count { return Output.line("1 sample.") }
    let words = SampleWords(sample, formatting)
    guard try yes || confirm("Delete \(words.text)?") else {
      throw Failure(.failed, "Nothing was deleted.")
    }
    guard try store.changing().delete(sample: uuid, title: "delete \(words.text)") != nil else {
      throw Failure(.noInput, "There is no sample \(uuid.uuidString).")
    }
    Output.line("Deleted \(words.text).")
  }

  private func confirm(_ question: String) throws -> Bool {
    try Confirmation.ask(question, alternatives: "--yes to delete without it, or --count to count only")
  }
}
