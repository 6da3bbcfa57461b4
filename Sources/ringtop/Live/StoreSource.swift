import Dashboard
import Foundation
import HealthDatabase
import HealthModel

/// Answers the queries of screens from a store, at a moment.
struct StoreSource: QuerySource {
  let store: StoreConnection
  let now: Date

  func reading() throws -> Store { try store.reading() }

  func exports() -> [ExportFile] {
    let calendar = Calendar(identifier: .gregorian)
    return ExportFinder { Day(calendar, $0) }.exports()
  }
}
