package import Foundation
package import GRDB
package import HealthModel

extension Store {
  /// Every import that stored something, oldest first.
  package func imports() throws -> [ImportEntry] {
    try read { db in
      try Row.fetchAll(db, sql: "SELECT \(ImportEntry.columns) FROM import ORDER BY id").map { row in
        func date(_ column: Int) throws -> Date? {
          try (row.value(column, "import") as Double?).map { try StoredTime.date($0, "import") }
        }
        return ImportEntry(
          id: try row.value(0, "import"), path: try row.value(1, "import"), started: try date(2) ?? .distantPast,
          finished: try date(3), exportDate: try date(4), stored: try row.value(5, "import"),
          alreadyPresent: try row.value(6, "import"), isComplete: try row.value(7, "import"),
          samples: try row.value(8, "import"))
      }
    }
  }

  /// The samples that an import deleted and that cannot be restored.
  package func removals(byImport id: Int64) throws -> ImportRemovals {
    try read { db in
      let row = try Row.fetchOne(db, sql: "SELECT replaced, missing FROM import WHERE id = ?", arguments: [id])
      guard let row else { return ImportRemovals() }
      return ImportRemovals(delivered: try row.value(0, "import"), missing: try row.value(1, "import"))
    }
  }

  /// Removes everything that an import stored: samples leave tombstones, and Apple's rows and characteristics are
  /// deleted. The home zone and the names of types and sources are kept.
  ///
  /// What a later import found already present is removed too; importing that file again restores it. Samples that
  /// the import itself deleted are not restored: see `removals`. An import that is still running stops with an error at
  /// its next transaction, and leaves nothing.
  ///
  /// - Parameters:
  ///   - control: cancels the work, which then leaves the store unchanged.
  /// - Returns: the number of samples that were removed.
  /// - Throws: `StoreError` with the code `invalidArgument` if there is no such import, `interrupted` if it was
  ///   cancelled.
  @discardableResult
  package func undoImport(_ id: Int64, control: WorkControl = WorkControl()) throws -> Int {
    let count = try write(isCancelled: control.isCancelled) { db in
      guard try ImportEntry.exists(db, id: id) else {
        throw StoreError(.invalidArgument, path: path, reason: "there is no import number \(id)")
      }
      try db.execute(sql: "DELETE FROM characteristic WHERE import_id = ?", arguments: [id])
      let days = try StoredDay.all(
        db, "SELECT day FROM apple_summary WHERE import_id = ?", [id], table: "apple_summary")
      let timeline = try ZoneTimeline(db)
      try db.execute(sql: "DELETE FROM apple_summary WHERE import_id = ?", arguments: [id])
      try ZoneChange.apply(db, from: timeline)
      // Goals are carried forward from Apple's rows, so every later day may have lost its goal.
      if let first = days.min() { try SummaryTable.markAllStale(db, after: first) }
      try SummaryTable.markStale(db, days, timeline: try ZoneTimeline(db))
      let count = try SampleDeleter.delete(
        db,
        selecting: """
          SELECT sample.id FROM import_rows CROSS JOIN sample ON sample.id BETWEEN first_sample AND last_sample
          WHERE import_id = ?
          """, arguments: [id], control: control)
      if try RouteTable.empty(db, filledBy: id) {
        let type = try Int64.fetchAll(
          db, sql: "SELECT id FROM sample_type WHERE identifier = ?", arguments: [TypeIdentifier.workoutRoute])
        try Change.record(db, samples: nil, types: Set(type), earliest: nil, latest: nil)
      }
      let emptied = try SampleDataTable.empty(db, filledBy: id).union(AttachmentTable.empty(db, filledBy: id))
      if !emptied.isEmpty { try Change.record(db, samples: nil, types: emptied, earliest: nil, latest: nil) }
      try db.execute(sql: "DELETE FROM import_rows WHERE import_id = ?", arguments: [id])
      try db.execute(sql: "DELETE FROM import WHERE id = ?", arguments: [id])
      try SummaryTable.materialize(db)
      // Apple's rows affect days without samples, and the goals of later days.
      if count == 0 || !days.isEmpty { try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil) }
      return count
    }
    releaseSpace()
    return count
  }
}

extension ImportEntry {
  fileprivate static let columns =
    "id, path, started, finished, export_date, stored, already_present, complete, samples"

  /// The number of the next import. Numbers are never used twice, whatever was undone.
  static func nextID(_ db: Database) throws -> Int64 {
    let last = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'import'"))
    return try StoredRow.next(after: last, "sqlite_sequence")
  }

  /// Adds an import to the list.
  package static func begin(_ db: Database, id: Int64, header: ImportHeader, now: Date) throws {
    try db.cachedStatement(sql: "INSERT INTO import (id, path, started, export_date) VALUES (?, ?, ?, ?)").execute(
      arguments: [
        id, header.path, now.timeIntervalSinceReferenceDate, header.exportDate?.timeIntervalSinceReferenceDate,
      ])
  }

  /// - Parameters:
  ///   - replaced: how many delivered samples it has replaced.
  ///   - missing: how many samples it has deleted because its export lacks them.
  package static func end(
    _ db: Database, id: Int64, now: Date, alreadyPresent: Int, complete: Bool, replaced: Int, missing: Int
  ) throws {
    try db.cachedStatement(
      sql: """
        UPDATE import SET finished = ?, already_present = ?, complete = ?, replaced = replaced + ?, missing = missing + ?
        WHERE id = ?
        """
    ).execute(arguments: [
      now.timeIntervalSinceReferenceDate, alreadyPresent, complete, replaced, missing, id,
    ])
  }

  static func addStored(_ db: Database, id: Int64, _ count: Int) throws {
    try db.cachedStatement(sql: "UPDATE import SET stored = stored + ? WHERE id = ?").execute(arguments: [count, id])
  }

  package static func exists(_ db: Database, id: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM import WHERE id = ?)"), arguments: [id]) ?? false
  }
}

extension Store {
  /// The identifier of the user's home zone; nil if none has been chosen.
  package func homeZone() throws -> String? {
    try read { try HomeZoneChoice.stored($0)?.choice.zone }
  }
}
