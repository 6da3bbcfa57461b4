import Foundation
package import HealthDatabase
import HealthModel
import HealthQueries
package import Presentation
import Processes

/// The types of which the store has samples, and the characteristics of the user, as `ringtop types` prints them.
package struct TypesReport {
  private let types: [Line]
  private let facts: [(name: String, value: String)]

  private struct Line: Encodable {
    /// The short name, if `query` accepts it for printing samples of the type.
    let type: String
    let identifier: String
    let count: Int
    let unit: String?
    /// The days of the first and the last sample's start.
    let first: String
    let last: String
  }

  package init(_ store: StoreConnection) throws {
    let reading = try store.reading()
    types = try reading.typeOverview().map { type in
      Line(
        type: TypeName.short(for: type.name), identifier: type.identifier, count: type.count,
        unit: type.unit.isEmpty ? nil : type.unit, first: try reading.day(at: type.firstStart).description,
        last: try reading.day(at: type.lastStart).description)
    }.sorted { $0.type < $1.type }
    facts = try reading.characteristics().sorted { $0.key < $1.key }.map { (TypeName.short(for: $0.key), $0.value) }
  }

  package func json() throws -> String { try Output.jsonArray(types) }

  package func plain(_ formatting: Formatting) -> String {
    guard !types.isEmpty else { return "There are no samples yet.\n" }
    var table = TextTable(
      alignments: [.left, .right, .left, .left, .left], rows: [["Type", "Samples", "Unit", "First", "Last"]])
    for type in types {
      table.rows.append([type.type, formatting.number(type.count), type.unit ?? "", type.first, type.last])
    }
    var lines = table.lines()
    if !facts.isEmpty {
      let rows = [["Characteristic", "Value"]] + facts.map { [$0.name, $0.value] }
      lines += [""] + TextTable(alignments: [.left, .left], rows: rows).lines()
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
