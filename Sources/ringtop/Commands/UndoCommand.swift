import ArgumentParser
import Foundation
import HealthModel
import OpenHealthKit

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take back the latest change of goals, pause, or sample entered by hand.",
    discussion: """
      Changes are taken back one by one, the latest first; the dashboard's are among them. The latest hundred are kept. \
      "ringtop import --undo" takes an import back.
      """)

  @OptionGroup var store: StoreOptions

  @Flag(help: "List what can be undone, and change nothing.")
  var list = false

  @Option(help: "How to print it.")
  var format: TextOrJSON = .text

  func run() throws {
    let store = try store.open(Environment.current())
    guard !list else {
      let edits = try store.edits()
      if format == .json { return Output.write(try Output.jsonArray(edits.map(EditJSON.init))) }
      return Output.write(
        edits.isEmpty ? "There is nothing to undo.\n" : edits.map { $0.title + "\n" }.joined())
    }
    guard let edit = try store.undo() else { throw Failure(.failed, "There is nothing to undo.") }
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
