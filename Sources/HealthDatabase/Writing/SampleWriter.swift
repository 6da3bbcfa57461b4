import Foundation
import GRDB
package import HealthModel

/// Writes records to the store, with everything that follows from them, in the caller's transactions: the only place that
/// inserts samples.
///
/// What a record means for the rows that are stored already is decided by the rule of its road (`ConflictRule`). One
/// writer is used for one run: an import, a delivery or a save. It caches rows between batches, so it must not be used
/// after a transaction was rolled back.
package final class SampleWriter {
  /// A type in one run.
  struct TypeState {
    /// Its id is 0 until the first sample of the type has been stored.
    var row: SampleTypeRow
    /// Whether the store contains samples of the type from before the run or from another writer. If not, no sample
    /// can match and no lookup is needed.
    var hadSamples: Bool
    var hasChanged = false
    /// Whether a sample is longer than its row says.
    fileprivate var isLonger = false
    /// Whether its totals that this transaction affects have been stored again.
    fileprivate var hasTotals = false
    /// Whether its row was created in this transaction, so that nothing has been computed from its samples yet.
    var isNew = false
    /// The times of added samples, for invalidating totals.
    var touched = TouchedTimes()
    /// The maximum duration of a sample, in seconds. Kept here because it is needed for each one.
    let longestDuration: TimeInterval
    /// Which values a quantity can have.
    let values: ClosedRange<Double>
    let isCumulative: Bool

    init(row: SampleTypeRow, hadSamples: Bool) {
      self.row = row
      self.hadSamples = hadSamples
      longestDuration = SampleBounds.longestDuration(of: row.kind, type: row.identifier)
      values = QuantityTypeCatalog.entry(for: row.identifier)?.values ?? SampleBounds.values
      isCumulative = row.isCumulative
    }

    /// Counts a new sample.
    fileprivate mutating func add(start: Double, end: Double) {
      hasChanged = true
      let duration = end - start
      if duration > 86_400, !row.hasLong {
        (row.hasLong, isLonger) = (true, true)
      } else if duration <= 86_400, duration > row.longest {
        (row.longest, isLonger) = (duration, true)
      }
      touched.add(start: start, end: end)
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
  @exclusivity(unchecked) private var uuids = WaitingUUIDs()
  @exclusivity(unchecked) private var findUUID = KeptStatement("SELECT sample_id FROM sample_uuid WHERE uuid = ?")
  /// The first row id of the transaction.
  private var firstID: Int64
  /// The last change in the log that this writer has seen.
  private var knownChange: Int64
  /// The last of these changes that another writer made.
  private(set) var othersChange: Int64
  @exclusivity(unchecked) var ranks = SourceFirstStarts()
  private var knownTimeline: ZoneTimeline?
  private var touchedDays: Set<Day> = []
  /// By type of which totals can be stored, the times of the samples that the last transaction added.
  private var invalidated: [(type: SampleTypeRow, touched: TouchedTimes, hasTotals: Bool)] = []
  /// Each with the number of its samples.
  private var zoneMarks: [ZoneMark: Int] = [:]
  /// Days whose Apple rows have changed in a way that affects later days.
  private var firstAppleDay: Day?
  @exclusivity(unchecked) private var earliest = Double.infinity
  @exclusivity(unchecked) private var latest = -Double.infinity
  /// The latest end of all samples of the run, stored or not.
  @exclusivity(unchecked) private(set) var latestEnd = -Double.infinity
  /// Apple's rows that this run's export repeats unchanged.
  var repeatedSummaries: [AppleSummaryRecord] = []
  /// The days whose newest rows are those of this run's export, which was imported before.
  var knownSummaries: Set<Day> = []
  let rule: any ConflictRule
  /// What records of the run have replaced, which `Replacements.carryOut` deletes.
  var replacements = Replacements()
  @exclusivity(unchecked) private(set) var oversized = SampleLimits.Oversized()
  private let storeID: UUID

  private struct TypeKey: Hashable {
    @Exact var identifier: String
    @Exact var unit: String
  }

  /// How many types, and sources of types, are cached between two transactions.
  private static let mostKnown = 4_096

  /// - Parameter lastOld: the last row of the store, if that is known.
  init(_ db: Database, rule: any ConflictRule, lastOld: Int64? = nil) throws {
    self.rule = rule
    references = ReferencedRows(registry: Registry())
    firstID = try (lastOld ?? Change.latestSample(db)) + 1
    rows = SampleRows(nextID: firstID)
    knownChange = try Change.latestID(db)
    othersChange = knownChange
    storeID = try StoreIdentity.fetch(db)
  }

  /// Finds the UUIDs and the samples of rows that are not buffered.
  func identities(_ db: Database) -> SampleIdentityReader { SampleIdentityReader(db, store: storeID) }

  /// The row of a sample, which is no longer buffered; nil if it does not exist.
  func row(_ db: Database, of uuid: UUID) throws -> Int64? {
    let isComputed = StoreIdentity.row(of: uuid, store: storeID) != nil
    if isComputed || uuids.contains(uuid) { try flush(db) }
    return try isComputed ? identities(db).row(of: uuid) : findUUID(db, uuid).firstInt64()
  }

  /// Begins a transaction: reads what others have written since this writer's last one. Call once, first.
  func beginTransaction(_ db: Database) throws {
    firstID = rows.nextID
    let latest = try Change.latestID(db)
    guard latest != knownChange else { return }
    othersChange = latest
    try rule.refresh(db, writer: self)
    firstID = try Change.latestSample(db) + 1
    rows = SampleRows(nextID: firstID)
    forgetTimeline()
    // A deletion removes rows without references, so cached rows may no longer exist.
    ranks = SourceFirstStarts()
    references.forgetAll()
    for index in states.indices {
      let old = states[index].row
      states[index].row =
        try references.registry.type(db, identifier: old.identifier, unit: old.unit)
        ?? SampleTypeRow(id: 0, identifier: old.identifier, kind: old.kind, unit: old.unit)
      states[index].hadSamples = true
    }
  }

  /// The timeline of the store as it was before the transaction. Most deliveries need none, whose days would all be read.
  ///
  /// Must be read before anything is written on which it depends.
  func timeline(_ db: Database) throws -> ZoneTimeline {
    if let knownTimeline { return knownTimeline }
    let timeline = try ZoneTimeline(db)
    knownTimeline = timeline
    return timeline
  }

  func forgetTimeline() { knownTimeline = nil }

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
      let samples = try RawStatement(db, "SELECT EXISTS (SELECT 1 FROM sample WHERE type_id = ?)")
      samples.bind(1, row.id)
      return try samples.firstInt64() == 1
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

  // MARK: - Records

  /// Whether the store may contain samples of a candidate's type from before the run.
  func mayHaveSamples(_ candidate: Candidate) -> Bool {
    states[candidate.state].hadSamples && states[candidate.state].row.id != 0
  }

  /// What identifies a candidate, without creating rows.
  func identity(_ db: Database, of candidate: Candidate, tables: SampleTables) throws -> SampleIdentity {
    SampleIdentity(
      type: states[candidate.state].row.id,
      source: try references.provenance(db, of: candidate.record.provenance, tables: tables).sourceID,
      start: candidate.start, end: candidate.end, value: candidate.value)
  }

  enum Checked {
    case valid(Candidate)
    /// With the code of the reason in an import's report.
    case refused(String)
  }

  /// Converts a record to the units of the store and checks its values.
  func check(_ db: Database, _ record: SampleRecord, tables: SampleTables) throws -> Checked {
    let mapping = try mapping(db, of: record.type, tables: tables)
    guard let conversion = mapping.conversion else { return .refused("incompatibleUnit") }
    let value = mapping.isIdentity ? record.value : conversion(record.value)
    let start = record.start.timeIntervalSinceReferenceDate
    let end = record.end.timeIntervalSinceReferenceDate
    guard start.isFinite, end.isFinite else { return .refused("badDate") }
    guard end >= start else { return .refused("endBeforeStart") }
    if let violation = SampleBounds.violation(
      start: record.start, end: record.end, longest: states[mapping.state].longestDuration)
    {
      return .refused(violation.reason)
    }
    guard value.isNaN || SampleBounds.allows(value) else { return .refused("badValue") }
    guard value.isNaN || states[mapping.state].values.contains(value) else { return .refused("valueOutOfRange") }
    guard !oversized.contains(record) else { return .refused("tooLarge") }
    latestEnd = max(latestEnd, end)
    return .valid(Candidate(record: record, state: mapping.state, start: start, end: end, value: value))
  }

  var nextRow: Int64 { rows.nextID }

  /// Whether a row was stored in this transaction.
  func isOwn(_ row: Int64) -> Bool { row >= firstID }

  /// Inserts the buffered rows into the table.
  func flush(_ db: Database) throws {
    try rows.flush(db)
    try uuids.flush(identities(db))
  }

  /// Stores a new sample.
  ///
  /// - Parameter mayWait: whether its row may be buffered until `flush`. Until then it cannot be found.
  func insert(
    _ db: Database, _ candidate: Candidate, tables: SampleTables, isMember: Bool = false, mayWait: Bool = false
  ) throws -> Int64 {
    let (sample, state) = (candidate.record, candidate.state)
    let metadata = try references.useMetadata(db, of: sample.metadata, tables: tables)
    let (provenance, hasNewSource) = try references.useProvenance(
      db, of: sample.provenance, tables: tables, ranks: &ranks)
    let type = try typeRow(db, state: state)
    var flags = metadata?.flags ?? 0
    let isEnteredByHand = flags & SampleFlag.enteredByHand != 0
    if sample.uuid != nil { flags |= SampleFlag.hasOwnUUID }
    let id = try rows.append(
      db,
      SampleRows.Row(
        type: type, start: candidate.start, end: candidate.end, value: candidate.value, provenance: provenance.id,
        metadata: metadata?.id ?? 0, flags: flags, creationDelay: sample.creationDelay))
    if let uuid = sample.uuid { try uuids.assign(uuid, toRow: id, identities(db)) }
    if !mayWait { try flush(db) }
    try rule.noteInserted(
      db, id,
      SampleIdentity(
        type: type, source: provenance.sourceID, start: candidate.start, end: candidate.end, value: candidate.value),
      isMember: isMember, hasUUID: sample.uuid != nil)
    states[state].add(start: candidate.start, end: candidate.end)
    earliest = min(earliest, candidate.start)
    latest = max(latest, candidate.end)
    try ranks.add(
      db, SourceFirstStarts.Key(type: type, source: provenance.sourceID, isEnteredByHand: isEnteredByHand),
      start: candidate.start, isNew: hasNewSource || states[state].isNew)
    if let metadata, let zone = references.zone(of: metadata) {
      zoneMarks[ZoneMark(zone: zone, end: candidate.end, source: provenance.sourceClass), default: 0] += 1
    }
    return id
  }

  // MARK: - Derived data

  /// Records that a stored sample of a type has gained something.
  func touch(typeOf record: SampleRecord, _ db: Database, tables: SampleTables) throws {
    states[try mapping(db, of: record.type, tables: tables).state].hasChanged = true
  }

  /// Records that Apple's row for a day changed. Days without a row take goals and mode from the last one before.
  func touch(appleRowOf day: Day) {
    touchedDays.insert(day)
    firstAppleDay = min(firstAppleDay ?? day, day)
  }

  /// What a transaction has written.
  struct Written {
    /// The rows of its samples.
    var rows: ClosedRange<Int64>?
  }

  /// Ends a transaction: invalidates derived data and writes the log. Call once, last, before the commit.
  ///
  /// - Returns: nil if nothing was written.
  @discardableResult
  func finishTransaction(_ db: Database) throws -> Written? {
    try flush(db)
    let changed = states.indices.filter { states[$0].hasChanged }
    guard !changed.isEmpty || !touchedDays.isEmpty else { return nil }
    try references.storeUses(db)
    let effects = try ranks.store(db)
    let reranked = effects.reranked
    for index in changed {
      let type = states[index].row
      if states[index].isLonger {
        try db.cachedStatement(
          sql: "UPDATE sample_type SET longest = ?1, has_long = ?2 WHERE id = ?3 AND (longest != ?1 OR has_long != ?2)"
        ).execute(arguments: [type.longest, type.hasLong, type.id])
        states[index].isLonger = false
      }
      if reranked.contains(type.id) { try DerivedData.invalidateAll(db, type: type) }
      states[index].hasTotals = try DerivedData.invalidate(
        db, type: type, states[index].touched, timeline: timeline(db), hasTotals: !states[index].isNew)
    }
    let changedTypes = Set(changed.map { states[$0].row.id })
    // A client's new name may change its rank in types of which this transaction stored no samples.
    for id in reranked.subtracting(changedTypes) {
      if let type = try SampleTypeRow.fetch(db, id: id) { try DerivedData.invalidateAll(db, type: type) }
    }
    if effects.changesRings { try SummaryTable.markAllStale(db) }
    if let firstAppleDay { try SummaryTable.markAllStale(db, after: firstAppleDay) }
    if !touchedDays.isEmpty { try SummaryTable.markStale(db, touchedDays, timeline: timeline(db)) }
    // After the days have rows, so that it includes days whose limits have changed.
    var hasMoved = firstAppleDay != nil
    // Apple's row for a finished day overrides the zones that programs name.
    let before = try zoneMarks.isEmpty && touchedDays.isEmpty ? nil : timeline(db)
    let hasMarks = try !zoneMarks.isEmpty && ZoneMark.record(db, zoneMarks, names: &references.zoneNames)
    if let before, hasMarks || !touchedDays.isEmpty {
      try ZoneChange.apply(db, from: before)
      forgetTimeline()
      hasMoved = try hasMoved || timeline(db) != before
    }
    let isAnyDay = effects.isAnyDay || hasMoved
    let new = rows.nextID > firstID ? firstID...(rows.nextID - 1) : nil
    knownChange = try Change.record(
      db, samples: new, types: changedTypes.union(reranked),
      earliest: earliest.isFinite && !isAnyDay ? earliest : nil,
      latest: latest.isFinite && !isAnyDay ? latest : nil)
    // Where days begin, and their goals, matter to every type.
    if hasMoved { knownChange = try Change.record(db, samples: nil, types: [], earliest: nil, latest: nil) }
    forgetTransaction(changed)
    return Written(rows: new)
  }

  /// The types of which totals can be stored and of which the last transaction added samples.
  var writtenTypes: [SampleTypeRow] { invalidated.map(\.type) }

  /// Recomputes and stores the totals that the transaction affected. Call after `finishTransaction` for small numbers
  /// of samples; an import does it once at its end.
  func refreshTotals(_ db: Database) throws {
    for entry in invalidated where !entry.hasTotals { try TotalsTable.refresh(db, type: entry.type, entry.touched) }
    invalidated.removeAll()
  }

  private func forgetTransaction(_ changed: [Int]) {
    invalidated = []
    for index in changed {
      // A file can have a hundred thousand types, which are in no catalog.
      if TotalsTable.canHaveRows(states[index].row) {
        invalidated.append((states[index].row, states[index].touched, states[index].hasTotals))
      }
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

extension SampleBounds.Violation {
  /// The code of the reason in an import's report.
  package var reason: String {
    switch self {
    case .dateOutOfRange: "dateOutOfRange"
    case .tooLong: "tooLong"
    }
  }
}
