import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Stores samples that are new by the caller's word, with everything that follows from them, in one transaction.
  ///
  /// - Returns: the row ids of the samples, in the order of the batch's samples.
  /// - Throws: `StoreError`; with the code `invalidArgument`, and nothing stored, where a value does not fit its type.
  @discardableResult
  package func save(_ batch: SampleBatch) throws -> [Int64] {
    try write { db in
      let writer = try SampleWriter(db, findsExisting: false)
      try writer.adopt(db, batch.tables)
      var rows: [Int64] = []
      func keep(_ outcome: SampleWriter.Outcome) throws {
        switch outcome {
        case .stored(let row), .alreadyPresent(let row): rows.append(row)
        case .refused(let reason):
          throw StoreError(.invalidArgument, path: path, reason: "a sample does not fit its type (\(reason))")
        }
      }
      for sample in batch.samples { try keep(try writer.write(db, sample, tables: batch.tables)) }
      for correlation in batch.correlations { try keep(try writer.write(db, correlation, tables: batch.tables)) }
      for workout in batch.workouts { try keep(try writer.write(db, workout, tables: batch.tables)) }
      try writer.finishTransaction(db, importID: nil)
      try writer.refreshTotals(db)
      try SummaryTable.materialize(db)
      return rows
    }
  }

  /// Says where the wearer lives, in a store that does not know yet.
  package func setHomeZone(_ choice: HomeZoneChoice) throws {
    try write { db in
      guard try !HomeZoneChoice.isFinal(db) else { return }
      let old = try ZoneTimeline(db)
      try choice.store(db, isFinal: true)
      try ZoneChange.apply(db, from: old)
      try SummaryTable.materialize(db)
      if try ZoneTimeline(db) != old {
        _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
      }
    }
  }
}
