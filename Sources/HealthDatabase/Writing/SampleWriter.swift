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
    /// The maximum duration of a sample, in seconds.
    let longestDuration: Double
    /// Whether the store contains samples of the type from before the run or from another writer. If not, no sample
    /// can match and no lookup is needed.
    var hadSamples: Bool
    var hasChanged = false
    /// The number of samples in this transaction.
    var stored = 0
    /// The times of added samples, for invalidating totals.
    var touched = TouchedTimes()
  }

  /// The row and the unit of a type in the batch's tables.
  struct TypeMapping {
    var state: Int
    /// Converts a value to the canonical unit; nil if the units are incompatible.
    var conversion: UnitConversion?
  }

  /// A provenance of the batch's tables.
  struct ProvenanceState {
    /// 0 if the source has not written anything yet.
    var sourceID: Int64
    /// 0 until a sample is stored with it.
    var id: Int64 = 0
    /// The number of samples in this transaction.
    var uses = 0
  }

  /// A set of metadata of the batch's tables.
  private struct MetadataState {
    /// 0 for the empty set.
    var id: Int64
    /// Index into `zones`, -1 if it contains none.
    var zone: Int32
    /// The `SampleFlag` bits of the samples with this set.
    var flags: Int64
    /// The number of samples, events and activities in this transaction.
    var uses: Int32 = 0
  }

  var states: [TypeState] = []
  private var stateOfType: [TypeKey: Int] = [:]
  private var mappings = IndexedStates<TypeMapping>()
  private var provenances = IndexedStates<ProvenanceState>()
  private var usedProvenances: [Int] = []
  private var metadata = IndexedStates<MetadataState>()
  private var usedMetadata: [Int] = []
  /// The references to sets that are not in the tables: those from parts of workouts.
  private var partMetadata: [Int64: Int] = [:]
  private var zones: [String] = []
  private var zoneIndex: [String: Int32] = [:]
  private var zoneNames = ZoneNames()

  /// Row ids up to this may be from before the run, except for `ownRows`.
  private(set) var lastOld: Int64
  private var rows: SampleRows
  /// The first row id of the transaction.
  private var firstID: Int64
  private var used: RowSet
  /// The rows of this run among those up to `lastOld`.
  private var ownRows: [ClosedRange<Int64>] = []
  /// The last change in the log that this writer has seen.
  private var knownChange: Int64
  var ranks = SourceFirstStarts()
  var timeline: ZoneTimeline
  private var touchedDays: Set<Day> = []
  /// By type, the times of the samples that the last transaction added.
  private var invalidated: [(type: SampleTypeRow, touched: TouchedTimes)] = []
  /// By type, the number of samples that the last transaction stored.
  private(set) var written: [(type: SampleTypeRow, samples: Int)] = []
  private var zoneMarks: Set<ZoneMark> = []
  /// Days whose Apple rows have changed in a way that affects later days.
  private var firstAppleDay: Day?
  private var earliest = Double.infinity
  private var latest = -Double.infinity
  /// The latest end of all samples of the run, stored or not.
  private(set) var latestEnd = -Double.infinity
  /// Apple's rows that this run's export repeats unchanged.
  var repeatedSummaries: [AppleSummaryRecord] = []
  var membersOnly = MembersOnly()
  var usedMembers: RowSet
  var matcher = SampleMatcher()
  private var sequence = StoredSequence()

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
    lastOld = try Change.latestSample(db)
    firstID = lastOld + 1
    rows = SampleRows(nextID: firstID)
    used = RowSet(upTo: findsExisting ? lastOld : 0)
    usedMembers = RowSet(upTo: 0)
    knownChange = try Change.latestID(db)
    timeline = try ZoneTimeline(db)
    _ = try StoreIdentity.fetch(db)
  }

  /// Begins a transaction: reads what others have written since this writer's last one. Call once, first.
  func beginTransaction(_ db: Database) throws {
    firstID = rows.nextID
    written = []
    guard try Change.latestID(db) != knownChange else { return }
    if rows.nextID > lastOld + 1 { ownRows.append(lastOld + 1...(rows.nextID - 1)) }
    lastOld = try max(rows.nextID - 1, Change.latestSample(db))
    firstID = lastOld + 1
    rows = SampleRows(nextID: firstID)
    used.grow(upTo: lastOld)
    timeline = try ZoneTimeline(db)
    // A deletion removes rows without references, so cached rows may no longer exist.
    ranks = SourceFirstStarts()
    provenances.forgetAll()
    metadata.forgetAll()
    try matcher.forget(db)
    sequence.forget()
    for index in states.indices {
      let old = states[index].row
      states[index].row =
        try Registry.type(db, identifier: old.identifier, unit: old.unit)
        ?? SampleTypeRow(id: 0, identifier: old.identifier, kind: old.kind, unit: old.unit)
      states[index].hadSamples = true
    }
  }

  // MARK: - Tables

  /// Adjusts to entries added to a batch's tables since the last one. Rows are looked up when a sample needs them, so
  /// that a file without new data adds nothing.
  func adopt(_ tables: SampleTables) {
    mappings.adopt(tables.types.indices, canForget: true)
    // References are counted at the end of the transaction.
    provenances.adopt(tables.provenances.indices, canForget: usedProvenances.isEmpty)
    metadata.adopt(tables.metadata.indices, canForget: usedMetadata.isEmpty)
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
    let row = try Registry.type(db, identifier: key.identifier, unit: key.unit)
    let hadSamples = try row.map { row in
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE type_id = ?)"), arguments: [row.id]) ?? true
    }
    let state = row ?? SampleTypeRow(id: 0, identifier: key.identifier, kind: use.kind, unit: key.unit)
    states.append(
      TypeState(
        row: state, longestDuration: SampleBounds.longestDuration(of: state.kind, type: state.identifier),
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
      states[state].row.id = try Registry.makeType(db, identifier: row.identifier, kind: row.kind, unit: row.unit)
    }
    return states[state].row.id
  }

  /// The cached state of a provenance, without creating rows.
  func provenance(_ db: Database, of index: Int32, tables: SampleTables) throws -> ProvenanceState {
    if let known = provenances[Int(index)] { return known }
    let provenance = tables.provenances[Int(index)]
    let source = try Registry.source(db, provenance.source, hardware: Registry.hardware(of: provenance.device))
    let state = ProvenanceState(sourceID: source ?? 0)
    provenances[Int(index)] = state
    return state
  }

  /// The row of a provenance, created if it is missing; counts the sample that is stored with it.
  private func useProvenance(_ db: Database, of index: Int32, tables: SampleTables) throws -> ProvenanceState {
    var state = try provenance(db, of: index, tables: tables)
    if state.id == 0 {
      let provenance = tables.provenances[Int(index)]
      let source = try Registry.makeSource(
        db, provenance.source, hardware: Registry.hardware(of: provenance.device), model: provenance.device?.model)
      if source.isReranked { try ranks.noteReranked(db, source: source.id) }
      state.sourceID = source.id
      state.id = try Registry.makeProvenance(db, provenance, source: source.id)
    }
    if state.uses == 0 { usedProvenances.append(Int(index)) }
    state.uses += 1
    provenances[Int(index)] = state
    return state
  }

  private func useMetadata(_ db: Database, of index: Int32, tables: SampleTables) throws -> MetadataState? {
    guard index >= 0 else { return nil }
    var state: MetadataState
    if let known = metadata[Int(index)] {
      state = known
    } else {
      let row = try Registry.metadata(db, tables.metadata[Int(index)])
      state = MetadataState(
        id: row.id ?? 0, zone: row.zone.map(indexOfZone) ?? -1,
        flags: (row.isEnteredByHand ? SampleFlag.enteredByHand : 0) | (row.isFed ? SampleFlag.fed : 0))
    }
    if state.uses == 0, state.id != 0 { usedMetadata.append(Int(index)) }
    state.uses += 1
    metadata[Int(index)] = state
    return state
  }

  private func indexOfZone(_ name: String) -> Int32 {
    guard zoneNames.zone(name) != nil else { return -1 }
    if let known = zoneIndex[name] { return known }
    zones.append(name)
    zoneIndex[name] = Int32(zones.count - 1)
    return Int32(zones.count - 1)
  }

  /// The row of the metadata of a part of a workout, with one more reference.
  func usePartMetadata(_ db: Database, _ metadata: Metadata) throws -> Int64? {
    guard let id = try Registry.metadata(db, metadata).id else { return nil }
    partMetadata[id, default: 0] += 1
    return id
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
    let value = conversion.isIdentity ? sample.value : conversion(sample.value)
    let provenance = try provenance(db, of: sample.provenance, tables: tables)
    let start = sample.start.timeIntervalSinceReferenceDate
    let end = sample.end.timeIntervalSinceReferenceDate
    let state = mapping.state
    if let reason = refusal(sample, value: value, state: state) { return .refused(reason) }
    latestEnd = max(latestEnd, end)
    if findsExisting, let uuid = sample.uuid {
      // Buffered rows have an identity too.
      try flush(db)
      if let row = try SampleIdentityReader(db).rows(of: [uuid]).first {
        used.insert(row)
        try addCreationDate(db, of: sample, to: row)
        return .alreadyPresent(row)
      }
    }
    if findsExisting, states[state].hadSamples, states[state].row.id != 0, provenance.sourceID != 0,
      sample.uuid == nil,
      let match = try existing(
        db, type: states[state].row.id, source: provenance.sourceID, start: start, end: end, value: value)
    {
      used.insert(match.row)
      if match.mayLackDate { try addCreationDate(db, of: sample, to: match.row) }
      return .alreadyPresent(match.row)
    }
    if !membersOnly.isEmpty, sample.uuid == nil, provenance.sourceID != 0 {
      let identity = MembersOnly.Identity(
        type: states[state].row.id, source: provenance.sourceID, start: start, end: end, value: value)
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
    let isTaken = { row in self.used.contains(row) || self.ownRows.contains { $0.contains(row) } }
    let moment = SampleMatcher.Moment(type: type, start: start)
    if !matcher.isCrowded(moment),
      let match = try sequence.next(
        db, StoredSequence.Key(type: type, source: source, start: start, end: end, value: value), upTo: lastOld,
        isTaken: isTaken)
    {
      return match
    }
    let wanted = SampleMatcher.Wanted(source: source, end: end, value: value)
    guard let match = try matcher.match(db, .sample, moment: moment, wanted, upTo: lastOld, isTaken: isTaken) else {
      return nil
    }
    sequence.note(match.row)
    return match
  }

  /// Notes when a stored sample was written, where nobody had said. Like the names of sources it is learned on the way: it
  /// makes no entry in the list of imports, and stays when the import is taken back.
  func addCreationDate(_ db: Database, of sample: SampleRecord, to row: Int64) throws {
    guard sample.creationDelay.isFinite else { return }
    let update = try RawStatement(db, "UPDATE sample SET created = ? WHERE id = ? AND created IS NULL")
    update.bind(1, sample.creationDelay)
    update.bind(2, row)
    try update.run()
  }

  /// Inserts the buffered rows into the table.
  func flush(_ db: Database) throws { try rows.flush(db) }

  /// Why a sample cannot be stored, nil if it can.
  func refusal(_ sample: SampleRecord, value: Double, state: Int) -> String? {
    guard sample.start.timeIntervalSinceReferenceDate.isFinite, sample.end.timeIntervalSinceReferenceDate.isFinite
    else {
      return "badDate"
    }
    guard sample.end >= sample.start else { return "endBeforeStart" }
    if let violation = SampleBounds.violation(
      start: sample.start, end: sample.end, longest: states[state].longestDuration)
    {
      return violation.reason
    }
    guard value.isNaN || SampleBounds.allows(value) else { return "badValue" }
    return nil
  }

  func insert(
    _ db: Database, state: Int, start: Double, end: Double, value: Double, sample: SampleRecord, tables: SampleTables,
    mayWait: Bool = false
  ) throws -> Int64 {
    let metadata = try useMetadata(db, of: sample.metadata, tables: tables)
    let provenance = try useProvenance(db, of: sample.provenance, tables: tables)
    let type = try typeRow(db, state: state)
    var flags = metadata?.flags ?? 0
    let isEnteredByHand = flags & SampleFlag.enteredByHand != 0
    if sample.uuid != nil { flags |= SampleFlag.hasOwnUUID }
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
      start: start)
    if let metadata, metadata.zone >= 0 { zoneMarks.insert(ZoneMark(zone: zones[Int(metadata.zone)], end: end)) }
    return id
  }

  /// Whether some record of the run matched the row, which was in the store before.
  func hasMatched(_ row: Int64) -> Bool {
    used.contains(row) || usedMembers.contains(row) || ownRows.contains { $0.contains(row) }
  }

  /// How many row ids of a range were not matched by any record of the run.
  func unmatchedCount(in span: ClosedRange<Int64>) -> Int {
    var count = 0
    var low = span.lowerBound
    for own in ownRows where own.overlaps(span) {
      if low < own.lowerBound { count += used.count(ofRowsMissingIn: usedMembers, low...(own.lowerBound - 1)) }
      low = own.upperBound + 1
    }
    if low <= span.upperBound { count += used.count(ofRowsMissingIn: usedMembers, low...span.upperBound) }
    return count
  }

  /// Counts existing rows as matched, although no record of the run matched them.
  func noteFound(_ rows: [Int64]) {
    for row in rows { used.insert(row) }
  }

  // MARK: - Derived data

  /// Records that samples of a type changed in a span, so that no reader sees a stale total or summary.
  private func touch(state: Int, start: Double, end: Double) {
    states[state].hasChanged = true
    earliest = min(earliest, start)
    latest = max(latest, end)
    let duration = end - start
    if duration > 86_400 {
      states[state].row.hasLong = true
    } else if duration > states[state].row.longest {
      states[state].row.longest = duration
    }
    states[state].touched.add(start: start, end: end)
    states[state].stored += 1
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
    let changed = states.indices.filter { states[$0].hasChanged }
    guard !changed.isEmpty || !touchedDays.isEmpty else { return false }
    try storeUses(db)
    let reranked = try ranks.store(db)
    let setLengths = try db.cachedStatement(
      sql: "UPDATE sample_type SET longest = ?1, has_long = ?2 WHERE id = ?3 AND (longest != ?1 OR has_long != ?2)")
    for index in changed {
      let type = states[index].row
      try setLengths.execute(arguments: [type.longest, type.hasLong, type.id])
      if reranked.contains(type.id) { try DerivedData.invalidateAll(db, type: type) }
      try DerivedData.invalidate(db, type: type, states[index].touched, timeline: timeline)
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
    if !zoneMarks.isEmpty, try ZoneMark.record(db, zoneMarks, names: &zoneNames) {
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

  /// Adds this transaction's references to those of the rows.
  private func storeUses(_ db: Database) throws {
    let ofProvenance = try RawStatement(db, "UPDATE provenance SET uses = uses + ? WHERE id = ?")
    for index in usedProvenances {
      guard let state = provenances[index] else { continue }
      ofProvenance.bind(1, Int64(state.uses))
      ofProvenance.bind(2, state.id)
      try ofProvenance.run()
      provenances[index]?.uses = 0
    }
    usedProvenances.removeAll(keepingCapacity: true)
    let ofMetadata = try RawStatement(db, "UPDATE metadata_set SET uses = uses + ? WHERE id = ?")
    func use(metadata id: Int64, _ uses: Int64) throws {
      ofMetadata.bind(1, uses)
      ofMetadata.bind(2, id)
      try ofMetadata.run()
    }
    for index in usedMetadata {
      guard let state = metadata[index] else { continue }
      try use(metadata: state.id, Int64(state.uses))
      metadata[index]?.uses = 0
    }
    usedMetadata.removeAll(keepingCapacity: true)
    for (id, uses) in partMetadata { try use(metadata: id, Int64(uses)) }
    partMetadata.removeAll()
  }

  /// Recomputes and stores the totals that the transaction affected. Call after `finishTransaction` for small numbers
  /// of samples; an import does it once at its end.
  func refreshTotals(_ db: Database) throws {
    for entry in invalidated { try TotalsTable.refresh(db, type: entry.type, entry.touched) }
    invalidated.removeAll()
  }

  private func forgetTransaction(_ changed: [Int]) {
    invalidated = changed.map { (states[$0].row, states[$0].touched) }
    written = changed.map { (states[$0].row, states[$0].stored) }
    for index in changed {
      states[index].stored = 0
      states[index].hasChanged = false
      states[index].touched.removeAll()
    }
    zoneMarks.removeAll(keepingCapacity: true)
    touchedDays.removeAll(keepingCapacity: true)
    firstAppleDay = nil
    earliest = .infinity
    latest = -.infinity
    // Looked up again when needed. A file with ever new types or sources must not fill the memory.
    if states.count > Self.mostKnown {
      states.removeAll()
      stateOfType.removeAll()
      mappings.forgetAll()
    }
    if ranks.count > Self.mostKnown { ranks = SourceFirstStarts() }
  }
}

extension SampleBounds.Violation {
  /// The code of the reason in an import's report.
  var reason: String {
    switch self {
    case .dateOutOfRange: "dateOutOfRange"
    case .tooLong: "tooLong"
    }
  }
}
