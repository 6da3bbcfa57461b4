import Foundation
import GRDB
import HealthModel

/// Writes batches of samples to the store, with everything that follows from them, in the caller's transactions.
///
/// One writer is used for one run: an import or a save. It caches rows between batches, so it must not be used after
/// a transaction was rolled back.
final class SampleWriter {
  /// A type in one run.
  struct TypeState {
    /// Its id is 0 until the first sample of the type has been stored.
    var row: SampleTypeRow
    /// Whether the store contains samples of the type from before the run or from another writer. If not, no sample
    /// can match and no lookup is needed.
    var hadSamples: Bool
    var hasChanged = false
    /// Whether its row was created in this transaction, so that nothing has been computed from its samples yet.
    var isNew = false
    /// The number of samples in this transaction.
    var stored = 0
    /// The times of added samples, for invalidating totals.
    var touched = TouchedTimes()
    /// The maximum duration of a sample, in seconds. Kept here because it is needed for each one.
    let longestDuration: TimeInterval

    init(row: SampleTypeRow, hadSamples: Bool) {
      self.row = row
      self.hadSamples = hadSamples
      longestDuration = SampleBounds.longestDuration(of: row.kind, type: row.identifier)
    }

    /// Counts a new sample.
    fileprivate mutating func add(start: Double, end: Double) {
      hasChanged = true
      let duration = end - start
      if duration > 86_400 {
        row.hasLong = true
      } else if duration > row.longest {
        row.longest = duration
      }
      touched.add(start: start, end: end)
      stored += 1
    }
  }

  /// The row and the unit of a type in the batch's tables.
  struct TypeMapping {
    var state: Int
    /// Converts a value to the canonical unit; nil if the units are incompatible.
    var conversion: UnitConversion?
    /// Whether the conversion does not change values, as for most types.
    let isIdentity: Bool

    init(state: Int, conversion: UnitConversion?) {
      self.state = state
      self.conversion = conversion
      isIdentity = conversion?.isIdentity ?? false
    }
  }

  // Each sample reads and changes what is marked as unchecked about twenty times; checking each access for an
  // overlapping one took 4% of an import. None can overlap: a writer is used by one thread, and no method of these
  // values calls back into it.

  @exclusivity(unchecked) var states: [TypeState] = []
  private var stateOfType: [TypeKey: Int] = [:]
  @exclusivity(unchecked) private var mappings = IndexedStates<TypeMapping>()
  /// The provenances and metadata in the batch's tables.
  @exclusivity(unchecked) var references: ReferencedRows

  @exclusivity(unchecked) private var rows: SampleRows
  /// The first row id of the transaction.
  private var firstID: Int64
  /// The rows that records of the run have matched.
  var matched: MatchedRows
  /// The last change in the log that this writer has seen.
  private var knownChange: Int64
  @exclusivity(unchecked) var ranks = SourceFirstStarts()
  var timeline: ZoneTimeline
  private var touchedDays: Set<Day> = []
  /// By type of which totals can be stored, the times of the samples that the last transaction added.
  private var invalidated: [(type: SampleTypeRow, touched: TouchedTimes)] = []
  /// By type of which totals can be stored, the number of samples that the last transaction stored.
  private(set) var written: [(type: SampleTypeRow, samples: Int)] = []
  private var zoneMarks: Set<ZoneMark> = []
  /// Days whose Apple rows have changed in a way that affects later days.
  private var firstAppleDay: Day?
  @exclusivity(unchecked) private var earliest = Double.infinity
  @exclusivity(unchecked) private var latest = -Double.infinity
  /// The latest end of all samples of the run, stored or not.
  @exclusivity(unchecked) private(set) var latestEnd = -Double.infinity
  /// Apple's rows that this run's export repeats unchanged.
  var repeatedSummaries: [AppleSummaryRecord] = []
  @exclusivity(unchecked) var membersOnly = MembersOnly()
  @exclusivity(unchecked) var matcher = SampleMatcher()
  private var sequence = StoredSequence()
  @exclusivity(unchecked) private(set) var oversized = SampleLimits.Oversized()

  private struct TypeKey: Hashable {
    var identifier: String
    var unit: String
  }

  /// How many types, and sources of types, are cached between two transactions.
  private static let mostKnown = 4_096

  /// Whether a record that the store already contains is matched instead of stored again. Needed for exports; a
  /// program that saves a sample means a new one.
  private let findsExisting: Bool

  init(_ db: Database, findsExisting: Bool = true) throws {
    self.findsExisting = findsExisting
    let lastOld = try Change.latestSample(db)
    matched = MatchedRows(lastOld: lastOld, findsExisting: findsExisting)
    references = ReferencedRows(registry: Registry(isEmpty: lastOld == 0))
    firstID = lastOld + 1
    rows = SampleRows(nextID: firstID)
    knownChange = try Change.latestID(db)
    timeline = try ZoneTimeline(db)
    _ = try StoreIdentity.fetch(db)
  }

  /// Begins a transaction: reads what others have written since this writer's last one. Call once, first.
  func beginTransaction(_ db: Database) throws {
    firstID = rows.nextID
    written = []
    guard try Change.latestID(db) != knownChange else { return }
    matched.extend(upToOwn: rows.nextID - 1, upToOthers: try Change.latestSample(db))
    firstID = matched.lastOld + 1
    rows = SampleRows(nextID: firstID)
    timeline = try ZoneTimeline(db)
    // A deletion removes rows without references, so cached rows may no longer exist.
    ranks = SourceFirstStarts()
    references.forgetAll()
    try matcher.forget(db)
    sequence.forget()
    for index in states.indices {
      let old = states[index].row
      states[index].row =
        try references.registry.type(db, identifier: old.identifier, unit: old.unit)
        ?? SampleTypeRow(id: 0, identifier: old.identifier, kind: old.kind, unit: old.unit)
      states[index].hadSamples = true
    }
  }

  // MARK: - Tables

  /// Adjusts to entries added to a batch's tables since the last one. Rows are looked up when a sample needs them, so
  /// that a file without new data adds nothing.
  func adopt(_ tables: SampleTables) {
    oversized.adopt(tables)
    mappings.adopt(tables.types.indices, canForget: true)
    references.adopt(tables)
  }

  func mapping(_ db: Database, of type: Int32, tables: SampleTables) throws -> TypeMapping {
    if let known = mappings[Int(type)] { return known }
    let use = tables.types[Int(type)]
    let state = try state(db, for: use)
    let mapping = TypeMapping(state: state, conversion: Self.conversion(from: use, to: states[state].row))
    mappings[Int(type)] = mapping
    return mapping
  }

  private func state(_ db: Database, for use: SampleTypeUse) throws -> Int {
    let key = TypeKey(identifier: use.identifier, unit: Registry.unit(of: use))
    if let known = stateOfType[key] { return known }
    let row = try references.registry.type(db, identifier: key.identifier, unit: key.unit)
    let hadSamples = try row.map { row in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE type_id = ?)"), arguments: [row.id]) ?? true
    }
    states.append(
      TypeState(
        row: row ?? SampleTypeRow(id: 0, identifier: key.identifier, kind: use.kind, unit: key.unit),
        hadSamples: hadSamples ?? false))
    stateOfType[key] = states.count - 1
    return states.count - 1
  }

  private static func conversion(from use: SampleTypeUse, to row: SampleTypeRow) -> UnitConversion? {
    guard use.kind == .quantity, let unit = use.unit, unit != row.unit else { return .identity }
    guard let from = try? HealthUnit(parsing: unit), let to = try? HealthUnit(parsing: row.unit) else { return nil }
    return from.conversion(to: to)
  }

  /// The row of a sample's type, created if it is missing.
  private func typeRow(_ db: Database, state: Int) throws -> Int64 {
    if states[state].row.id == 0 {
      let row = states[state].row
      states[state].row.id = try references.registry.makeType(
        db, identifier: row.identifier, kind: row.kind, unit: row.unit)
      states[state].isNew = true
    }
    return states[state].row.id
  }

  /// The cached state of a provenance, without creating rows.
  func provenance(_ db: Database, of index: Int32, tables: SampleTables) throws -> ReferencedRows.ProvenanceState {
    try references.provenance(db, of: index, tables: tables)
  }

  // MARK: - Samples

  enum Outcome {
    case stored(Int64)
    case alreadyPresent(Int64)
    case refused(String)
  }

  /// Writes a sample.
  ///
  /// - Parameter mayWait: whether its row may be buffered until `flush`. Until then it cannot be found.
  func write(
    _ db: Database, _ sample: SampleRecord, tables: SampleTables, mayWait: Bool = false
  ) throws -> Outcome {
    let mapping = try mapping(db, of: sample.type, tables: tables)
    guard let conversion = mapping.conversion else { return .refused("incompatibleUnit") }
    let value = mapping.isIdentity ? sample.value : conversion(sample.value)
    let start = sample.start.timeIntervalSinceReferenceDate
    let end = sample.end.timeIntervalSinceReferenceDate
    let state = mapping.state
    if let reason = refusal(sample, value: value, state: state) { return .refused(reason) }
    latestEnd = max(latestEnd, end)
    if findsExisting, let uuid = sample.uuid {
      // Buffered rows have an identity too.
      try flush(db)
      if let row = try SampleIdentityReader(db).rows(of: [uuid]).first {
        matched.insert(row)
        try addCreationDate(db, of: sample, to: row)
        return .alreadyPresent(row)
      }
    }
    // A new source, or one of a new type, has no stored samples to look for.
    let isLookedUp = findsExisting && states[state].hadSamples && states[state].row.id != 0 || !membersOnly.isEmpty
    let source =
      isLookedUp && sample.uuid == nil ? try provenance(db, of: sample.provenance, tables: tables).sourceID : 0
    if findsExisting, states[state].hadSamples, states[state].row.id != 0, source != 0,
      let match = try existing(db, type: states[state].row.id, source: source, start: start, end: end, value: value)
    {
      matched.insert(match.row)
      if match.mayLackDate { try addCreationDate(db, of: sample, to: match.row) }
      return .alreadyPresent(match.row)
    }
    if !membersOnly.isEmpty, source != 0 {
      let identity = MembersOnly.Identity(
        type: states[state].row.id, source: source, start: start, end: end, value: value)
      if try membersOnly.take(db, identity) { return .stored(0) }
    }
    let row = try insert(
      db, state: state, start: start, end: end, value: value, sample: sample, tables: tables, mayWait: mayWait)
    return .stored(row)
  }

  /// The row from before the run that is the same sample as a record of a file, each once.
  private func existing(
    _ db: Database, type: Int64, source: Int64, start: Double, end: Double, value: Double
  ) throws -> SampleMatcher.Match? {
    let isTaken = { row in self.matched.isTaken(row) }
    let moment = SampleMatcher.Moment(type: type, start: start)
    if !matcher.isCrowded(moment),
      let match = try sequence.next(
        db, StoredSequence.Key(type: type, source: source, start: start, end: end, value: value), upTo: matched.lastOld,
        isTaken: isTaken)
    {
      return match
    }
    let wanted = SampleMatcher.Wanted(source: source, end: end, value: value)
    guard let match = try matcher.match(db, .sample, moment: moment, wanted, upTo: matched.lastOld, isTaken: isTaken)
    else {
      return nil
    }
    sequence.note(match.row)
    return match
  }

  /// Records when a stored sample was written, if that was unknown. As with the names of sources, this is not an entry in
  /// the list of imports, and remains when the import is undone.
  func addCreationDate(_ db: Database, of sample: SampleRecord, to row: Int64) throws {
    guard sample.creationDelay.isFinite else { return }
    let update = try RawStatement(db, "UPDATE sample SET created = ? WHERE id = ? AND created IS NULL")
    update.bind(1, sample.creationDelay)
    update.bind(2, row)
    try update.run()
  }

  /// Inserts the buffered rows into the table.
  func flush(_ db: Database) throws {
    try references.registry.flush(db)
    try rows.flush(db)
  }

  func insert(
    _ db: Database, state: Int, start: Double, end: Double, value: Double, sample: SampleRecord, tables: SampleTables,
    mayWait: Bool = false
  ) throws -> Int64 {
    let metadata = try references.useMetadata(db, of: sample.metadata, tables: tables)
    let (provenance, hasNewSource) = try references.useProvenance(
      db, of: sample.provenance, tables: tables, ranks: &ranks)
    let type = try typeRow(db, state: state)
    var flags = metadata?.flags ?? 0
    let isEnteredByHand = flags & SampleFlag.enteredByHand != 0
    if sample.uuid != nil { flags |= SampleFlag.hasOwnUUID }
    // Whoever finds a sample finds what it refers to.
    if rows.isNearlyFull { try references.registry.flush(db) }
    let id = try rows.append(
      db,
      SampleRows.Row(
        type: type, start: start, end: end, value: value, provenance: provenance.id, metadata: metadata?.id ?? 0,
        flags: flags, creationDelay: sample.creationDelay))
    if !mayWait { try flush(db) }
    if let uuid = sample.uuid {
      try db.cachedStatement(sql: "INSERT INTO sample_uuid (sample_id, uuid) VALUES (?, ?)")
        .execute(arguments: [id, uuid.databaseBytes])
    }
    if matcher.isUsed {
      try matcher.add(
        db, row: id, moment: SampleMatcher.Moment(type: type, start: start),
        SampleMatcher.Wanted(source: provenance.sourceID, end: end, value: value))
    }
    touch(state: state, start: start, end: end)
    try ranks.add(
      db, SourceFirstStarts.Key(type: type, source: provenance.sourceID, isEnteredByHand: isEnteredByHand),
      start: start, isNew: hasNewSource || states[state].isNew)
    if let metadata, let zone = references.zone(of: metadata) { zoneMarks.insert(ZoneMark(zone: zone, end: end)) }
    return id
  }

  // MARK: - Derived data

  /// Records that samples of a type changed in a span, so that no reader sees a stale total or summary.
  private func touch(state: Int, start: Double, end: Double) {
    states[state].add(start: start, end: end)
    earliest = min(earliest, start)
    latest = max(latest, end)
  }

  /// Records that Apple's row for a day changed. Days without a row take goals and mode from the last one before.
  func touch(appleRowOf day: Day) {
    touchedDays.insert(day)
    firstAppleDay = min(firstAppleDay ?? day, day)
  }

  /// Ends a transaction: invalidates derived data and writes the log. Call once, last, before the commit.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  func finishTransaction(_ db: Database, importID: Int64?) throws -> Bool {
    try flush(db)
    references.registry.finishTransaction()
    let changed = states.indices.filter { states[$0].hasChanged }
    guard !changed.isEmpty || !touchedDays.isEmpty else { return false }
    try references.storeUses(db)
    let reranked = try ranks.store(db)
    let setLengths = try db.cachedStatement(
      sql: "UPDATE sample_type SET longest = ?1, has_long = ?2 WHERE id = ?3 AND (longest != ?1 OR has_long != ?2)")
    for index in changed {
      let type = states[index].row
      if !states[index].isNew || type.longest > 0 || type.hasLong {
        try setLengths.execute(arguments: [type.longest, type.hasLong, type.id])
      }
      if reranked.contains(type.id) { try DerivedData.invalidateAll(db, type: type) }
      try DerivedData.invalidate(
        db, type: type, states[index].touched, timeline: timeline, hasTotals: !states[index].isNew)
    }
    let changedTypes = Set(changed.map { states[$0].row.id })
    // A client's new name may change its rank in types of which this transaction stored no samples.
    for id in reranked.subtracting(changedTypes) {
      if let type = try SampleTypeRow.fetch(db, id: id) { try DerivedData.invalidateAll(db, type: type) }
    }
    if let firstAppleDay { try SummaryTable.markAllStale(db, after: firstAppleDay) }
    try SummaryTable.markStale(db, touchedDays, timeline: timeline)
    // After the days have rows, so that it includes days whose limits have changed.
    var isAnyDay = !reranked.isEmpty || firstAppleDay != nil
    if !zoneMarks.isEmpty, try ZoneMark.record(db, zoneMarks, names: &references.zoneNames) {
      let before = timeline
      try ZoneChange.apply(db, from: before)
      timeline = try ZoneTimeline(db)
      isAnyDay = isAnyDay || timeline != before
    }
    knownChange = try Change.record(
      db, samples: rows.nextID > firstID ? firstID...(rows.nextID - 1) : nil,
      types: changedTypes.union(reranked),
      earliest: earliest.isFinite && !isAnyDay ? earliest : nil,
      latest: latest.isFinite && !isAnyDay ? latest : nil, importID: importID)
    forgetTransaction(changed)
    return true
  }

  /// Recomputes and stores the totals that the transaction affected. Call after `finishTransaction` for small numbers
  /// of samples; an import does it once at its end.
  func refreshTotals(_ db: Database) throws {
    for entry in invalidated { try TotalsTable.refresh(db, type: entry.type, entry.touched) }
    invalidated.removeAll()
  }

  private func forgetTransaction(_ changed: [Int]) {
    invalidated = []
    written = []
    for index in changed {
      // A file can have a hundred thousand types, which are in no catalog.
      if TotalsTable.canHaveRows(states[index].row) {
        invalidated.append((states[index].row, states[index].touched))
        written.append((states[index].row, states[index].stored))
      }
      states[index].stored = 0
      states[index].hasChanged = false
      states[index].isNew = false
      states[index].touched.removeAll()
    }
    zoneMarks.removeAll(keepingCapacity: true)
    touchedDays.removeAll(keepingCapacity: true)
    firstAppleDay = nil
    earliest = .infinity
    latest = -.infinity
    // Looked up again when needed. A file with ever new types or sources must not fill the memory.
    if states.count > Self.mostKnown {
      states.removeAll(keepingCapacity: true)
      stateOfType.removeAll(keepingCapacity: true)
      mappings.forgetAll()
    }
    if ranks.count > Self.mostKnown { ranks.forgetAll() }
  }
}
