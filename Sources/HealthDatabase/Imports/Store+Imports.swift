import Foundation
import GRDB
package import HealthModel

extension Store {
  /// Every import that stored something, oldest first.
  ///
  /// - Complexity: O(transactions and deleted samples).
  package func imports() throws -> [ImportEntry] {
    try read { db in
      let samples = try ImportedRows(db).countsByImport(db)
      return try Row.fetchAll(db, sql: "SELECT * FROM import ORDER BY id").map { row in
        func date(_ column: String) throws -> Date? {
          try (row[column] as Double?).map { try StoredTime.date($0, "import") }
        }
        return ImportEntry(
          id: row["id"], path: row["path"], started: try StoredTime.date(row["started"], "import"),
          finished: try date("finished"), exportDate: try date("export_date"), stored: row["stored"],
          alreadyPresent: row["already_present"], isComplete: row["complete"], samples: samples[row["id"]] ?? 0)
      }
    }
  }

  /// The samples that an import deleted and that cannot be restored.
  package func removals(byImport id: Int64) throws -> ImportRemovals {
    try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*), coalesce(sum(client LIKE ?), 0) FROM change CROSS JOIN tombstone ON change_id = change.id
          WHERE change.import_id = ?
          """, arguments: [FeedSource.prefix + "%", id])
      let (all, fed): (Int, Int) = (row?[0] ?? 0, row?[1] ?? 0)
      return ImportRemovals(delivered: fed, missing: all - fed)
    }
  }

  /// Removes everything that an import stored: samples leave tombstones, and Apple's rows and characteristics are
  /// deleted. The home zone and the names of types and sources are kept.
  ///
  /// What a later import found already present is removed too; importing that file again restores it. Samples that
  /// the import itself deleted are not restored: see `removals`.
  ///
  /// - Parameters:
  ///   - control: cancels the work, which then leaves the store unchanged.
  /// - Returns: the number of samples that were removed.
  /// - Throws: `StoreError` with the code `invalidArgument` if there is no such import, `interrupted` if it was
  ///   cancelled.
  @discardableResult
  package func undoImport(_ id: Int64, control: WorkControl = WorkControl()) throws -> Int {
    let count = try write(isCancelled: control.isCancelled) { db in
      guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM import WHERE id = ?)", arguments: [id]) == true
      else {
        throw StoreError(.invalidArgument, path: path, reason: "there is no import number \(id)")
      }
      try db.execute(sql: "DELETE FROM characteristic WHERE import_id = ?", arguments: [id])
      let days = try StoredDay.all(
        db, "SELECT day FROM apple_summary WHERE import_id = ?", [id], table: "apple_summary")
      try db.execute(sql: "DELETE FROM apple_summary WHERE import_id = ?", arguments: [id])
      // Goals are carried forward from Apple's rows, so every later day may have lost its goal.
      if let first = days.min() { try SummaryTable.markAllStale(db, after: first) }
      try SummaryTable.markStale(db, days, timeline: try ZoneTimeline(db))
      let count = try SampleDeleter.delete(
        db,
        selecting: """
          SELECT sample.id FROM change CROSS JOIN sample ON sample.id BETWEEN first_sample AND last_sample
          WHERE change.import_id = ?
          """, arguments: [id], importID: nil, control: control)
      if try RouteTable.empty(db, filledBy: id) {
        let type = try Int64.fetchAll(
          db, sql: "SELECT id FROM sample_type WHERE identifier = ?", arguments: [TypeIdentifier.workoutRoute])
        _ = try Change.record(db, samples: nil, types: Set(type), earliest: nil, latest: nil)
      }
      let emptied = try SampleDataTable.empty(db, filledBy: id).union(AttachmentTable.empty(db, filledBy: id))
      if !emptied.isEmpty { _ = try Change.record(db, samples: nil, types: emptied, earliest: nil, latest: nil) }
      try db.execute(sql: "UPDATE change SET import_id = NULL WHERE import_id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM import WHERE id = ?", arguments: [id])
      try SummaryTable.materialize(db)
      if count == 0 { _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil) }
      return count
    }
    releaseSpace()
    return count
  }
}

extension ImportEntry {
  /// The number of the next import.
  static func nextID(_ db: Database) throws -> Int64 {
    try StoredRow.next(after: Int64.fetchOne(db, sql: "SELECT max(id) FROM import"), "import")
  }

  /// Adds a delivery that was stored completely to the list.
  static func record(
    _ db: Database, id: Int64, header: ImportHeader, now: Date, stored: Int, alreadyPresent: Int
  ) throws {
    let moment = now.timeIntervalSinceReferenceDate
    try db.execute(
      sql: """
        INSERT INTO import (id, path, started, finished, export_date, stored, already_present, complete)
        VALUES (?, ?, ?, ?, ?, ?, ?, 1)
        """,
      arguments: [
        id, header.path, moment, moment, header.exportDate?.timeIntervalSinceReferenceDate, stored, alreadyPresent,
      ])
  }
}

extension Store {
  /// The identifier of the user's home zone; nil if none has been chosen.
  package func homeZone() throws -> String? {
    try read { try HomeZoneChoice.stored($0)?.choice.zone }
  }
}
