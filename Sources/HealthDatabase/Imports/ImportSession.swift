package import Foundation
import GRDB
package import HealthModel

/// One run of an importer into the store.
///
/// Every batch is one transaction, so an interrupted import leaves whole batches, and the next run of the same file
/// finds them, continues from there and completes the same entry in the list of imports. Not thread-safe; must not be
/// used after an error.
package final class ImportSession: SampleSink {
  let store: Store
  let options: ImportOptions
  private(set) var header = ImportHeader(path: "")
  private var writer: SampleWriter?
  /// The run's entry in the list; nil until something has been stored.
  private(set) var importID: Int64?
  private var counts = (stored: 0, alreadyPresent: 0)
  private var hasNewHeader = false
  /// What earlier runs of an interrupted import stored under the same entry.
  private var storedBefore = 0
  package private(set) var outcome = ImportOutcome()
  private let early: BackgroundTotals
  /// Types of which the run may still store samples, with their counts.
  private var openTypes: [Int64: (type: SampleTypeRow, samples: Int)] = [:]

  package init(store: Store, options: ImportOptions) {
    self.store = store
    self.options = options
    early = BackgroundTotals(store: store) { [cancellation = options.cancellation] in cancellation?.isCancelled ?? false
    }
  }

  deinit { early.abandon() }

  private var isCancelled: (() -> Bool)? {
    options.cancellation.map { cancellation in { cancellation.isCancelled } }
  }

  // MARK: - SampleSink

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    self.header = header
    return try store.write(isCancelled: isCancelled) { db in
      let writer = try SampleWriter(db)
      self.writer = writer
      try resumeImport(db)
      if try HomeZoneChoice.stored(db)?.isFinal != true {
        // Until the data has been read, the choice is the best that the file's header allows. The user's
        // configuration needs no data.
        let choice = try HomeZoneChoice.make(db, options: options, header: header)
        try choice.store(db, isFinal: choice.reason == .configured)
        if choice.reason == .configured { outcome.homeZone = choice }
        writer.timeline = try ZoneTimeline(db)
      }
      var counts = SinkCounts()
      func count(_ isNew: Bool) {
        if isNew { counts.stored += 1 } else { counts.alreadyPresent += 1 }
      }
      if let exportDate = header.exportDate {
        let isKnown = try Bool.fetchOne(
          db, sql: "SELECT EXISTS (SELECT 1 FROM import WHERE export_date = ?)",
          arguments: [exportDate.timeIntervalSinceReferenceDate])
        count(isKnown != true)
      }
      if !header.characteristics.isEmpty {
        count(
          try Characteristics.store(
            db, header.characteristics, importID: try nextImportID(db),
            exportDate: header.exportDate ?? options.now))
      }
      // It is listed, but the header is not a record.
      hasNewHeader = counts.stored > 0
      if hasNewHeader { try recordImport(db) }
      return counts
    }
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    guard let writer else {
      throw StoreError(.invalidArgument, path: store.path, reason: "a batch precedes the header of its file")
    }
    let counts = try store.write(isImporting: true, isCancelled: isCancelled) { db in
      try writer.beginTransaction(db)
      let id = try nextImportID(db)
      try early.materialize(db, importID: importID)
      let result = try writer.write(
        db, batch, importID: id, exportDate: header.exportDate?.timeIntervalSinceReferenceDate,
        now: options.now.timeIntervalSinceReferenceDate)
      // The parts of an element that was already there may be new, which the counts of elements do not show.
      if try writer.finishTransaction(db, importID: id) { try recordImport(db) }
      if batch.isDocument {
        if result.stored > 0 { try recordImport(db) }
      } else {
        try add(db, result)
      }
      return result
    }
    beginTotals(writer.written)
    return counts
  }

  /// Starts computing the totals of types that did not occur in the last batch.
  private func beginTotals(_ written: [(type: SampleTypeRow, samples: Int)]) {
    let current = Set(written.map(\.type.id))
    for (id, open) in openTypes where !current.contains(id) {
      if open.samples >= TotalsTable.fewestSamples { early.begin(open.type) }
      openTypes[id] = nil
    }
    for (type, samples) in written { openTypes[type.id, default: (type, 0)].samples += samples }
  }

  package func finish(complete: Bool) throws {
    guard let writer else { return }
    store.log.checkpointAhead()
    // Otherwise the caller's own checkpoint would find the log locked.
    defer { store.log.wait() }
    early.wait()
    try store.write(isCancelled: isCancelled) { db in
      try writer.beginTransaction(db)
      try early.materialize(db, importID: importID)
      let movedDays = try chooseHomeZone(db)
      if complete {
        try handleMissing(db, writer: writer)
        if let exportDate = header.exportDate {
          outcome.retired = try FeedHistory.retire(db, before: exportDate, importID: importID)
        }
      }
      try SummaryTable.materialize(db)
      if let exportDate = header.exportDate?.timeIntervalSinceReferenceDate,
        try writer.confirmRepeatedSummaries(db, importID: try nextImportID(db), exportDate: exportDate)
      {
        try add(db, SinkCounts())
        try recordImport(db)
      }
      try AppleBase.materialize(db)
      try SummaryTable.materialize(db)
      try TotalsTable.materialize(db)
      outcome.importID = importID
      if let importID {
        try db.execute(
          sql: "UPDATE import SET finished = ?, already_present = ?, complete = ? WHERE id = ?",
          arguments: [
            options.now.timeIntervalSinceReferenceDate, max(0, counts.alreadyPresent - storedBefore), complete,
            importID,
          ])
      }
      if (counts.stored > 0 || hasNewHeader || movedDays) && outcome.deleted == 0 {
        // Readers have already been shown computed values for the stale days; this announces that they are now
        // stored.
        _ = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil, importID: importID)
      }
    }
  }

  package var endOfDay: @Sendable (_ beginning: Date) -> Date? {
    let timeline = writer?.timeline
    return { timeline?.endOfDay(beginningAt: $0) }
  }

  // MARK: - The list of imports

  /// Continues the entry of the same export if a run was interrupted.
  private func resumeImport(_ db: Database) throws {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT id, stored FROM import WHERE finished IS NULL AND export_date IS ?1 AND (?1 IS NOT NULL OR path = ?2)
        ORDER BY id DESC
        """, arguments: [header.exportDate?.timeIntervalSinceReferenceDate, header.path])
    importID = row?[0]
    storedBefore = row?[1] ?? 0
  }

  private func nextImportID(_ db: Database) throws -> Int64 {
    if let importID { return importID }
    return try ImportEntry.nextID(db)
  }

  private func add(_ db: Database, _ result: SinkCounts) throws {
    counts.stored += result.stored
    counts.alreadyPresent += result.alreadyPresent
    guard result.stored > 0 else { return }
    try recordImport(db)
    try db.execute(
      sql: "UPDATE import SET stored = stored + ? WHERE id = ?", arguments: [result.stored, importID])
  }

  /// An import is listed from the first change that it makes, so importing the same file twice changes nothing.
  private func recordImport(_ db: Database) throws {
    guard importID == nil else { return }
    let id = try nextImportID(db)
    try db.execute(
      sql: "INSERT INTO import (id, path, started, export_date) VALUES (?, ?, ?, ?)",
      arguments: [
        id, header.path, options.now.timeIntervalSinceReferenceDate,
        header.exportDate?.timeIntervalSinceReferenceDate,
      ])
    importID = id
  }

  // MARK: - Results of the run

  /// - Returns: whether the limits of any days have changed.
  private func chooseHomeZone(_ db: Database) throws -> Bool {
    guard let known = try HomeZoneChoice.stored(db) else { return false }
    guard let choice = try known.improved(db, options: options, header: header) else { return false }
    let old = try ZoneTimeline(db)
    try choice.store(db, isFinal: true)
    try ZoneChange.apply(db, from: old)
    outcome.homeZone = choice
    return try ZoneTimeline(db) != old
  }

  /// Finds samples of earlier exports that this newer one no longer contains.
  private func handleMissing(_ db: Database, writer: SampleWriter) throws {
    guard let exportDate = header.exportDate?.timeIntervalSinceReferenceDate else { return }
    let newest = try Double.fetchOne(db, sql: "SELECT max(export_date) FROM import") ?? 0
    guard exportDate >= newest else { return }
    // Each export contains only its own clinical document.
    try writer.matched.noteFound(
      Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM sample WHERE type_id IN (SELECT id FROM sample_type WHERE identifier = ?) AND id <= ?
          """, arguments: [TypeIdentifier.clinicalDocument, writer.matched.lastOld]))
    // Samples from other kinds of files, which have no date, need not be in any export.
    let rows = try ImportedRows(db, ofDatedFiles: true, upTo: writer.matched.lastOld)
    outcome.missing = try rows.count(
      db, inSpan: { writer.matched.unmatchedCount(in: $0) }, where: { !writer.matched.contains($0) })
    if options.deletesMissing, outcome.missing > 0 {
      // An import that only deletes is listed too, so that its effect can be reported later.
      try recordImport(db)
      outcome.deleted = try SampleDeleter.delete(db, importID: importID) { delete in
        try rows.forEach(db) { row, _ in if !writer.matched.contains(row) { try delete(row) } }
      }
    }
  }
}
