import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports

struct SourcesCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "sources", "List the sources of a type and their order, or change it.",
    details: """
      Where two sources overlap in time, the first in the list counts. A new order names the sources that come first; \
      the others follow as before. The effect is shown first, and you are asked for confirmation. "ringtop undo" \
      reverts it.
      """,
    examples: [
      "ringtop sources steps",
      "ringtop sources steps --order \"Robin's iPhone\" --preview",
      "ringtop sources steps --default-order",
    ])

  @OptionGroup var store: StoreOptions

  @Argument(help: "The type: move, exercise, steps, heartRate, ..., or workout.", completion: .types)
  var type: String

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The full name of the source that comes first; repeat for the next.", valueName: "name"))
  var order: [String] = []

  @Flag(help: "Restore the default order: watches, then phones, then others.")
  var defaultOrder = false

  @Flag(help: "Show the effect of an order without changing it.")
  var preview = false

  @Flag(help: "Do not ask for confirmation.")
  var yes = false

  @Option(help: "Output format.")
  var format: TableOrJSON = .table

  func validate() throws {
    if defaultOrder, !order.isEmpty { throw ValidationError("Use either --order or --default-order.") }
    if preview, !defaultOrder, order.isEmpty { throw ValidationError("--preview requires --order or --default-order.") }
  }

  func run() throws {
    let environment = Environment.current()
    let isWorkout = ["workout", "workouts"].contains(type.lowercased())
    let identifier =
      try isWorkout
      ? TypeIdentifier.workout
      : HealthTypeName(type, at: environment.now()) { try self.store.openForReading(environment) }.identifier
    let isRead = preview || (!defaultOrder && order.isEmpty)
    let store = try isRead ? store.openForReading(environment) : store.open(environment)
    let list = try store.reading().sources(ofType: identifier)
    let formatting = environment.settings.formatting
    guard defaultOrder || !order.isEmpty else { return print(list, formatting) }
    guard list.isMerged else {
      throw Failure(
        .usage,
        "\(TypeWords.title(identifier)) is not summed, so values of all sources count and their order has no effect.")
    }
    for name in order where !list.entries.contains(where: { $0.name == name }) {
      let nearest = NearestName.find(name, in: list.entries.map(\.name)).map { " Did you mean \"\($0)\"?" } ?? ""
      throw Failure(
        .usage, "\"\(name.prefix(60))\" has no samples of \(TypeWords.title(identifier).lowercased()).\(nearest)")
    }
    let names = list.names(startingWith: order)
    let wanted = defaultOrder ? [] : names
    let effect = try store.reading().effect(ofSourceOrder: wanted, forType: identifier)
    // Workouts have no sums by day.
    let sentence =
      isWorkout
      ? defaultOrder ? "" : "Of workouts that overlap, those of \(names.first ?? "") count."
      : SourceOrderWords(effect, formatting).sentence
    if preview || !yes { try show(effect, sentence, formatting) }
    if preview { return }
    guard try yes || confirm(defaultOrder ? "Use the default order?" : "Use this order?") else {
      throw Failure(.failed, "Nothing was changed.")
    }
    let title = "order of sources of \(TypeWords.title(identifier))"
    try store.changing().setSourceOrder(wanted, forType: identifier, title: title)
    Output.line(
      (defaultOrder ? "The default order of sources is restored." : "Now \(names.first ?? "") counts first.")
        + (sentence.isEmpty ? "" : " " + sentence))
  }

  private func print(_ list: SourceList, _ formatting: Formatting) {
    if format == .json {
      if let text = try? Output.json(SourcesJSON(list)) { Output.line(text) }
      return
    }
    guard !list.entries.isEmpty else { return Output.line("There are no samples of this type.") }
    var table = TextTable(
      alignments: [.right, .left, .left, .right, .left, .left, .left],
      rows: [["Rank", "Source", "Device", "Samples", "First", "Last", ""]])
    for (index, entry) in list.entries.enumerated() {
      table.rows.append([
        "\(index + 1)", entry.name, entry.hardware, formatting.number(entry.samples), entry.first.description,
        entry.last.description,
        entry.isEnteredByHand ? "entered by hand" : entry.position == nil ? "" : "your order",
      ])
    }
    Output.write(table.text)
  }

  private func show(_ effect: SourceOrderEffect, _ sentence: String, _ formatting: Formatting) throws {
    if format == .json { return Output.line(try Output.json(SourceOrderEffectJSON(effect))) }
    if !sentence.isEmpty { Output.line(sentence) }
    let words = SourceOrderWords(effect, formatting)
    if let ring = words.ringSentence { Output.line(ring) }
    var table = TextTable(alignments: [.left, .right, .right, .right], rows: [])
    for change in effect.largest(10) { table.rows.append(words.cells(change)) }
    if !table.rows.isEmpty { Output.write(table.text) }
  }

  private func confirm(_ question: String) throws -> Bool {
    try Confirmation.ask(question, alternatives: "--yes to change the order without it, or --preview to preview it")
  }
}

private struct SourceOrderEffectJSON: Encodable {
  struct Change: Encodable {
    let date: String
    let before: Double?
    let after: Double?
  }

  let type: String
  let order: [String]
  let days: Int
  let before: Double?
  let after: Double?
  let changes: [Change]

  init(_ effect: SourceOrderEffect) {
    type = TypeName.short(for: effect.type)
    order = effect.names
    days = effect.days
    before = effect.before.written
    after = effect.after.written
    changes = effect.changes.map {
      Change(date: $0.day.description, before: $0.before.written, after: $0.after.written)
    }
  }
}
