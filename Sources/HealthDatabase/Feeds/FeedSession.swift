package import Foundation
import GRDB
package import HealthModel

/// Stores one delivery of a feed in one transaction, completely or not at all.
///
/// A sample that a feed sends again replaces the earlier one and is never added to it; a sample that an export
/// contains is skipped. Must not be used after an error.
package final class FeedSession: SampleSink {
  private let db: Database
  private let options: FeedOptions
  private let writer: SampleWriter
  private var history: FeedHistory
  private var earlier: EarlierDeliveries
  private var header = ImportHeader(path: "")
  /// The number of the delivery in the list of imports, if it is listed.
  private let importID: Int64?
  package private(set) var receipt = FeedReceipt()
  /// Rows that others have replaced.
  private var replaced: Set<Int64> = []
  /// Rows that this delivery repeats unchanged.
  private var confirmed: Set<Int64> = []
  /// The rows to which the delivery's identifiers refer from now on.
  private var objects: [SyncObject.Key: (object: SyncObject, row: Int64)] = [:]
  /// Indexes into the tables, which keep their meaning: the last set of metadata without an identifier, and the last
  /// provenance.
  private var lastWithoutObject: Int32 = -1
  private var lastSource: (index: Int32, source: Source)?

  init(_ db: Database, options: FeedOptions) throws {
    self.db = db
    self.options = options
    writer = try SampleWriter(db, findsExisting: options.replacement == .nothing)
    importID = options.isImport ? try ImportEntry.nextID(db) : nil
    history = try FeedHistory(db)
    earlier = EarlierDeliveries(feed: options.feed, lastOld: writer.matched.lastOld)
  }

  // MARK: - SampleSink

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    self.header = header
    if try HomeZoneChoice.stored(db)?.isFinal != true {
      let choice = try HomeZoneChoice.make(db, options: zones, header: header)
      // An imported file may name zones itself, which is known only after reading it.
      try choice.store(db, isFinal: !options.isImport || choice.reason == .configured)
      if choice.reason == .configured { receipt.homeZone = choice }
      writer.timeline = try ZoneTimeline(db)
    }
    return SinkCounts()
  }

  /// The data on which the choice of a home zone is based.
  private var zones: ImportOptions {
    ImportOptions(now: options.now, configuredZone: options.configuredZone, systemZone: options.systemZone)
  }

  private func improveHomeZone() throws {
    guard options.isImport, let known = try HomeZoneChoice.stored(db),
      let choice = try known.improved(db, options: zones, header: header)
    else { return }
    let old = try ZoneTimeline(db)
    try choice.store(db, isFinal: true)
    try ZoneChange.apply(db, from: old)
    receipt.homeZone = choice
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    writer.adopt(batch.tables)
    let before = receipt
    var counts = SinkCounts()
    func refuse(_ reason: String?, line: Int32) {
      if let reason { counts.skips.append(ImportSkip(line: Int(line), reason: reason)) }
    }
    for sample in batch.samples {
      refuse(try receive(sample, tables: batch.tables), line: sample.line)
    }
    try writer.flush(db)
    for correlation in batch.correlations {
      refuse(try receive(correlation, tables: batch.tables), line: correlation.sample.line)
    }
    for workout in batch.workouts {
      refuse(try receive(workout, tables: batch.tables), line: workout.sample.line)
    }
    try receive(batch.appleSummaries) { refuse($0, line: $1) }
    counts.stored = receipt.stored - before.stored
    counts.alreadyPresent = receipt.unchanged - before.unchanged + receipt.covered - before.covered
    return counts
  }

  package func finish(complete: Bool) throws {
    if receipt.stored > 0, let importID {
      try ImportEntry.record(
        db, id: importID, header: header, now: options.now, stored: receipt.stored,
        alreadyPresent: receipt.unchanged + receipt.covered)
      receipt.importID = importID
    }
    try writer.finishTransaction(db, importID: receipt.importID)
    try writer.refreshTotals(db)
    // Last, so that rows that the new samples refer to are not deleted.
    receipt.replaced = try SampleDeleter.delete(db, rows: replaced.subtracting(confirmed), importID: receipt.importID)
    for entry in objects.values { try entry.object.store(db, row: entry.row) }
    try improveHomeZone()
    try SummaryTable.materialize(db)
    guard hasSummaries else { return }
    // Apple's rows can be materialized only after the days.
    try AppleBase.materialize(db)
    try SummaryTable.materialize(db)
  }

  // MARK: - Apple's rows

  private var hasSummaries = false

  /// Only an imported file may contain Apple's own rows: each one refers to its import.
  private func receive(
    _ summaries: [AppleSummaryRecord], refuse: (_ reason: String, _ line: Int32) -> Void
  ) throws {
    let asOf = min(header.asOf ?? options.now, options.now).timeIntervalSinceReferenceDate
    for summary in summaries {
      guard let importID else {
        refuse("unsupportedElement", summary.line)
        continue
      }
      if let reason = SampleWriter.refusal(of: summary) {
        refuse(reason, summary.line)
        continue
      }
      hasSummaries = true
      if try writer.write(db, summary, importID: importID, exportDate: asOf) {
        receipt.stored += 1
      } else {
        receipt.unchanged += 1
      }
    }
  }

  package var endOfDay: @Sendable (_ beginning: Date) -> Date? {
    let timeline = writer.timeline
    return { timeline.endOfDay(beginningAt: $0) }
  }

  // MARK: - Samples

  /// - Returns: the sample as it would be stored; nil with the reason if it is invalid, or if an export contains it.
  private func prepare(
    _ sample: SampleRecord, tables: SampleTables
  ) throws -> (span: EarlierDeliveries.Span?, refusal: String?) {
    let mapping = try writer.mapping(db, of: sample.type, tables: tables)
    guard let conversion = mapping.conversion else { return (nil, "incompatibleUnit") }
    let value = conversion(sample.value)
    if let reason = writer.refusal(sample, value: value, state: mapping.state) { return (nil, reason) }
    let type = writer.states[mapping.state].row
    let source = source(sample.provenance, tables: tables)
    let end = sample.end.timeIntervalSinceReferenceDate
    if try history.covers(
      db, type: type.id, end: end, source: source.name, bundleIdentifier: source.bundleIdentifier)
    {
      receipt.covered += 1
      return (nil, nil)
    }
    let span = EarlierDeliveries.Span(
      type: type.id, start: sample.start.timeIntervalSinceReferenceDate, end: end, value: value,
      sourceID: try writer.provenance(db, of: sample.provenance, tables: tables).sourceID, source: source,
      rivals: .of(type.identifier, kind: type.kind, value: value), state: mapping.state,
      longest: type.hasLong ? .infinity : type.longest)
    return (span, nil)
  }

  private func receive(_ sample: SampleRecord, tables: SampleTables) throws -> String? {
    let (span, refusal) = try prepare(sample, tables: tables)
    guard let span else { return refusal }
    if let object = syncObject(of: sample, tables: tables) {
      return try receive(sample, object: object, span: span, tables: tables)
    }
    if options.replacement == .nothing {
      return stored(try writer.write(db, sample, tables: tables, mayWait: true), inPlaceOf: [])
    }
    let matches = try earlier.find(db, span, replacement: options.replacement) { try writer.flush(db) }
    if let same = matches.same {
      confirm(same, matches)
      return nil
    }
    confirmed.subtract(matches.superseded)
    return stored(.stored(try insert(sample, span, tables: tables)), inPlaceOf: matches.all)
  }

  /// Adds a sample that has been checked.
  private func insert(_ sample: SampleRecord, _ span: EarlierDeliveries.Span, tables: SampleTables) throws -> Int64 {
    try writer.insert(
      db, state: span.state, start: span.start, end: span.end, value: span.value, sample: sample, tables: tables,
      mayWait: true)
  }

  private func stored(_ outcome: SampleWriter.Outcome, inPlaceOf rows: [Int64]) -> String? {
    switch outcome {
    case .refused(let reason): return reason
    case .alreadyPresent: receipt.unchanged += 1
    case .stored:
      receipt.stored += 1
      replaced.formUnion(rows)
    }
    return nil
  }

  /// Keeps a row that the delivery repeats. An earlier part of the delivery with the same start no longer counts.
  private func confirm(_ row: Int64, _ matches: EarlierDeliveries.Matches) {
    receipt.unchanged += 1
    confirmed.insert(row)
    replaced.formUnion(matches.superseded.filter { $0 > writer.matched.lastOld })
  }

  /// The identifier and version of a sample; nil for one without.
  private func syncObject(of sample: SampleRecord, tables: SampleTables) -> SyncObject? {
    // Consecutive samples mostly share their metadata.
    guard sample.metadata != lastWithoutObject else { return nil }
    let object = SyncObject(sample, in: tables)
    if object == nil { lastWithoutObject = sample.metadata }
    return object
  }

  /// The source of a provenance in the batch's tables.
  private func source(_ index: Int32, tables: SampleTables) -> Source {
    if let lastSource, lastSource.index == index { return lastSource.source }
    let source = tables.provenances[Int(index)].source
    lastSource = (index, source)
    return source
  }

  /// A sample with an identifier from its sender.
  private func receive(
    _ sample: SampleRecord, object: SyncObject, span: EarlierDeliveries.Span, tables: SampleTables
  ) throws -> String? {
    try earlier.note(db, state: span.state, type: span.type, start: span.start)
    let delivered = objects[object.key].map { (row: $0.row, version: $0.object.version) }
    let known = try delivered == nil ? object.stored(db) : delivered
    if let known {
      // Without a version, a sample with the same content is unchanged.
      let isUnversioned = object.version.compares(.equal, with: .whole(options.version))
      if isUnversioned { try writer.flush(db) }
      let isSame = try isUnversioned && earlier.says(db, span, row: known.row)
      guard !isSame, object.isNewer(than: known.version) else {
        receipt.unchanged += 1
        return nil
      }
    }
    let outcome = try writer.write(db, sample, tables: tables, mayWait: true)
    if case .stored(let row) = outcome { objects[object.key] = (object, row) }
    return stored(outcome, inPlaceOf: known.map { [$0.row] } ?? [])
  }

  // MARK: - Samples of several parts

  private func receive(_ correlation: CorrelationRecord, tables: SampleTables) throws -> String? {
    let (span, refusal) = try prepare(correlation.sample, tables: tables)
    guard let span else { return refusal }
    if options.replacement == .nothing {
      return stored(try writer.write(db, correlation, tables: tables), inPlaceOf: [])
    }
    var members: [EarlierDeliveries.Member] = []
    for member in correlation.members {
      let mapping = try writer.mapping(db, of: member.type, tables: tables)
      guard let conversion = mapping.conversion else { return "incompatibleUnit" }
      let value = conversion(member.value)
      if let reason = writer.refusal(member, value: value, state: mapping.state) { return reason }
      let type = writer.states[mapping.state].row
      members.append(EarlierDeliveries.Member(type: type.identifier, value: value))
      try earlier.note(
        db, state: mapping.state, type: type.id, start: member.start.timeIntervalSinceReferenceDate)
    }
    let matches = try earlier.find(db, span, replacement: .sameStart) { try writer.flush(db) }
    var rows = matches.all
    if let same = matches.same {
      if try earlier.members(db, of: same) == members.sorted() {
        confirm(same, matches)
        confirmed.formUnion(try earlier.memberRows(db, of: same))
        for row in matches.superseded where row > writer.matched.lastOld {
          replaced.formUnion(try earlier.memberRows(db, of: row))
        }
        return nil
      }
      rows.append(same)
    }
    confirmed.subtract(matches.superseded)
    for row in rows { replaced.formUnion(try earlier.memberRows(db, of: row)) }
    var head = correlation
    head.members = []
    let outcome = try writer.write(db, head, tables: tables)
    guard case .stored(let id) = outcome else { return stored(outcome, inPlaceOf: []) }
    let tie = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO correlation_member (correlation_id, sample_id) VALUES (?, ?)")
    for member in correlation.members {
      guard case .stored(let row) = try writer.write(db, member, tables: tables) else { continue }
      try tie.execute(arguments: [id, row])
    }
    return stored(outcome, inPlaceOf: rows)
  }

  private func receive(_ workout: WorkoutRecord, tables: SampleTables) throws -> String? {
    let (span, refusal) = try prepare(workout.sample, tables: tables)
    guard let span else { return refusal }
    if options.replacement == .nothing {
      return stored(try writer.write(db, workout, tables: tables), inPlaceOf: [])
    }
    let matches = try earlier.find(db, span, replacement: .sameStart) { try writer.flush(db) }
    if let same = matches.same, try earlier.duration(db, ofWorkout: same) == workout.duration {
      confirm(same, matches)
      return nil
    }
    confirmed.subtract(matches.superseded)
    let outcome = try writer.write(db, workout, tables: tables)
    return stored(outcome, inPlaceOf: matches.all + (matches.same.map { [$0] } ?? []))
  }
}

extension Store {
  /// Stores one delivery of a feed in one transaction.
  ///
  /// - Parameter body: passes the delivery to the session; if it throws, the store is unchanged.
  /// - Returns: the result of the delivery.
  /// - Throws: the error of the body, or `StoreError`.
  package func receive(_ options: FeedOptions, _ body: (FeedSession) throws -> Void) throws -> FeedReceipt {
    // An error of the sender is not an error of the store.
    var thrown: (any Error)?
    do {
      let isCancelled = options.cancellation.map { cancellation in { cancellation.isCancelled } }
      return try write(isCancelled: isCancelled) { db in
        let session = try FeedSession(db, options: options)
        do {
          try body(session)
        } catch {
          thrown = error
          throw error
        }
        return session.receipt
      }
    } catch {
      if let thrown, !(thrown is DatabaseError || thrown is DamagedValue || thrown is RowDecodingError) { throw thrown }
      throw error
    }
  }
}
