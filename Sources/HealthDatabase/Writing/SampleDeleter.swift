import Foundation
package import GRDB
package import HealthModel

/// Deletes samples together with everything that nothing else refers to, and leaves a tombstone for each.
///
/// All deletions use it: by a client, by a newer version, because a newer export lacks the sample, and by undoing an
/// import. It works on sets of rows, so that undoing an import takes at most a few times as long as the import.
/// SQLite overwrites what it frees (`secure_delete`).
package struct SampleDeleter {
  private let db: Database
  private let count: Int
  private var types: [Int64: SampleTypeRow] = [:]
  private var touched: [Int64: TouchedTimes] = [:]
  /// Types that lost a sample longer than a day.
  private var lostLong: Set<Int64> = []
  private var provenances: [Int64: ProvenanceUse] = [:]
  private var firstStarts: [SourceFirstStarts.Key: (count: Int, earliest: Double)] = [:]
  /// References from deleted samples to sets of metadata that are not in the table yet.
  private var released: [Int64: Int] = [:]
  private var marks: Set<ZoneMark> = []
  private var zones: [Int64: String?] = [:]
  private var earliest = Double.infinity
  private var latest = -Double.infinity

  private struct ProvenanceUse {
    var source: Int64
    var client: String
    var removed = 0
  }

  /// Deletes samples by row.
  ///
  /// - Returns: how many were deleted, not counting the routes of workouts.
  @discardableResult
  package static func delete(_ db: Database, rows: some Sequence<Int64>) throws -> Int {
    var rows = rows.makeIterator()
    guard let first = rows.next() else { return 0 }
    return try delete(db) { delete in
      try delete(first)
      while let row = rows.next() { try delete(row) }
    }
  }

  /// Deletes the samples whose rows a closure passes one by one. They are kept in a temporary table, so there may be
  /// any number.
  ///
  /// - Returns: how many were deleted.
  @discardableResult
  package static func delete(
    _ db: Database, _ body: (_ delete: (Int64) throws -> Void) throws -> Void
  ) throws -> Int {
    try prepare(db)
    let insert = try RawStatement(db, "INSERT OR IGNORE INTO temp.doomed (id) VALUES (?)")
    try body { row in
      insert.bind(1, row)
      try insert.run()
    }
    return try deleteDoomed(db, control: WorkControl())
  }

  /// Deletes the samples whose rows a statement selects.
  ///
  /// - Parameter control: receives the progress; the transaction checks for cancellation.
  /// - Returns: how many were deleted.
  @discardableResult
  package static func delete(
    _ db: Database, selecting sql: String, arguments: StatementArguments = StatementArguments(),
    control: WorkControl = WorkControl()
  ) throws -> Int {
    try prepare(db)
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO temp.doomed (id) " + sql).execute(arguments: arguments)
    return try deleteDoomed(db, control: control)
  }

  private static func prepare(_ db: Database) throws {
    let isPrepared = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM temp.sqlite_schema WHERE name = 'released')"))
    guard isPrepared == true else {
      // Only if they are missing: creating a table, even one that exists, clears GRDB's statement cache.
      return try db.execute(
        sql: """
          CREATE TEMP TABLE doomed (id INTEGER PRIMARY KEY);
          CREATE TEMP TABLE released (id INTEGER PRIMARY KEY, uses INTEGER NOT NULL)
          """)
    }
    try clear(db)
  }

  private static func clear(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM temp.doomed").execute()
    try db.cachedStatement(sql: "DELETE FROM temp.released").execute()
  }

  /// Results in one entry in the change log. Members of a correlation and samples of a workout are kept, since they
  /// are samples of their own. A workout's routes are deleted.
  private static func deleteDoomed(_ db: Database, control: WorkControl) throws -> Int {
    try db.cachedStatement(sql: "DELETE FROM temp.doomed WHERE id NOT IN (SELECT id FROM sample)").execute()
    let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM temp.doomed")) ?? 0
    guard count > 0 else { return 0 }
    try addRoutes(db)
    let all = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM temp.doomed")) ?? count
    try ImportRows.subtract(db, rowsOf: "temp.doomed")
    var deleter = SampleDeleter(db, count: all)
    // Weighted by the approximate share of the time.
    try deleter.bury(control.part(0...0.4))
    try deleter.collectReleasedByParts()
    try deleter.deleteRows(control.part(0.4...0.7))
    if all > Retention.most {
      try Retention.skipTombstones(db, count: Int64(all))
    } else {
      try Retention.trimTombstones(db)
    }
    try deleter.releaseMetadata()
    try deleter.releaseProvenances()
    control.report(0.8)
    try deleter.markDerived()
    control.report(1)
    try clear(db)
    return count
  }

  /// Adds the routes of the deleted workouts, except those that belong to another workout or were written by another
  /// client. A workout may have the route of a feed's recording of the same activity.
  private static func addRoutes(_ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO temp.doomed (id)
        SELECT route.id FROM temp.doomed
        CROSS JOIN workout_sample tie ON tie.workout_id = doomed.id
        CROSS JOIN sample route ON route.id = tie.sample_id
        CROSS JOIN sample workout ON workout.id = doomed.id
        WHERE route.type_id IN (SELECT id FROM sample_type WHERE identifier = ?)
          AND (route.flags & \(SampleFlag.fed) != 0
            OR (SELECT bundle_identifier FROM provenance JOIN source ON source.id = source_id
              WHERE provenance.id = route.provenance_id)
            IS (SELECT bundle_identifier FROM provenance JOIN source ON source.id = source_id
              WHERE provenance.id = workout.provenance_id))
          AND NOT EXISTS (
            SELECT 1 FROM workout_sample other WHERE other.sample_id = route.id
              AND other.workout_id NOT IN (SELECT id FROM temp.doomed))
        """
    ).execute(arguments: [TypeIdentifier.workoutRoute])
  }

  private init(_ db: Database, count: Int) {
    self.db = db
    self.count = count
  }

  // MARK: - Tombstones

  /// Creates the tombstones, and counts the references of the samples.
  private mutating func bury(_ control: WorkControl) throws {
    try SampleTypeRow.forEach(db) { types[$0.id] = $0 }
    var buried = 0
    let storeID = try StoreIdentity.fetch(db)
    let syncKey = try keyID(MetadataKey.syncIdentifier)
    let zoneKey = try keyID(MetadataKey.timeZone)
    // If most of the samples are deleted, reading all of them in order is faster than sorting.
    let areMost = try count * 2 > Int(Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM sample")) ?? 0)
    let samples = try RawStatement(
      db,
      """
      SELECT s.id, s.type_id, s.start, s.end, s.provenance_id, s.flags, s.metadata_id, u.uuid, sync.set_id, zone.set_id
      FROM \(areMost ? Self.allSamples : Self.doomedSamples)
      LEFT JOIN sample_uuid u ON u.sample_id = s.id
      LEFT JOIN metadata_entry sync ON sync.key_id = ? AND sync.set_id = s.metadata_id
      LEFT JOIN metadata_entry zone ON zone.key_id = ? AND zone.set_id = s.metadata_id
      WHERE \(areMost ? "s.id IN (SELECT id FROM temp.doomed)" : "TRUE") ORDER BY s.type_id, s.start
      """)
    samples.bind(1, syncKey)
    samples.bind(2, zoneKey)
    // More than are remembered need not be written.
    let areRemembered = count <= Retention.most
    let tombstone = try RawStatement(
      db,
      "INSERT INTO tombstone (sample_id, uuid, type_id, client, start, end, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)")
    var run: Run?
    while try samples.step() {
      if buried.isMultiple(of: 1_024) { control.report(min(1, Double(buried) / Double(count))) }
      buried += 1
      let row = samples.int64(0)
      let type = samples.int64(1)
      let start = try samples.time(2, "sample")
      let end = try samples.time(3, "sample")
      let provenance = samples.int64(4)
      let flags = samples.int64(5)
      let isEnteredByHand = flags & SampleFlag.enteredByHand != 0
      if run?.type != type || run?.provenance != provenance || run?.isEnteredByHand != isEnteredByHand {
        if let run { close(run) }
        run = try Run(
          type: type, provenance: provenance, isEnteredByHand: isEnteredByHand, client: client(of: provenance),
          start: start, times: touched.removeValue(forKey: type) ?? TouchedTimes())
      }
      run?.count += 1
      run?.times.add(start: start, end: end)
      let hasOwnUUID = !samples.isNull(7)
      let uuid = hasOwnUUID ? UUID(databaseBytes: samples.blob(7)) : StoreIdentity.uuid(ofRow: row, store: storeID)
      // A sample whose UUID another one has taken over is not reported as deleted.
      if areRemembered, let uuid, try SampleIdentityReader.owner(db, of: uuid).map({ $0 == row }) ?? true {
        let metadata = try samples.row(8, "metadata_entry").flatMap { try syncMetadata(ofSet: $0) }
        tombstone.bind(1, row)
        if hasOwnUUID { tombstone.bind(2, uuid) } else { tombstone.bindNull(2) }
        tombstone.bind(3, type)
        tombstone.bind(4, text: run?.client ?? "")
        tombstone.bind(5, start)
        tombstone.bind(6, end)
        metadata.bind(to: tombstone, at: 7)
        try tombstone.run()
      }
      if let set = try samples.row(6, "sample") { try release(metadata: set) }
      if let set = try samples.row(9, "metadata_entry"), let zone = try zone(ofSet: set) {
        marks.insert(ZoneMark(zone: zone, end: end, source: .watch))
      }
      if end - start > 86_400 { lostLong.insert(type) }
      earliest = min(earliest, start)
      latest = max(latest, end)
    }
    if let run { close(run) }
    guard buried == count else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "fewer samples were deleted than selected")
    }
    try storeReleased()
  }

  private static let allSamples = "sample s INDEXED BY sample_by_type_and_start"
  private static let doomedSamples = "temp.doomed CROSS JOIN sample s ON s.id = doomed.id"

  /// Consecutive samples of one type with one provenance.
  private struct Run {
    var type: Int64
    var provenance: Int64
    var isEnteredByHand: Bool
    var client: String
    var start: Double
    var count = 0
    /// Of all samples of the type until now.
    var times: TouchedTimes
  }

  private mutating func close(_ run: Run) {
    touched[run.type] = run.times
    guard let source = provenances[run.provenance]?.source else { return }
    provenances[run.provenance]?.removed += run.count
    let key = SourceFirstStarts.Key(type: run.type, source: source, isEnteredByHand: run.isEnteredByHand)
    // For each type they are sorted by start.
    firstStarts[key, default: (0, run.start)].count += run.count
  }

  private func keyID(_ name: String) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM metadata_key WHERE name = ?"), arguments: [name]) ?? -1
  }

  /// The bundle identifier of the client with a provenance.
  private mutating func client(of provenance: Int64) throws -> String {
    if let known = provenances[provenance] { return known.client }
    let source = try RawStatement(
      db,
      """
      SELECT source.id, source.bundle_identifier FROM provenance JOIN source ON source.id = provenance.source_id
      WHERE provenance.id = ?
      """)
    source.bind(1, provenance)
    defer { source.reset() }
    let use =
      try source.step()
      ? ProvenanceUse(source: source.int64(0), client: source.text(1)) : ProvenanceUse(source: 0, client: "")
    provenances[provenance] = use
    return use.client
  }

  /// Only what a client needs to identify the deleted object.
  private func syncMetadata(ofSet set: Int64) throws -> String? {
    let statement = try db.cachedStatement(sql: "SELECT content FROM metadata_set WHERE id = ?")
    guard let content = try String.fetchOne(statement, arguments: [set]) else { return nil }
    let kept = try MetadataCoding.decode(content).entries.filter {
      $0.key.hasSameBytes(as: MetadataKey.syncIdentifier) || $0.key.hasSameBytes(as: MetadataKey.syncVersion)
    }
    return MetadataCoding.encode(Metadata(kept))
  }

  private mutating func zone(ofSet set: Int64) throws -> String? {
    if let known = zones[set] { return known }
    let zone = try ZoneMark.zone(db, set: set)
    zones[set] = .some(zone)
    return zone
  }

  // MARK: - Unreferenced rows

  /// The number of deleted samples from which it is worthwhile to count the rows of other tables.
  private static let many = 1_000

  /// How many sets of metadata are counted in memory; a file may have a set for each sample.
  private static let mostReleased = 4_096

  /// Counts the reference from a deleted sample to a set of metadata.
  private mutating func release(metadata set: Int64) throws {
    released[set, default: 0] += 1
    if released.count > Self.mostReleased { try storeReleased() }
  }

  private mutating func storeReleased() throws {
    let statement = try RawStatement(
      db,
      """
      INSERT INTO temp.released (id, uses) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET uses = uses + excluded.uses
      """)
    for (set, uses) in released {
      statement.bind(1, set)
      statement.bind(2, Int64(uses))
      try statement.run()
    }
    released.removeAll(keepingCapacity: true)
  }

  /// Counts the references from the parts of the deleted workouts.
  private func collectReleasedByParts() throws {
    for table in ["workout_event", "workout_activity"] {
      try db.cachedStatement(
        sql: """
          INSERT INTO temp.released (id, uses) SELECT metadata_id, count(*) FROM \(table)
          WHERE metadata_id IS NOT NULL AND \(try isDoomed("workout_id", in: table)) GROUP BY metadata_id
          ON CONFLICT (id) DO UPDATE SET uses = uses + excluded.uses
          """
      ).execute()
    }
  }

  /// A condition that the row to which a column refers is deleted.
  ///
  /// Each deleted row is looked up in the table. If there are many of them, and fewer rows in the table, each row of
  /// the table is looked up among the deleted ones instead.
  private func isDoomed(_ column: String, in table: String) throws -> String {
    let isDoomed = "\(column) IN (SELECT id FROM temp.doomed)"
    guard count >= Self.many else { return isDoomed }
    let rows = try Int.fetchOne(
      db.cachedStatement(sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) LIMIT ?)"), arguments: [count])
    // The sign excludes the index of the column.
    return (rows ?? count) < count ? "+" + isDoomed : isDoomed
  }

  private func deleteRows(_ control: WorkControl) throws {
    let references = [
      ("sample_uuid", ["sample_id"]), ("sync_object", ["sample_id"]), ("workout", ["sample_id"]),
      ("workout_activity", ["workout_id"]), ("workout_event", ["workout_id"]), ("workout_statistics", ["workout_id"]),
      ("workout_route", ["workout_id"]), ("workout_sample", ["workout_id", "sample_id"]),
      ("correlation_member", ["correlation_id", "sample_id"]), ("route_chunk", ["route_id"]), ("route", ["sample_id"]),
      ("sample_data", ["sample_id"]), ("attachment_chunk", ["sample_id"]), ("attachment", ["sample_id"]),
    ]
    for (place, (table, columns)) in references.enumerated() {
      control.report(Double(place) / Double(references.count))
      for column in columns {
        try db.cachedStatement(sql: "DELETE FROM \(table) WHERE \(isDoomed(column, in: table))").execute()
      }
    }
    try db.cachedStatement(sql: "DELETE FROM sample WHERE id IN (SELECT id FROM temp.doomed)").execute()
  }

  /// Deletes the sets of metadata without references, with their entries and keys.
  private func releaseMetadata() throws {
    let kept = "SELECT r.id FROM temp.released r CROSS JOIN metadata_set m ON m.id = r.id WHERE m.uses > r.uses"
    let keeping = try Int64.fetchCursor(db.cachedStatement(sql: kept))
    let use = try db.cachedStatement(
      sql: "UPDATE metadata_set SET uses = uses - (SELECT uses FROM temp.released WHERE id = ?1) WHERE id = ?1")
    let keep = try db.cachedStatement(sql: "UPDATE temp.released SET uses = 0 WHERE id = ?")
    var sets: [Int64] = []
    while let set = try keeping.next() { sets.append(set) }
    for set in sets {
      try use.execute(arguments: [set])
      try keep.execute(arguments: [set])
    }
    try db.cachedStatement(sql: "DELETE FROM temp.released WHERE uses = 0").execute()
    let content = try RawStatement(
      db, "SELECT id, content FROM temp.released CROSS JOIN metadata_set USING (id)")
    let delete = try db.cachedStatement(sql: "DELETE FROM metadata_entry WHERE key_id = ? AND set_id = ?")
    var keys: [ExactText: Int64] = [:]
    while try content.step() {
      let set = content.int64(0)
      for name in try MetadataCoding.decode(content.text(1)).entries.map(\.key) {
        let key: Int64
        if let known = keys[ExactText(name)] {
          key = known
        } else {
          key = try keyID(name)
          keys[ExactText(name)] = key
        }
        try delete.execute(arguments: [key, set])
      }
    }
    try db.cachedStatement(sql: "DELETE FROM metadata_set WHERE id IN (SELECT id FROM temp.released)").execute()
    let forget = try db.cachedStatement(
      sql: "DELETE FROM metadata_key WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM metadata_entry WHERE key_id = ?1)")
    for key in keys.values { try forget.execute(arguments: [key]) }
  }

  /// Deletes the provenances without references, with their devices and sources.
  private func releaseProvenances() throws {
    let read = try db.cachedStatement(sql: "SELECT uses, device_id FROM provenance WHERE id = ?")
    let update = try db.cachedStatement(sql: "UPDATE provenance SET uses = uses - ? WHERE id = ?")
    let delete = try db.cachedStatement(sql: "DELETE FROM provenance WHERE id = ?")
    var sources: Set<Int64> = []
    var devices: Set<Int64> = []
    for (id, use) in provenances {
      guard let row = try Row.fetchOne(read, arguments: [id]) else { continue }
      let uses: Int = try row.value(0, "provenance")
      if uses > use.removed {
        try update.execute(arguments: [use.removed, id])
      } else {
        try delete.execute(arguments: [id])
        sources.insert(use.source)
        if let device: Int64 = try row.value(1, "provenance") { devices.insert(device) }
      }
    }
    let source = try db.cachedStatement(
      sql: "DELETE FROM source WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM provenance WHERE source_id = ?1)")
    for id in sources { try source.execute(arguments: [id]) }
    let device = try db.cachedStatement(
      sql: "DELETE FROM device WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM provenance WHERE device_id = ?1)")
    for id in devices { try device.execute(arguments: [id]) }
  }

  // MARK: - Derived data

  /// Invalidates and recomputes the affected derived data, and completes the entry in the log.
  private mutating func markDerived() throws {
    for type in lostLong {
      try db.cachedStatement(
        sql: """
          UPDATE sample_type SET has_long = EXISTS (
            SELECT 1 FROM sample INDEXED BY sample_longer_than_a_day WHERE type_id = ?1 AND end - start > 86400
          ) WHERE id = ?1
          """
      ).execute(arguments: [type])
      types[type] = try SampleTypeRow.fetch(db, id: type)
    }
    let effects = try SourceFirstStarts.remove(db, firstStarts)
    let timeline = try ZoneTimeline(db)
    for (id, times) in touched {
      guard let type = types[id] else { continue }
      if effects.reranked.contains(id) { try DerivedData.invalidateAll(db, type: type) }
      try DerivedData.invalidate(db, type: type, times, timeline: timeline)
    }
    if effects.changesRings { try SummaryTable.markAllStale(db) }
    if !marks.isEmpty {
      var names = ZoneNames()
      try ZoneMark.takeBack(db, marks, names: &names)
      try ZoneChange.apply(db, from: timeline)
    }
    let isAnyDay = effects.isAnyDay || !marks.isEmpty || earliest > latest
    try Change.record(
      db, samples: nil, types: touched.keys, earliest: isAnyDay ? nil : earliest, latest: isAnyDay ? nil : latest)
    try SummaryTable.materialize(db)
    for (type, times) in touched {
      if let row = types[type] { try TotalsTable.refresh(db, type: row, times) }
    }
  }
}
