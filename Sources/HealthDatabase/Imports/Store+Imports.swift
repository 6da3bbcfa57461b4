import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Every import that stored something, oldest first.
  ///
  /// - Complexity: O(samples).
  package func imports() throws -> [ImportEntry] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT import.*, (
            SELECT count(*) FROM change JOIN sample ON sample.id BETWEEN change.first_sample AND change.last_sample
            WHERE change.import_id = import.id
          ) AS samples FROM import ORDER BY id
          """
      ).map { row in
        func date(_ column: String) -> Date? {
          (row[column] as Double?).map(Date.init(timeIntervalSinceReferenceDate:))
        }
        return ImportEntry(
          id: row["id"], path: row["path"], started: Date(timeIntervalSinceReferenceDate: row["started"]),
          finished: date("finished"), exportDate: date("export_date"), stored: row["stored"],
          alreadyPresent: row["already_present"], isComplete: row["complete"], samples: row["samples"])
      }
    }
  }

  /// Takes back everything that an import stored: samples leave tombstones, Apple's rows and characteristics go. What
  /// was learned on the way stays: where home is, and the names of types and sources.
  ///
  /// What a later import found already present stays away too; importing that file again brings it back.
  ///
  /// - Returns: the number of samples that were taken out.
  /// - Throws: `StoreError` with the code `invalidArgument` where there is no such import.
  @discardableResult
  package func undoImport(_ id: Int64) throws -> Int {
    try write { db in
      guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM import WHERE id = ?)", arguments: [id]) == true
      else {
        throw StoreError(.invalidArgument, path: path, reason: "there is no import number \(id)")
      }
      try db.execute(sql: "DELETE FROM characteristic WHERE import_id = ?", arguments: [id])
      let days = try Int.fetchAll(db, sql: "SELECT day FROM apple_summary WHERE import_id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM apple_summary WHERE import_id = ?", arguments: [id])
      let rows = try Int64.fetchAll(
        db,
        sql: """
          SELECT sample.id FROM change JOIN sample ON sample.id BETWEEN change.first_sample AND change.last_sample
          WHERE change.import_id = ? ORDER BY sample.id
          """, arguments: [id])
      let timeline = try ZoneTimeline(db)
      // Goals are carried on from Apple's rows, so every later day may have lost its goal.
      let later = try days.min().map { first in
        try Int.fetchAll(db, sql: "SELECT day FROM day_summary WHERE day >= ?", arguments: [first])
      }
      try SummaryTable.markStale(db, Set((later ?? []) + days).map(Day.init(number:)), timeline: timeline)
      try SampleDeleter.delete(db, rows: rows, importID: nil)
      try db.execute(sql: "UPDATE change SET import_id = NULL WHERE import_id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM import WHERE id = ?", arguments: [id])
      try SummaryTable.materialize(db)
      if rows.isEmpty { _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil) }
      return rows.count
    }
  }
}
