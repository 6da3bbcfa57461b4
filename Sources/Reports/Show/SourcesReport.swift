import Foundation
import HealthDatabase
package import HealthModel
import HealthQueries
import Presentation
import Widgets

/// The sources of every type by rank.
struct SourcesReport: ViewReport {
  private let source: ReportSource

  init(_ source: ReportSource) {
    self.source = source
  }

  private static let columns: [Table.Column] = [
    .words("Type"), .number("Rank", rank: 3), .words("Source"), .words("Device", rank: 4), .number("Samples"),
    .words("First", rank: 2), .words("Last", rank: 1),
  ]

  private var rows: [[String]] {
    get throws {
      let types = Set(try source.store.typeOverview().map(\.identifier)).sorted {
        TypeWords.title($0) < TypeWords.title($1)
      }
      return try types.flatMap { type in
        try source.store.sources(ofType: type).entries.enumerated().map { index, entry in
          [
            index == 0 ? TypeWords.title(type) : "", "\(index + 1)", entry.name, entry.hardware,
            source.formatting.number(entry.samples), entry.first.description, entry.last.description,
          ]
        }
      }
    }
  }

  private static let none = "There are no samples yet."

  var plain: String? {
    get throws {
      let rows = try rows
      guard !rows.isEmpty else { return Self.none + "\n" }
      let table = TextTable(
        alignments: Self.columns.map { $0.isNumber ? .right : .left }, rows: [Self.columns.map(\.title)] + rows)
      return table.text
    }
  }

  /// What its picture shows, as its text does.
  var table: Table {
    get throws {
      let rows = try rows
      guard !rows.isEmpty else { return Table(card: [.words(Self.none)], rows: []) }
      return Table(
        card: Self.columns,
        rows: rows.map { row in row.enumerated().map { .init($1, $0 == 0 ? .strong : .plain) } })
    }
  }

  var json: any Encodable {
    get throws {
      try source.store.typeOverview().sorted { $0.identifier < $1.identifier }.map { type in
        SourcesJSON(try source.store.sources(ofType: type.identifier))
      }
    }
  }
}

package struct SourcesJSON: Encodable {
  struct Source: Encodable {
    let name: String
    let hardware: String
    let enteredByHand: Bool
    let samples: Int
    let first: String
    let last: String
  }

  let type: String
  let sources: [Source]

  package init(_ list: SourceList) {
    type = TypeName.short(for: list.type)
    sources = list.entries.map { entry in
      Source(
        name: entry.name, hardware: entry.hardware, enteredByHand: entry.isEnteredByHand, samples: entry.samples,
        first: entry.first.description, last: entry.last.description)
    }
  }
}
