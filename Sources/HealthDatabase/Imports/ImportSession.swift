package import Foundation
import GRDB
package import HealthModel
import StoreFiles

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
  private var rule: ExportRule?
  /// The run's entry in the list; nil until something has been stored.
  private(set) var importID: Int64?
  private var counts = (stored: 0, alreadyPresent: 0)
  private var hasNewHeader = false
  /// What earlier runs of an interrupted import stored under the same entry.
  private var storedBefore = 0
  package private(set) var outcome = ImportOutcome()
  private let early: BackgroundTotals
  private var timeline: ZoneTimeline?
  /// Open while the days have only a part of what the file says of them.
  private var sequence: ObserverPresence?
  /// Types of which the run may still store samples.
  private var openTypes: [Int64: SampleTypeRow] = [:]

  package init(store: Store, options: ImportOptions) {
    self.store = store
    self.options = options
    early = BackgroundTotals(store: store) { [cancellation = options.cancellation] in
      cancellation?.isCancelled ?? false
    }
  }

  deinit { early.abandon() }

  private var isCancelled: (() -> Bool)? {
    options.cancellation.map { cancellation in { cancellation.isCancelled } }
  }

  // MARK: - SampleSink

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    self.header = header
    let counts = try store.write(isCancelled: isCancelled) { db in
      let rule = try ExportRule(db)
      let writer = try SampleWriter(db, rule: rule)
      (self.rule, self.writer) = (rule, writer)
      try resumeImport(db)
      if try HomeZoneChoice.stored(db)?.isFinal != true {
        // Until the data has been read, the choice is the best that the file's header allows. The user's
        // configuration needs no data.
        let choice = try HomeZoneChoice.make(db, options: options, header: header)
        if try choice.adopt(db, isFinal: choice.reason == .configured) {
          try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
        }
        if choice.reason == .configured { outcome.homeZone = choice }
        writer.forgetTimeline()
      }
      timeline = try writer.timeline(db)
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
    sequence = ObserverPresence(importingInto: store.path)
    return counts
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    guard let writer else {
      throw StoreError(.invalidArgument, path: store.path, reason: "a batch precedes the header of its file")
    }
    let counts = try store.write(isImporting: true, isCancelled: isCancelled) { db in
      try writer.beginTransaction(db)
      try requireOwnImport(db)
      try early.materialize(db, others: writer.othersChange)
      let id = try nextImportID(db)
      let result = try write(db, batch, writer: writer, importID: id)
      // The parts of an element that was already there may be new, which the counts of elements do not show.
      if let written = try writer.finishTransaction(db) {
        try recordImport(db)
        if let rows = written.rows { try ImportRows.add(db, rows, to: id) }
      }
      if batch.isDocument {
        if result.stored > 0 { try recordImport(db) }
      } else {
        try add(db, result)
      }
      return result
    }
    beginTotals(writer.writtenTypes)
    return counts
  }

  /// Starts computing the totals of types that did not occur in the last batch.
  private func beginTotals(_ written: [SampleTypeRow]) {
    let written = Dictionary(uniqueKeysWithValues: written.map { ($0.id, $0) })
    for (id, type) in openTypes where written[id] == nil {
      early.begin(type)
      openTypes[id] = nil
    }
    openTypes.merge(written) { $1 }
  }

  private func write(
    _ db: Database, _ batch: SampleBatch, writer: SampleWriter, importID: Int64
  ) throws -> SinkCounts {
    var counts = SinkCounts()
    var routes = RouteCounts()
    try writer.write(db, batch, importID: importID, routes: &routes) { outcome, record in
      switch outcome {
      case .stored, .storedAsMember: counts.stored += 1
      case .kept, .covered, .outdated: counts.alreadyPresent += 1
      case .refused(let reason), .conflict(let reason):
        counts.skips.append(ImportSkip(line: Int(record.line), reason: reason))
      }
    }
    counts.routes = routes
    // A file without a date covers the time up to its last sample, which is the same at every import.
    let now = options.now.timeIntervalSinceReferenceDate
    let asOf =
      header.exportDate?.timeIntervalSinceReferenceDate
      ?? (writer.latestEnd.isFinite ? min(now, writer.latestEnd) : now)
    try writer.write(db, batch.appleSummaries, importID: importID, exportDate: asOf, counts: &counts)
    return counts
  }

  package func finish(complete: Bool) throws {
    guard let writer else { return }
    defer { sequence = nil }
    store.log.checkpointAhead()
    // Otherwise the caller's own checkpoint would find the log locked.
    defer { store.log.wait() }
    early.wait()
    try store.write(isCancelled: isCancelled) { db in
      try writer.beginTransaction(db)
      try requireOwnImport(db)
      try early.materialize(db, others: writer.othersChange)
      let movedDays = try chooseHomeZone(db)
      if complete {
        try handleMissing(db, writer: writer)
        if let exportDate = header.exportDate {
          outcome.retired = try FeedHistory.retire(db, before: exportDate)
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
      let isLowered = try complete && AppleBase.lower(db, writer.knownSummaries, timeline: writer.timeline(db))
      try SummaryTable.materialize(db)
      try TotalsTable.materialize(db)
      outcome.importID = importID
      if let importID {
        try ImportEntry.end(
          db, id: importID, now: options.now, alreadyPresent: max(0, counts.alreadyPresent - storedBefore),
          complete: complete, replaced: outcome.retired, missing: outcome.deleted)
      }
      // A deletion has announced its own days, but moved ones are all days.
      if movedDays || isLowered || ((counts.stored > 0 || hasNewHeader) && outcome.deleted == 0) {
        // Readers have already been shown computed values for the stale days; this announces that they are now
        // stored.
        try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
      }
    }
  }

  package var endOfDay: @Sendable (_ beginning: Date) -> Date? {
    let timeline = timeline
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
    importID = try row?.value(0, "import")
    storedBefore = try row?.value(1, "import") ?? 0
  }

  /// The user may undo an import while it runs. Then nothing of it remains, and nothing more is stored.
  private func requireOwnImport(_ db: Database) throws {
    guard let importID, try !ImportEntry.exists(db, id: importID) else { return }
    throw StoreError(
      .conflict, path: store.path,
      reason: "import number \(importID) was undone while it was running, and nothing of it remains")
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
    if let importID { try ImportEntry.addStored(db, id: importID, result.stored) }
  }

  /// An import is listed from the first change that it makes, so importing the same file twice changes nothing.
  private func recordImport(_ db: Database) throws {
    guard importID == nil else { return }
    let id = try nextImportID(db)
    try ImportEntry.begin(db, id: id, header: header, now: options.now)
    importID = id
  }

  // MARK: - Results of the run

  /// - Returns: whether the limits of any days have changed.
  private func chooseHomeZone(_ db: Database) throws -> Bool {
    guard let known = try HomeZoneChoice.stored(db) else { return false }
    guard let choice = try known.improved(db, options: options, header: header) else { return false }
    outcome.homeZone = choice
    return try choice.adopt(db, isFinal: true)
  }

  /// Finds samples of earlier exports that this newer one no longer contains.
  private func handleMissing(_ db: Database, writer: SampleWriter) throws {
    guard let rule, let exportDate = header.exportDate?.timeIntervalSinceReferenceDate else { return }
    let newest = try Double.fetchOne(db, sql: "SELECT max(export_date) FROM import") ?? 0
    guard exportDate >= newest else { return }
    // Each export contains only its own clinical document.
    let last = rule.matched.lastOld
    try rule.matched.noteFound(
      Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM sample WHERE type_id IN (SELECT id FROM sample_type WHERE identifier = ?) AND id <= ?
          """, arguments: [TypeIdentifier.clinicalDocument, last]))
    // Samples of programs and of other kinds of files need not be in any export.
    let rows = try ImportRows(ofDatedFiles: db, upTo: last)
    let matched = rule.matched
    outcome.missing = try rows.countUnmatched(db, by: matched, own: Int(writer.nextRow - 1 - last))
    if options.deletesMissing, outcome.missing > 0 {
      // An import that only deletes is listed too, so that its effect can be reported later.
      try recordImport(db)
      outcome.deleted = try SampleDeleter.delete(db) { delete in
        try rows.forEachExported(db) { row in if !matched.contains(row) { try delete(row) } }
      }
    }
  }
}
