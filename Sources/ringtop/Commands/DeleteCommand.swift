import ArgumentParser
import Dashboard
import Foundation
import HealthModel
import OpenHealthKit

struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete samples for good, by type, dates, source and feed.",
    discussion: """
      Examples: ringtop delete heartRate --from 2026-11-01 --to 2026-11-03
                ringtop delete all --source "Old Scale"
                ringtop delete all --feed health-auto-export --yes
      It counts first, and asks. Nothing brings them back but an import of a file that holds them.
      """)

  @OptionGroup var store: StoreOptions
  @OptionGroup var selection: SampleSelectionOptions

  @Argument(help: "The type: move, steps, heartRate, workout, ..., or all.", completion: .types)
  var type: String

  @Flag(help: "Do not ask.")
  var yes = false

  @Flag(help: "Tell how many there are, and delete nothing.")
  var count = false

  func run() throws {
    let environment = Environment.current()
    let types = type == "all" ? nil : [try SampleSelectionOptions.identifier(type)]
    if types == nil, !selection.isNarrowed {
      throw Failure(.usage, "Say which with --from, --to, --source or --feed. To delete everything, delete the store.")
    }
    let store = try store.open(environment)
    let requests = try selection.requests(types, in: store, environment)
    let found = try store.count(requests)
    let samples = found == 1 ? "1 sample" : "\(environment.settings.formatting.number(Double(found), 0)) samples"
    if count { return Output.line("\(samples).") }
    guard found > 0 else { return Output.line("There is nothing to delete.") }
    guard try yes || answer("Delete \(samples) for good? [y]es, [n]o: ") else {
      throw Failure(.failed, "Nothing was deleted.")
    }
    let cancellation = Cancellation()
    let interrupt = InterruptHandler { cancellation.cancel() }
    defer { interrupt.stop() }
    let deleted = try store.delete(requests, cancellation: cancellation)
    Output.line(
      "Deleted \(deleted == 1 ? "1 sample" : "\(environment.settings.formatting.number(Double(deleted), 0)) samples").")
  }

  /// - Throws: a usage failure where there is nobody to ask.
  private func answer(_ question: String) throws -> Bool {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw Failure(.usage, "There is no terminal to ask on. --yes deletes without a question, --count only counts.")
    }
    Output.draw(progress: question)
    let line = readLine()?.trimmingCharacters(in: .whitespaces).lowercased()
    return line == "y" || line == "yes"
  }
}
