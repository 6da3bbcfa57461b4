import Foundation
import HealthDatabase
package import HealthModel
import HealthQueries
import Presentation

/// The sources of every type by rank.
struct SourcesReport: ViewReport {
  private let source: ReportSource

  init(_ source: ReportSource) {
    self.source = source
  }

  var plain: String? {
    get throws {
      let types = Set(try source.store.typeOverview().map(\.identifier)).sorted {
        TypeWords.title($0) < TypeWords.title($1)
      }
      var table = TextTable(
        alignments: [.left, .right, .left, .left, .right, .left, .left],
        rows: [["Type", "Rank", "Source", "Device", "Samples", "First", "Last"]])
      for type in types {
        for (index, entry) in try source.store.sources(ofType: type).entries.enumerated() {
          table.rows.append([
            index == 0 ? TypeWords.title(type) : "", "\(index + 1)", entry.name, entry.hardware,
            source.formatting.number(entry.samples), entry.first.description, entry.last.description,
          ])
        }
      }
      return types.isEmpty ? "There are no samples yet.\n" : table.lines().joined(separator: "\n") + "\n"
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
