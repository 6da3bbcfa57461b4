import Foundation
import GRDB
package import HealthModel

/// One run of an importer into the store.
///
/// Every batch is one transaction, so an import that is cut short leaves whole batches, and the next run of the same
/// file finds them and goes on from there. Not for use by two threads at once.
package final class ImportSession: SampleSink {
  private let store: Store
  private let options: ImportOptions
  private var writer: SampleWriter?
  private var header = ImportHeader(path: "")
  private var importID: Int64?
  private var nextImportID: Int64 = 1
  private var counts = (stored: 0, alreadyPresent: 0)
  private var isFirstImport = false
  private var zoneChoice: HomeZoneChoice?
  package private(set) var outcome = ImportOutcome()

  package init(store: Store, options: ImportOptions) {
    self.store = store
    self.options = options
  }

  // MARK: - SampleSink

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    self.header = header
    return try store.write { db in
      let writer = try SampleWriter(db)
      self.writer = writer
      nextImportID = (try Int64.fetchOne(db, sql: "SELECT max(id) FROM import") ?? 0) + 1
      isFirstImport = try String.fetchOne(db, sql: "SELECT value FROM info WHERE key = 'home_zone'") == nil
      if isFirstImport {
        // Until the data have been seen, the choice is the best that the head of the file allows.
        let choice = try HomeZoneChoice.make(db, options: options, header: header)
        try HomeZoneChoice.store(db, choice)
        writer.timeline = try ZoneTimeline(db)
      }
      var counts = SinkCounts()
      if let exportDate = header.exportDate {
        let isKnown = try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM import WHERE export_date = ?)",
          arguments: [exportDate.timeIntervalSinceReferenceDate])
        if isKnown == true { counts.alreadyPresent += 1 } else { counts.stored += 1 }
      }
      if !header.characteristics.isEmpty {
        var hasChanged = false
        for (name, value) in header.characteristics {
          try db.execute(
            sql: """
              INSERT INTO characteristic (name, value) VALUES (?, ?)
              ON CONFLICT DO UPDATE SET value = excluded.value WHERE value != excluded.value
              """, arguments: [name, value])
          if db.changesCount > 0 { hasChanged = true }
        }
        if hasChanged { counts.stored += 1 } else { counts.alreadyPresent += 1 }
      }
      if counts.stored > 0 { try recordImport(db) }
      self.counts.stored += counts.stored
      self.counts.alreadyPresent += counts.alreadyPresent
      return counts
    }
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    guard let writer else {
      throw StoreError(.invalidArgument, path: store.path, reason: "a batch came before the head of its file")
    }
    return try store.write { db in
      let firstID = writer.nextID
      let exportDate = header.exportDate ?? options.now
      let result = try writer.write(
        db, batch, importID: nextImportID, exportDate: exportDate.timeIntervalSinceReferenceDate)
      if result.stored > 0 { try recordImport(db) }
      _ = try writer.finishTransaction(db, firstID: firstID, importID: importID)
      counts.stored += result.stored
      counts.alreadyPresent += result.alreadyPresent
      return result
    }
  }

  package func finish(complete: Bool) throws {
    guard let writer else { return }
    try store.write { db in
      if isFirstImport {
        let choice = try HomeZoneChoice.make(db, options: options, header: header)
        let old = try ZoneTimeline(db)
        try HomeZoneChoice.store(db, choice)
        try ZoneChange.apply(db, from: old)
        outcome.homeZone = choice
      }
      if complete { try handleMissing(db, writer: writer) }
      try SummaryTable.settle(db)
      guard let importID else { return }
      outcome.importID = importID
      try AppleBase.settle(db, importID: importID)
      try db.execute(
        sql: "UPDATE import SET finished = ?, stored = ?, already_present = ?, complete = ? WHERE id = ?",
        arguments: [
          options.now.timeIntervalSinceReferenceDate, counts.stored, counts.alreadyPresent, complete, importID,
        ])
      if counts.stored > 0 || outcome.deleted > 0 {
        // Readers have been shown the stale days computed; this says that the stored ones are there now.
        _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil, importID: importID)
      }
    }
  }

  // MARK: -

  /// An import enters the list with its first stored element, so that importing the same file twice changes nothing.
  private func recordImport(_ db: Database) throws {
    guard importID == nil else { return }
    try db.execute(
      sql: "INSERT INTO import (id, path, started, export_date) VALUES (?, ?, ?, ?)",
      arguments: [
        nextImportID, header.path, options.now.timeIntervalSinceReferenceDate,
        header.exportDate?.timeIntervalSinceReferenceDate,
      ])
    importID = nextImportID
  }

  /// Finds what earlier imports stored and this newer one does not hold.
  private func handleMissing(_ db: Database, writer: SampleWriter) throws {
    guard writer.lastOld > 0, let exportDate = header.exportDate?.timeIntervalSinceReferenceDate else { return }
    let newest = try Double.fetchOne(db, sql: "SELECT max(export_date) FROM import") ?? 0
    guard exportDate >= newest else { return }
    let matched = writer.matchedRows
    var missing: [Int64] = []
    // Members of correlations that were never at the top level cannot be missing there.
    let rows = try Int64.fetchCursor(
      db,
      sql: """
        SELECT sample.id FROM change JOIN sample ON sample.id BETWEEN change.first_sample AND change.last_sample
        WHERE change.import_id IS NOT NULL AND sample.id <= ?
        """, arguments: [writer.lastOld])
    while let row = try rows.next() {
      if !matched.contains(row), !writer.usedMembers.contains(row) { missing.append(row) }
    }
    outcome.missing = missing.count
    if options.deletesMissing, !missing.isEmpty {
      try SampleDeleter.delete(db, rows: missing, importID: importID)
      outcome.deleted = missing.count
    }
  }
}
