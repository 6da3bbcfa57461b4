import ArgumentParser
import Foundation
import HealthDatabase
import HealthModel

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "undo", "Undo the latest change: goals, pause, order of sources, or a single sample.",
    details: """
      Changes made here and in the dashboard are undone one by one, most recent first. The last hundred are kept. \
      "ringtop import --undo" undoes an import.
      """,
    examples: [
      "ringtop undo",
      "ringtop undo --list",
    ])

  @OptionGroup var store: StoreOptions

  @Flag(help: "List the changes that can be undone.")
  var list = false

  @Option(help: "Output format.")
  var format: TextOrJSON = .text

  func run() throws {
    let store = try store.open(Environment.current())
    guard !list else {
      let edits = try store.reading().edits()
      if format == .json { return Output.write(try Output.jsonArray(edits.map(EditJSON.init))) }
      return Output.write(
        edits.isEmpty ? "There is nothing to undo.\n" : edits.map { $0.title + "\n" }.joined())
    }
    guard let edit = try store.changing().undo() else { throw Failure(.failed, "There is nothing to undo.") }
    if format == .json { return Output.line(try Output.json(EditJSON(edit))) }
    Output.line("Undone: \(edit.title).")
  }
}

private struct EditJSON: Encodable {
  let id: Int64
  let title: String

  init(_ entry: EditEntry) {
    id = entry.id
    title = entry.title
  }
}
