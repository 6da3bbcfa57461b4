import Foundation
import GRDB
import HealthModel

extension SampleWriter {
  /// Writes a batch. The caller has begun a transaction and calls `finishTransaction` after it.
  ///
  /// - Parameters:
  ///   - importID: the import that the batch belongs to, for Apple's summaries.
  ///   - exportDate: when the export was made, in seconds since the reference date; nil if the file does not contain
  ///     it.
  ///   - now: when the import runs.
  func write(
    _ db: Database, _ batch: SampleBatch, importID: Int64, exportDate: Double?, now: Double
  ) throws -> SinkCounts {
    adopt(batch.tables)
    var counts = SinkCounts()
    func count(_ outcome: Outcome, line: Int32) {
      switch outcome {
      case .stored: counts.stored += 1
      case .alreadyPresent: counts.alreadyPresent += 1
      case .refused(let reason): counts.skips.append(ImportSkip(line: Int(line), reason: reason))
      }
    }
    for sample in batch.samples {
      count(try write(db, sample, tables: batch.tables, mayWait: true), line: sample.line)
    }
    try flush(db)
    for correlation in batch.correlations {
      count(try write(db, correlation, tables: batch.tables), line: correlation.sample.line)
    }
    for route in batch.routes {
      count(
        try write(db, route, tables: batch.tables, importID: importID, counts: &counts.routes), line: route.sample.line)
    }
    for record in batch.withData {
      let outcome = try write(db, record, tables: batch.tables, importID: importID)
      if !record.isPart { count(outcome, line: record.sample.line) }
    }
    for workout in batch.workouts {
      let outcome = try write(db, workout, tables: batch.tables)
      count(outcome, line: workout.sample.line)
      try tie(db, workout, outcome, tables: batch.tables)
      try write(
        db, workout.routes, of: outcome, tables: batch.tables, importID: importID, counts: &counts.routes)
    }
    // A file without a date covers the time up to its last sample, which is the same at every import.
    let asOf = exportDate ?? (latestEnd.isFinite ? min(now, latestEnd) : now)
    for summary in batch.appleSummaries {
      if let reason = Self.refusal(of: summary) {
        counts.skips.append(ImportSkip(line: Int(summary.line), reason: reason))
        continue
      }
      let isNew = try write(db, summary, importID: importID, exportDate: asOf)
      if isNew { counts.stored += 1 } else { counts.alreadyPresent += 1 }
    }
    return counts
  }

  // MARK: - Correlations

  /// Stores a correlation and associates its members with it.
  ///
  /// Apple's exports also print every member at the top level, so a member is first looked up among the stored
  /// samples, each row being used for one correlation only, and created if it is missing.
  func write(_ db: Database, _ correlation: CorrelationRecord, tables: SampleTables) throws -> Outcome {
    guard correlation.members.count <= SampleLimits.mostMembers else { return .refused("tooLarge") }
    let outcome = try write(db, correlation.sample, tables: tables)
    if case .alreadyPresent(let id) = outcome {
      // The file also contains what it was stored with, though perhaps not at the top level.
      let members = try Int64.fetchCursor(
        db.cachedStatement(sql: "SELECT sample_id FROM correlation_member WHERE correlation_id = ?"), arguments: [id])
      while let member = try members.next() { matched.members.insert(member) }
    }
    guard case .stored(let id) = outcome, id > 0 else { return outcome }
    let insert = try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO correlation_member (correlation_id, sample_id) VALUES (?, ?)")
    for member in correlation.members {
      guard let row = try memberRow(db, member, tables: tables) else { continue }
      try insert.execute(arguments: [id, row])
    }
    return outcome
  }

  private func memberRow(_ db: Database, _ member: SampleRecord, tables: SampleTables) throws -> Int64? {
    if let uuid = member.uuid, let row = try SampleIdentityReader(db).rows(of: [uuid]).first {
      matched.members.insert(row)
      return row
    }
    let mapping = try mapping(db, of: member.type, tables: tables)
    guard let conversion = mapping.conversion else { return nil }
    let value = conversion(member.value)
    guard refusal(member, value: value, state: mapping.state) == nil else { return nil }
    let known = try provenance(db, of: member.provenance, tables: tables)
    let start = member.start.timeIntervalSinceReferenceDate
    let end = member.end.timeIntervalSinceReferenceDate
    let type = states[mapping.state].row.id
    if member.uuid == nil, type != 0, known.sourceID != 0,
      let match = try matcher.match(
        db, .member, moment: SampleMatcher.Moment(type: type, start: start),
        SampleMatcher.Wanted(source: known.sourceID, end: end, value: value), upTo: .max,
        isTaken: { try matched.members.contains($0) || isMember(db, $0) })
    {
      matched.members.insert(match.row)
      if match.mayLackDate { try addCreationDate(db, of: member, to: match.row) }
      return match.row
    }
    let row = try insert(
      db, state: mapping.state, start: start, end: end, value: value, sample: member, tables: tables)
    matched.members.insert(row)
    if member.uuid == nil {
      try membersOnly.add(
        db,
        MembersOnly.Identity(
          type: states[mapping.state].row.id,
          source: provenance(db, of: member.provenance, tables: tables).sourceID, start: start, end: end, value: value))
    }
    return row
  }

  private func isMember(_ db: Database, _ row: Int64) throws -> Bool {
    let statement = try db.cachedStatement(sql: "SELECT 1 FROM correlation_member WHERE sample_id = ?")
    return try Int.fetchOne(statement, arguments: [row]) != nil
  }

  // MARK: - Workouts

  func write(_ db: Database, _ workout: WorkoutRecord, tables: SampleTables) throws -> Outcome {
    guard SampleLimits.allows(workout) else { return .refused("tooLarge") }
    let outcome = try write(db, workout.sample, tables: tables)
    guard case .stored(let id) = outcome, id > 0 else { return outcome }
    try db.execute(
      sql: "INSERT INTO workout (sample_id, duration) VALUES (?, ?)", arguments: [id, workout.duration])
    try write(db, workout.events, workout: id, activity: nil)
    try write(db, workout.statistics, workout: id, activity: nil)
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO workout_activity (workout_id, uuid, activity_type, start, end, duration, metadata_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for activity in workout.activities {
      try insert.execute(arguments: [
        id, activity.uuid?.databaseBytes, activity.activityType, activity.start.timeIntervalSinceReferenceDate,
        activity.end?.timeIntervalSinceReferenceDate, activity.duration,
        try references.usePartMetadata(db, activity.metadata),
      ])
      let activityID = db.lastInsertedRowID
      try write(db, activity.events, workout: id, activity: activityID)
      try write(db, activity.statistics, workout: id, activity: activityID)
    }
    let route = try db.cachedStatement(sql: "INSERT INTO workout_route (workout_id, path) VALUES (?, ?)")
    for path in workout.routes.compactMap(\.path) { try route.execute(arguments: [id, path]) }
    return outcome
  }

  /// Ties the samples to a workout that it names, which are in the store. Those of one that was there before are known
  /// already, or none of them is.
  private func tie(_ db: Database, _ workout: WorkoutRecord, _ outcome: Outcome, tables: SampleTables) throws {
    guard !workout.samples.isEmpty else { return }
    let row: Int64
    switch outcome {
    case .refused: return
    case .stored(let new): row = new
    case .alreadyPresent(let known):
      let hasSamples = try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT EXISTS (SELECT 1 FROM workout_sample JOIN sample ON sample.id = sample_id
              WHERE workout_id = ? AND type_id NOT IN (SELECT id FROM sample_type WHERE identifier = ?))
            """), arguments: [known, TypeIdentifier.workoutRoute])
      guard hasSamples == false else { return }
      row = known
    }
    for sample in workout.samples {
      guard let found = try self.row(of: sample, workout: row, db, tables: tables) else { continue }
      try SampleSaver.add(db, found, toWorkout: row)
      states[try mapping(db, of: workout.sample.type, tables: tables).state].hasChanged = true
    }
  }

  /// The row of a sample that a workout names.
  private func row(
    of sample: SampleRecord, workout: Int64, _ db: Database, tables: SampleTables
  ) throws -> Int64? {
    if let uuid = sample.uuid { return try SampleIdentityReader(db).rows(of: [uuid]).first }
    let mapping = try mapping(db, of: sample.type, tables: tables)
    let source = try provenance(db, of: sample.provenance, tables: tables).sourceID
    let type = states[mapping.state].row.id
    guard let conversion = mapping.conversion, type != 0, source != 0 else { return nil }
    return try matcher.match(
      db, .ofWorkout,
      moment: SampleMatcher.Moment(type: type, start: sample.start.timeIntervalSinceReferenceDate),
      SampleMatcher.Wanted(
        source: source, end: sample.end.timeIntervalSinceReferenceDate, value: conversion(sample.value)), upTo: .max,
      isTaken: { row in
        try Bool.fetchOne(
          db.cachedStatement(
            sql: "SELECT EXISTS (SELECT 1 FROM workout_sample WHERE workout_id = ? AND sample_id = ?)"),
          arguments: [workout, row]) ?? false
      })?.row
  }

  private func write(_ db: Database, _ events: [WorkoutEventRecord], workout: Int64, activity: Int64?) throws {
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO workout_event (workout_id, activity_id, type, start, end, metadata_id) VALUES (?, ?, ?, ?, ?, ?)
        """)
    for event in events {
      try insert.execute(arguments: [
        workout, activity, event.type, event.start.timeIntervalSinceReferenceDate,
        event.end.timeIntervalSinceReferenceDate, try references.usePartMetadata(db, event.metadata),
      ])
    }
  }

  private func write(_ db: Database, _ numbers: [WorkoutStatisticsRecord], workout: Int64, activity: Int64?) throws {
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO workout_statistics
          (workout_id, activity_id, type, unit, start, end, sum, average, minimum, maximum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    for number in numbers {
      try insert.execute(arguments: [
        workout, activity, number.type, number.unit, number.start.timeIntervalSinceReferenceDate,
        number.end.timeIntervalSinceReferenceDate, number.sum, number.average, number.minimum, number.maximum,
      ])
    }
  }

  // MARK: - Refusals

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
    guard !oversized.contains(sample) else { return "tooLarge" }
    return nil
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
