import GRDB
import HealthModel

extension Store {
  /// Puts the sources of a type in the user's own order, first counts most. Sources that are not named follow in the
  /// default order.
  ///
  /// - Parameter names: names of sources, as samples carry them.
  package func setSourceOrder(_ names: [String], forType identifier: String) throws {
    try write { db in
      guard let type = try SampleTypeRow.fetch(db, identifier: identifier) else {
        throw StoreError(.invalidArgument, path: path, reason: "there are no samples of \(identifier)")
      }
      try db.execute(sql: "DELETE FROM source_order WHERE type_id = ?", arguments: [type.id])
      for (position, name) in names.enumerated() {
        try db.execute(
          sql: "INSERT OR IGNORE INTO source_order (type_id, name, position) VALUES (?, ?, ?)",
          arguments: [type.id, name, position])
      }
      try DerivedData.invalidateAll(db, type: type)
      try SummaryTable.materialize(db)
      try TotalsTable.materialize(db, type: type)
      _ = try Change.record(db, samples: nil, types: [type.id], earliest: nil, latest: nil)
    }
  }
}
