import Foundation
import GRDB
import HealthModel

/// Puts batches of samples into the store, each with all that follows from it, inside the caller's transactions.
///
/// One writer serves one run: an import or a save. It holds what it learned about rows between batches, so after a
/// transaction that was rolled back it must not be used again.
final class SampleWriter {
  /// A type as one run writes it.
  struct TypeState {
    var row: SampleTypeRow
    /// Whether the store holds samples of the type from before or beside the run. If not, nothing can match and nothing
    /// is looked up.
    var hadSamples: Bool
    var hasChanged = false
    /// When samples were added or taken out.
    var touched = TouchedTimes()
  }

  /// How a type of the batch's tables maps to a row and its unit.
  struct TypeMapping {
    var state: Int
    /// Turns a value into the canonical unit; nil where the units do not go together.
    var conversion: UnitConversion?
  }

  var registry = Registry()
  var states: [TypeState] = []
  private var stateOfType: [Int64: Int] = [:]
  private var mappings: [TypeMapping] = []
  private var provenances: [Registry.ProvenanceRow] = []
  private var metadata: [Registry.MetadataRow?] = []

  /// Row ids up to here may be of before the run, but for `ownRows`.
  private(set) var lastOld: Int64
  private(set) var nextID: Int64
  private var firstID: Int64
  private var used: RowSet
  /// The rows of this run among those up to `lastOld`.
  private var ownRows: [ClosedRange<Int64>] = []
  /// The last change in the log that this writer knows of.
  private var knownChange: Int64
  private var firstStarts: [FirstStartKey: Double] = [:]
  private var changedFirstStarts: Set<FirstStartKey> = []
  var timeline: ZoneTimeline
  private(set) var touchedDays: Set<Day> = []
  /// When, by type, the last transaction threw stored totals away.
  private var invalidated: [(state: Int, touched: TouchedTimes)] = []
  private var zoneMarks: Set<ZoneMark> = []
  /// Days from which Apple's rows have changed what later days take over from them.
  private var firstAppleDay: Day?
  private(set) var earliest = Double.infinity
  private(set) var latest = -Double.infinity
  /// The end of the latest sample that the run has brought, stored or not.
  private(set) var latestEnd = -Double.infinity
  /// Apple's rows that this run's export repeats unchanged.
  var repeatedSummaries: [AppleSummaryRecord] = []
  /// Members of correlations that came before, or without, their top-level record.
  var membersOnly: [SampleIdentity: Int] = [:]
  var usedMembers: Set<Int64> = []
  private var insertStatement: RawStatement?

  struct FirstStartKey: Hashable {
    var type: Int64
    var source: Int64
    var isEnteredByHand: Bool
  }

  /// What makes two records the same sample.
  struct SampleIdentity: Hashable {
    var type: Int64
    var source: Int64
    var start: Double
    var end: Double
    var value: Double
  }

  /// Whether a record that the store holds already is found rather than stored again. Exports need it; a program that
  /// saves a sample means a new one.
  private let findsExisting: Bool

  init(_ db: Database, findsExisting: Bool = true) throws {
    self.findsExisting = findsExisting
    lastOld = try Change.latestSample(db)
    nextID = lastOld + 1
    firstID = nextID
    used = RowSet(upTo: lastOld)
    knownChange = try Change.latestID(db)
    timeline = try ZoneTimeline(db)
    _ = try StoreIdentity.fetch(db)
    try readFirstStarts(db)
  }

  private func readFirstStarts(_ db: Database) throws {
    firstStarts.removeAll()
    for row in try Row.fetchAll(db, sql: "SELECT type_id, source_id, entered, first_start FROM source_type") {
      firstStarts[FirstStartKey(type: row[0], source: row[1], isEnteredByHand: row[2])] = row[3]
    }
  }

  /// Begins a transaction's work: learns what others have written since this writer's last one. Call once, first.
  func beginTransaction(_ db: Database) throws {
    firstID = nextID
    guard try Change.latestID(db) != knownChange else { return }
    if nextID > lastOld + 1 { ownRows.append(lastOld + 1...(nextID - 1)) }
    lastOld = try max(nextID - 1, Change.latestSample(db))
    nextID = lastOld + 1
    firstID = nextID
    used.grow(upTo: lastOld)
    timeline = try ZoneTimeline(db)
    try readFirstStarts(db)
    for index in states.indices {
      states[index].hadSamples = true
      if let row = try SampleTypeRow.fetch(db, id: states[index].row.id) { states[index].row = row }
    }
  }

  // MARK: - Tables

  /// Learns what a batch's tables have gained since the last one.
  func adopt(_ db: Database, _ tables: SampleTables) throws {
    for use in tables.types.dropFirst(mappings.count) {
      let state = try state(db, for: use)
      mappings.append(TypeMapping(state: state, conversion: Self.conversion(from: use, to: states[state].row)))
    }
    for provenance in tables.provenances.dropFirst(provenances.count) {
      provenances.append(try registry.provenance(db, provenance))
    }
    // A set is given its row when a sample with it is stored, so that a file that holds nothing new adds nothing.
    metadata.append(contentsOf: repeatElement(nil, count: max(0, tables.metadata.count - metadata.count)))
  }

  private func state(_ db: Database, for use: SampleTypeUse) throws -> Int {
    let row = try registry.type(db, use)
    if let known = stateOfType[row.id] { return known }
    let hadSamples = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM sample WHERE type_id = ? AND id <= ?)", arguments: [row.id, lastOld])
    states.append(TypeState(row: row, hadSamples: hadSamples ?? true))
    stateOfType[row.id] = states.count - 1
    return states.count - 1
  }

  private static func conversion(from use: SampleTypeUse, to row: SampleTypeRow) -> UnitConversion? {
    guard use.kind == .quantity, let unit = use.unit, unit != row.unit else { return .identity }
    guard let from = try? HealthUnit(parsing: unit), let to = try? HealthUnit(parsing: row.unit) else { return nil }
    return from.conversion(to: to)
  }

  // MARK: - Samples

  enum Outcome {
    case stored(Int64)
    case alreadyPresent(Int64)
    case refused(String)
  }

  func write(_ db: Database, _ sample: SampleRecord, tables: SampleTables) throws -> Outcome {
    let mapping = mappings[Int(sample.type)]
    guard let conversion = mapping.conversion else { return .refused("incompatibleUnit") }
    let value = conversion.isIdentity ? sample.value : conversion(sample.value)
    let provenance = provenances[Int(sample.provenance)]
    let start = sample.start.timeIntervalSinceReferenceDate
    let end = sample.end.timeIntervalSinceReferenceDate
    if let reason = Self.refusal(start: start, end: end) { return .refused(reason) }
    let state = mapping.state
    latestEnd = max(latestEnd, end)
    if findsExisting, states[state].hadSamples, sample.uuid == nil,
      let row = try match(
        db, type: states[state].row.id, source: provenance.sourceID, start: start, end: end, value: value,
        upTo: lastOld, isTaken: { row in used.contains(row) || ownRows.contains { $0.contains(row) } })
    {
      used.insert(row)
      return .alreadyPresent(row)
    }
    if !membersOnly.isEmpty, sample.uuid == nil {
      let identity = SampleIdentity(
        type: states[state].row.id, source: provenance.sourceID, start: start, end: end, value: value)
      if let count = membersOnly[identity] {
        membersOnly[identity] = count > 1 ? count - 1 : nil
        return .stored(0)
      }
    }
    return .stored(
      try insert(
        db, state: state, start: start, end: end, value: value, provenance: provenance, sample: sample, tables: tables))
  }

  /// Why a sample with these dates cannot be stored.
  static func refusal(start: Double, end: Double) -> String? {
    guard start.isFinite, end.isFinite else { return "badDate" }
    return end < start ? "endBeforeStart" : nil
  }

  /// The stored row that is the same sample and nearest in value.
  func match(
    _ db: Database, type: Int64, source: Int64, start: Double, end: Double, value: Double, upTo last: Int64,
    isTaken: (Int64) throws -> Bool
  ) throws -> Int64? {
    let statement = try RawStatement(
      db,
      """
      SELECT sample.id, sample.end, sample.value, provenance.source_id
      FROM sample INDEXED BY sample_by_type_and_start JOIN provenance ON provenance.id = sample.provenance_id
      WHERE sample.type_id = ? AND sample.start >= ? AND sample.start < ?
      """)
    let second = start.rounded(.down)
    statement.bind(1, type)
    statement.bind(2, second)
    statement.bind(3, second + 1)
    var best: (id: Int64, distance: Double)?
    while try statement.step() {
      let id = statement.int64(0)
      guard id <= last, statement.int64(3) == source, statement.double(1).rounded(.down) == end.rounded(.down),
        try !isTaken(id)
      else { continue }
      let distance: Double
      if value.isNaN || statement.isNull(2) {
        guard value.isNaN == statement.isNull(2) else { continue }
        distance = 0
      } else {
        let stored = statement.double(2)
        distance = abs(stored - value)
        // Exports print six significant digits, and not the same ones after a change of unit.
        guard distance <= 1e-5 * max(abs(stored), abs(value)) else { continue }
      }
      if distance < best?.distance ?? .infinity { best = (id, distance) }
    }
    return best?.id
  }

  func insert(
    _ db: Database, state: Int, start: Double, end: Double, value: Double, provenance: Registry.ProvenanceRow,
    sample: SampleRecord, tables: SampleTables
  ) throws -> Int64 {
    let metadata = try metadataRow(db, sample.metadata, tables: tables)
    let statement: RawStatement
    if let insertStatement {
      statement = insertStatement
    } else {
      statement = try RawStatement(
        db,
        """
        INSERT INTO sample (id, type_id, start, end, value, provenance_id, metadata_id, flags)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """)
      insertStatement = statement
    }
    let id = nextID
    let type = states[state].row.id
    statement.bind(1, id)
    statement.bind(2, type)
    statement.bind(3, start)
    statement.bind(4, end)
    if value.isNaN { statement.bindNull(5) } else { statement.bind(5, value) }
    statement.bind(6, provenance.id)
    if let metadataID = metadata?.id { statement.bind(7, metadataID) } else { statement.bindNull(7) }
    let isEnteredByHand = metadata?.isEnteredByHand ?? false
    var flags: Int64 = isEnteredByHand ? SampleFlag.enteredByHand : 0
    if sample.uuid != nil { flags |= SampleFlag.hasOwnUUID }
    statement.bind(8, flags)
    try statement.run()
    nextID += 1
    if let uuid = sample.uuid {
      try db.execute(
        sql: "INSERT INTO sample_uuid (sample_id, uuid) VALUES (?, ?)", arguments: [id, uuid.databaseBytes])
    }
    touch(state: state, start: start, end: end)
    note(type: type, source: provenance.sourceID, isEnteredByHand: isEnteredByHand, start: start)
    if let zone = metadata?.zone { zoneMarks.insert(ZoneMark(zone: zone, end: end)) }
    return id
  }

  func metadataRow(_ db: Database, _ index: Int32, tables: SampleTables) throws -> Registry.MetadataRow? {
    guard index >= 0 else { return nil }
    if let known = metadata[Int(index)] { return known }
    let row = try registry.metadata(db, tables.metadata[Int(index)])
    metadata[Int(index)] = row
    return row
  }

  func provenanceRow(_ index: Int32) -> Registry.ProvenanceRow {
    provenances[Int(index)]
  }

  func mapping(of type: Int32) -> TypeMapping {
    mappings[Int(type)]
  }

  // MARK: - What follows from a sample

  /// Notes that samples of a type changed in a span, so that no reader sees a stale total or summary.
  func touch(state: Int, start: Double, end: Double) {
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
  }

  /// Notes that something about a day changed that is not a sample.
  func touch(day: Day) {
    touchedDays.insert(day)
  }

  /// Notes that Apple's row of a day changed. Days without a row take goals and mode from the last one before.
  func touch(appleRowOf day: Day) {
    touchedDays.insert(day)
    firstAppleDay = min(firstAppleDay ?? day, day)
  }

  private func note(type: Int64, source: Int64, isEnteredByHand: Bool, start: Double) {
    let key = FirstStartKey(type: type, source: source, isEnteredByHand: isEnteredByHand)
    if let known = firstStarts[key], known <= start { return }
    firstStarts[key] = start
    changedFirstStarts.insert(key)
  }

  /// Ends a transaction's work: marks what is stale now and writes the log. Call once, last, before the commit.
  ///
  /// - Returns: whether anything was written.
  @discardableResult
  func finishTransaction(_ db: Database, importID: Int64?) throws -> Bool {
    let changed = states.indices.filter { states[$0].hasChanged }
    guard !changed.isEmpty || !touchedDays.isEmpty else { return false }
    for key in changedFirstStarts {
      try db.execute(
        sql: """
          INSERT INTO source_type (type_id, source_id, entered, first_start) VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET first_start = excluded.first_start
          """, arguments: [key.type, key.source, key.isEnteredByHand, firstStarts[key]])
    }
    let rerankedTypes = Set(changedFirstStarts.map(\.type))
    for index in changed {
      let type = states[index].row
      try db.execute(
        sql: "UPDATE sample_type SET longest = ?1, has_long = ?2 WHERE id = ?3 AND (longest != ?1 OR has_long != ?2)",
        arguments: [type.longest, type.hasLong, type.id])
      // A source that appears, or appears earlier, can change every rank of the type.
      if rerankedTypes.contains(type.id) { try DerivedData.invalidateAll(db, type: type) }
      try DerivedData.invalidate(db, type: type, states[index].touched, timeline: timeline)
    }
    if let firstAppleDay { try SummaryTable.markAllStale(db, after: firstAppleDay) }
    try SummaryTable.markStale(db, touchedDays, timeline: timeline)
    // After the days have their rows, so that those whose instants are others now are among them.
    if !zoneMarks.isEmpty, try ZoneMark.record(db, zoneMarks) {
      try ZoneChange.apply(db, from: timeline)
      timeline = try ZoneTimeline(db)
    }
    knownChange = try Change.record(
      db, samples: nextID > firstID ? firstID...(nextID - 1) : nil, types: Set(changed.map { states[$0].row.id }),
      earliest: earliest.isFinite ? earliest : nil, latest: latest.isFinite ? latest : nil, importID: importID)
    forgetTransaction(changed)
    return true
  }

  /// Stores the totals of what the transaction touched anew. Call after `finishTransaction` where samples come by the
  /// handful; an import settles all of them at its end.
  func refreshTotals(_ db: Database) throws {
    for (state, touched) in invalidated { try TotalsTable.refresh(db, type: states[state].row, touched) }
    invalidated.removeAll()
  }

  private func forgetTransaction(_ changed: [Int]) {
    invalidated = changed.map { ($0, states[$0].touched) }
    for index in changed {
      states[index].hasChanged = false
      states[index].touched.removeAll()
    }
    changedFirstStarts.removeAll(keepingCapacity: true)
    zoneMarks.removeAll(keepingCapacity: true)
    touchedDays.removeAll(keepingCapacity: true)
    firstAppleDay = nil
    earliest = .infinity
    latest = -.infinity
  }

  /// Whether some record of the run was the same as the row, which was in the store before.
  func hasMatched(_ row: Int64) -> Bool {
    used.contains(row) || usedMembers.contains(row) || ownRows.contains { $0.contains(row) }
  }
}
