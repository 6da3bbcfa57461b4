import GRDB
import HealthModel

/// The rule for files that repeat what earlier ones contained, above all Apple's exports: the stored row is kept. Each
/// record matches one row, so that n equal records need n equal rows.
final class ExportRule: ConflictRule {
  /// The rows that records of the run have matched.
  var matched: MatchedRows
  private var matcher = SampleMatcher()
  private var sequence = StoredSequence()
  private var membersOnly = MembersOnly()

  var passesOverInvalidMembers: Bool { true }

  init(_ db: Database) throws {
    matched = MatchedRows(lastOld: try Change.latestSample(db))
  }

  func refresh(_ db: Database, writer: SampleWriter) throws {
    matched.extend(upToOwn: writer.nextRow - 1, upToOthers: try Change.latestSample(db))
    try matcher.forget(db)
    sequence.forget()
  }

  func resolve(
    _ db: Database, _ candidate: Candidate, _ content: RecordContent, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    if let uuid = candidate.record.uuid {
      guard let row = try writer.row(db, of: uuid) else { return .insert() }
      matched.insert(row)
      return .keep(row, mayLackDate: true)
    }
    // A new source, or one of a new type, has no stored samples to look for.
    let mayBeStored = writer.mayHaveSamples(candidate)
    guard mayBeStored || !membersOnly.isEmpty else { return .insert() }
    let sample = try writer.identity(db, of: candidate, tables: tables)
    guard sample.source != 0 else { return .insert() }
    if mayBeStored, let match = try stored(db, sample) {
      matched.insert(match.row)
      return .keep(match.row, mayLackDate: match.mayLackDate)
    }
    if !membersOnly.isEmpty, try membersOnly.take(db, sample) { return .storedAsMember }
    return .insert()
  }

  /// The row from before the run that is the same sample.
  private func stored(_ db: Database, _ sample: SampleIdentity) throws -> SampleMatcher.Match? {
    let isTaken = { row in self.matched.isTaken(row) }
    if !matcher.isCrowded(sample),
      let match = try sequence.next(db, sample, upTo: matched.lastOld, isTaken: isTaken)
    {
      return match
    }
    guard let match = try matcher.match(db, .sample, sample, in: 0...matched.lastOld, isTaken: isTaken) else {
      return nil
    }
    sequence.note(match.row)
    return match
  }

  // MARK: - Correlations and workouts

  /// Apple's exports print every member at the top level too, before or after the correlation, so a member is first
  /// looked up among all stored samples, each row being used for one correlation only.
  func resolveMember(
    _ db: Database, _ candidate: Candidate, tables: SampleTables, writer: SampleWriter
  ) throws -> Resolution {
    if let uuid = candidate.record.uuid {
      guard let row = try writer.row(db, of: uuid) else { return .insert() }
      matched.members.insert(row)
      return .keep(row)
    }
    let sample = try writer.identity(db, of: candidate, tables: tables)
    guard sample.type != 0, sample.source != 0,
      let match = try matcher.match(
        db, .member, sample, in: 0...StoredRow.highest,
        isTaken: { try matched.members.contains($0) || isMember(db, $0) })
    else { return .insert() }
    matched.members.insert(match.row)
    return .keep(match.row, mayLackDate: match.mayLackDate)
  }

  private func isMember(_ db: Database, _ row: Int64) throws -> Bool {
    let statement = try RawStatement(db, "SELECT 1 FROM correlation_member WHERE sample_id = ?")
    statement.bind(1, row)
    return try statement.firstInt64() != nil
  }

  /// The file also contains what the correlation was stored with, though perhaps not at the top level.
  func noteMembers(_ db: Database, ofStored correlation: Int64) throws {
    let members = try Int64.fetchCursor(
      db.cachedStatement(sql: "SELECT sample_id FROM correlation_member WHERE correlation_id = ?"),
      arguments: [correlation])
    while let member = try members.next() { matched.members.insert(member) }
  }

  /// The row of a sample that a workout names.
  func row(_ db: Database, of sample: SampleIdentity, inWorkout workout: Int64) throws -> Int64? {
    guard sample.type != 0, sample.source != 0 else { return nil }
    return try matcher.match(
      db, .ofWorkout, sample, in: 0...StoredRow.highest,
      isTaken: { row in
        try Bool.fetchOne(
          db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM workout_sample WHERE workout_id = ? AND sample_id = ?)"),
          arguments: [workout, row]) ?? false
      })?.row
  }

  func noteInserted(_ db: Database, _ row: Int64, _ sample: SampleIdentity, isMember: Bool, hasUUID: Bool) throws {
    if matcher.isUsed { try matcher.add(db, row: row, sample) }
    guard isMember else { return }
    matched.members.insert(row)
    if !hasUUID { try membersOnly.add(db, sample) }
  }
}
