import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import Processes

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "undo", "Undo the latest change: goals, pause, order of sources, or a single sample.",
    details: """
      Changes made here and in the dashboard are undone one by one, most recent first. The last hundred are kept. \
      "ringtop import --undo" undoes an import. If a change cannot be undone, because of what has been stored since, \
      --skip removes it from the list, and the one before it can be undone.
      """,
    examples: [
      "ringtop undo",
      "ringtop undo --list",
      "ringtop undo --skip",
    ])

  @OptionGroup var store: StoreOptions

  @Flag(help: "List the changes that can be undone.")
  var list = false

  @Flag(help: "Remove the latest change from the list without undoing it.")
  var skip = false

  @Option(help: "Output format.")
  var format: TextOrJSON = .text

  func validate() throws {
    if list && skip { throw ValidationError("--list and --skip exclude each other.") }
  }

  func run() throws {
    let environment = Environment.current()
    guard !list else {
      let edits = try store.openForReading(environment).reading().edits()
      if format == .json { return Output.write(try Output.jsonArray(edits.map(EditJSON.init))) }
      return Output.write(
        edits.isEmpty ? "There is nothing to undo.\n" : edits.map { $0.title + "\n" }.joined())
    }
    let store = try store.open(environment)
    let edit: EditEntry?
    do {
      edit = try store.changing().undo(passingOver: skip)
    } catch let error as StoreError where error.code == .conflict {
      throw Failure(.failed, "\(Failure(error).sentence) \"ringtop undo --skip\" removes it from the list.")
    }
    guard let edit else { throw Failure(.failed, "There is nothing to undo.") }
    if format == .json { return Output.line(try Output.json(EditJSON(edit))) }
    Output.line(skip ? "Removed from the list: \(edit.title)." : "Undone: \(edit.title).")
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
