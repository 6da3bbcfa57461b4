package import Foundation
import GRDB
package import HealthModel

/// Stores one delivery of a feed in one transaction, completely or not at all.
///
/// A sample that a feed sends again replaces the earlier one and is never added to it; a sample that an export
/// contains is skipped. Must not be used after an error.
package final class FeedSession: SampleSink {
  let db: Database
  private let options: FeedOptions
  private var rule: DeliveryRule
  private var writer: SampleWriter
  /// The first row of the session.
  private let firstRow: Int64
  private var header = ImportHeader(path: "")
  /// The number of the delivery in the list of imports, if it is listed.
  private let importID: Int64?
  /// Those of the last batch.
  private var tables = SampleTables()
  package private(set) var receipt = FeedReceipt()

  init(_ db: Database, options: FeedOptions) throws {
    self.db = db
    self.options = options
    rule = try DeliveryRule(db, options: options)
    writer = try SampleWriter(db, rule: rule, lastOld: rule.lastOld)
    firstRow = writer.nextRow
    importID = options.isImport ? try ImportEntry.nextID(db) : nil
  }

  // MARK: - SampleSink

  package func begin(_ header: ImportHeader) throws -> SinkCounts {
    self.header = header
    if try !HomeZoneChoice.isFinal(db) {
      let choice = try HomeZoneChoice.make(db, options: zones, header: header)
      // An imported file may name zones itself, which is known only after reading it.
      try adopt(choice, isFinal: !options.isImport || choice.reason == .configured)
      if choice.reason == .configured { receipt.homeZone = choice }
      writer.forgetTimeline()
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
    try adopt(choice, isFinal: true)
    receipt.homeZone = choice
  }

  private func adopt(_ choice: HomeZoneChoice, isFinal: Bool) throws {
    if try choice.adopt(db, isFinal: isFinal) {
      try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil)
    }
  }

  package func receive(_ batch: SampleBatch) throws -> SinkCounts {
    if let file = batch.file {
      // Each of several files is a delivery of its own.
      if writer.nextRow > firstRow || receipt != FeedReceipt() { try endDelivery() }
      rule = try DeliveryRule(db, options: options, file: file, importID: importID)
      writer = try SampleWriter(db, rule: rule)
    }
    tables = batch.tables
    let before = receipt
    var counts = SinkCounts()
    try rule.begin(db, batch, writer: writer)
    try writer.write(db, batch, importID: importID, routes: &counts.routes) { outcome, record in
      switch outcome {
      case .stored, .storedAsMember: receipt.stored += 1
      case .kept, .outdated: receipt.unchanged += 1
      case .covered: receipt.covered += 1
      case .refused(let reason), .conflict(let reason):
        counts.skips.append(ImportSkip(line: Int(record.line), reason: reason))
      }
    }
    counts.stored = receipt.stored - before.stored
    counts.alreadyPresent = receipt.unchanged - before.unchanged + receipt.covered - before.covered
    try receive(batch.appleSummaries, counts: &counts)
    return counts
  }

  /// Only an imported file may contain Apple's own rows: each one refers to its import.
  private func receive(_ summaries: [AppleSummaryRecord], counts: inout SinkCounts) throws {
    guard let importID else {
      counts.skips += summaries.map { ImportSkip(line: Int($0.line), reason: "unsupportedElement") }
      return
    }
    guard !summaries.isEmpty else { return }
    hasSummaries = true
    let asOf = min(header.asOf ?? options.now, options.now).timeIntervalSinceReferenceDate
    var own = SinkCounts()
    try writer.write(db, summaries, importID: importID, exportDate: asOf, counts: &own)
    receipt.stored += own.stored
    receipt.unchanged += own.alreadyPresent
    counts.stored += own.stored
    counts.alreadyPresent += own.alreadyPresent
    counts.skips += own.skips
  }

  private var hasSummaries = false

  /// Carries out what a delivery replaces.
  private func endDelivery() throws {
    try addRests()
    let written = try writer.finishTransaction(db)
    // A file that only adds points, data or a route to what is stored has an entry too.
    if receipt.importID == nil, receipt.stored > 0 || written != nil, let importID {
      try ImportEntry.begin(db, id: importID, header: header, now: options.now)
      receipt.importID = importID
    }
    if let importID = receipt.importID, let rows = written?.rows { try ImportRows.add(db, rows, to: importID) }
    try writer.refreshTotals(db)
    try rule.finish(db, &writer.replacements)
    let doomed = try writer.replacements.carryOut(db, keeping: rule.confirmed)
    // Of an object that a delivery contains twice, the earlier version does not remain.
    let own = doomed.count { $0 >= firstRow }
    receipt.replaced += doomed.count - own
    receipt.unchanged += own
    receipt.stored -= own
  }

  package func finish(complete: Bool) throws {
    try endDelivery()
    if let importID = receipt.importID {
      try ImportEntry.addStored(db, id: importID, receipt.stored)
      try ImportEntry.end(
        db, id: importID, now: options.now, alreadyPresent: receipt.unchanged + receipt.covered, complete: true,
        replaced: receipt.replaced, missing: 0)
    }
    try improveHomeZone()
    try SummaryTable.materialize(db)
    guard hasSummaries else { return }
    // Apple's rows can be materialized only after the days.
    try AppleBase.materialize(db)
    try SummaryTable.materialize(db)
  }

  /// Stores what is left of totals of which the delivery has only parts. These are not records of the delivery.
  private func addRests() throws {
    var batch = SampleBatch()
    batch.samples = try rule.rests(db, &tables, &writer.replacements)
    guard !batch.samples.isEmpty else { return }
    batch.tables = tables
    var routes = RouteCounts()
    try writer.write(db, batch, importID: nil, routes: &routes) { _, _ in }
  }

  package var earlierWidths: [String: TimeInterval] { get throws { try FeedHints.widths(db, feed: options.feed) } }

  package var endOfDay: @Sendable (_ beginning: Date) -> Date? {
    let timeline = try? writer.timeline(db)
    return { timeline?.endOfDay(beginningAt: $0) }
  }
}

/// What the reader of a delivery asks of the store that will receive it.
package struct FeedHints: Sendable {
  package let endOfDay: @Sendable (_ beginning: Date) -> Date?
  package let earlierWidths: [String: TimeInterval]

  /// The widths of the newest samples of the rings and of steps.
  fileprivate static func widths(_ db: Database, feed: String) throws -> [String: TimeInterval] {
    var widths: [String: TimeInterval] = [:]
    for identifier in RingType.all.union([RingType.stepCount]) {
      widths[identifier] = try Double.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT s.end - s.start FROM sample_type t
            CROSS JOIN sample s INDEXED BY sample_fed ON s.type_id = t.id AND s.flags & \(SampleFlag.fed) != 0
            CROSS JOIN provenance p ON p.id = s.provenance_id CROSS JOIN source o ON o.id = p.source_id
            WHERE t.identifier = ?1 AND substr(o.bundle_identifier, 1, length(?2)) = ?2
              AND NOT EXISTS (SELECT 1 FROM metadata_set m WHERE m.id = s.metadata_id AND m.content LIKE ?3)
            ORDER BY s.start DESC LIMIT 1
            """), arguments: [identifier, FeedSource.prefix(of: feed), "%\(MetadataKey.derived)%"])
    }
    return widths
  }
}

extension Store {
  /// What is known for a feed before its next delivery; nil if the delivery still decides about the home zone.
  package func hints(feed: String) throws -> FeedHints? {
    try read { db in
      guard try HomeZoneChoice.isFinal(db) else { return nil }
      let timeline = try ZoneTimeline(db)
      return FeedHints(
        endOfDay: { timeline.endOfDay(beginningAt: $0) }, earlierWidths: try FeedHints.widths(db, feed: feed))
    }
  }

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
