import ArgumentParser
import Configuration
import Foundation
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes
import Reports

struct TypesCommand: ParsableCommand {
  static let configuration = CommandConfiguration.documented(
    "types", "List the types in the store with counts and dates.",
    examples: [
      "ringtop types",
      "ringtop types --format json",
    ])

  @OptionGroup var store: StoreOptions

  @Option(help: "Output format.")
  var format: AuditFormat = .table

  func run() throws {
    let environment = Environment.current()
    let store = try store.openForReading(environment)
    let types = try store.reading().typeOverview().map { try TypeLine($0, store) }.sorted { $0.type < $1.type }
    switch format {
    case .json: Output.write(try Output.jsonArray(types))
    case .table:
      guard !types.isEmpty else { return Output.line("There are no samples yet.") }
      var table = TextTable(
        alignments: [.left, .right, .left, .left, .left], rows: [["Type", "Samples", "Unit", "First", "Last"]])
      let formatting = environment.settings.formatting
      for type in types {
        table.rows.append([type.type, formatting.number(type.count), type.unit ?? "", type.first, type.last])
      }
      Output.write(table.lines().joined(separator: "\n") + "\n")
    }
  }
}

private struct TypeLine: Encodable {
  /// The short name, if `query` accepts it for printing samples of the type.
  let type: String
  let identifier: String
  let count: Int
  let unit: String?
  /// The days of the first and the last sample's start.
  let first: String
  let last: String

  init(_ overview: TypeOverview, _ store: StoreConnection) throws {
    identifier = overview.identifier
    type = TypeName.short(for: overview.identifier)
    count = overview.count
    unit = overview.unit.isEmpty ? nil : overview.unit
    first = try store.reading().day(at: overview.firstStart).description
    last = try store.reading().day(at: overview.lastStart).description
  }
}
