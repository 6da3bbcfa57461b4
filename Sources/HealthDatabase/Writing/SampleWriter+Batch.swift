import Foundation
import GRDB
import HealthModel

extension SampleWriter {
  /// Writes a batch. The caller has begun a transaction and calls `finishTransaction` after it.
  ///
  /// - Parameters:
  ///   - importID: the import that the batch belongs to, for Apple's summaries.
  ///   - exportDate: when the export was made, seconds since the reference date.
  func write(_ db: Database, _ batch: SampleBatch, importID: Int64, exportDate: Double) throws -> SinkCounts {
    try adopt(db, batch.tables)
    var counts = SinkCounts()
    func count(_ outcome: Outcome, line: Int32) {
      switch outcome {
      case .stored: counts.stored += 1
      case .alreadyPresent: counts.alreadyPresent += 1
      case .refused(let reason): counts.skips.append(ImportSkip(line: Int(line), reason: reason))
      }
    }
    for sample in batch.samples {
      count(try write(db, sample, tables: batch.tables), line: sample.line)
    }
    for correlation in batch.correlations {
      count(try write(db, correlation, tables: batch.tables), line: correlation.sample.line)
    }
    for workout in batch.workouts {
      count(try write(db, workout, tables: batch.tables), line: workout.sample.line)
    }
    for summary in batch.appleSummaries {
      let isNew = try write(db, summary, importID: importID, exportDate: exportDate)
      if isNew { counts.stored += 1 } else { counts.alreadyPresent += 1 }
    }
    return counts
  }

  // MARK: - Correlations

  /// Stores a correlation and ties its members to it.
  ///
  /// Apple's exports print every member at the top level as well, so a member is looked for among what is stored
  /// already, each row serving one correlation only, and made where it is missing.
  func write(_ db: Database, _ correlation: CorrelationRecord, tables: SampleTables) throws -> Outcome {
    let outcome = try write(db, correlation.sample, tables: tables)
    guard case .stored(let id) = outcome, id > 0 else { return outcome }
    for member in correlation.members {
      guard let row = try memberRow(db, member, tables: tables) else { continue }
      try db.execute(
        sql: "INSERT OR IGNORE INTO correlation_member (correlation_id, sample_id) VALUES (?, ?)",
        arguments: [id, row])
    }
    return outcome
  }

  private func memberRow(_ db: Database, _ member: SampleRecord, tables: SampleTables) throws -> Int64? {
    let mapping = mapping(of: member.type)
    guard let conversion = mapping.conversion else { return nil }
    let type = states[mapping.state].row.id
    let value = conversion(member.value)
    let source = provenanceRow(member.provenance).sourceID
    let start = member.start.timeIntervalSinceReferenceDate
    let end = member.end.timeIntervalSinceReferenceDate
    if member.uuid == nil,
      let row = try match(
        db, type: type, source: source, start: start, end: end, value: value, upTo: .max,
        isTaken: { usedMembers.contains($0) })
    {
      usedMembers.insert(row)
      return row
    }
    guard case .stored(let row) = try write(db, member, tables: tables), row > 0 else { return nil }
    usedMembers.insert(row)
    if member.uuid == nil {
      let identity = SampleIdentity(type: type, source: source, start: start, end: end, value: value)
      membersOnly[identity, default: 0] += 1
    }
    return row
  }

  // MARK: - Workouts

  func write(_ db: Database, _ workout: WorkoutRecord, tables: SampleTables) throws -> Outcome {
    let outcome = try write(db, workout.sample, tables: tables)
    guard case .stored(let id) = outcome, id > 0 else { return outcome }
    try db.execute(
      sql: "INSERT INTO workout (sample_id, duration) VALUES (?, ?)", arguments: [id, workout.duration])
    try write(db, workout.events, workout: id, activity: nil)
    try write(db, workout.statistics, workout: id, activity: nil)
    for activity in workout.activities {
      try db.execute(
        sql: """
          INSERT INTO workout_activity (workout_id, uuid, activity_type, start, end, duration, metadata_id)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          id, activity.uuid?.databaseBytes, activity.activityType, activity.start.timeIntervalSinceReferenceDate,
          activity.end?.timeIntervalSinceReferenceDate, activity.duration,
          try registry.metadata(db, activity.metadata).id,
        ])
      let activityID = db.lastInsertedRowID
      try write(db, activity.events, workout: id, activity: activityID)
      try write(db, activity.statistics, workout: id, activity: activityID)
    }
    for path in workout.routes {
      try db.execute(sql: "INSERT INTO workout_route (workout_id, path) VALUES (?, ?)", arguments: [id, path])
    }
    return outcome
  }

  private func write(_ db: Database, _ events: [WorkoutEventRecord], workout: Int64, activity: Int64?) throws {
    for event in events {
      try db.execute(
        sql: """
          INSERT INTO workout_event (workout_id, activity_id, type, start, end, metadata_id) VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          workout, activity, event.type, event.start.timeIntervalSinceReferenceDate,
          event.end.timeIntervalSinceReferenceDate, try registry.metadata(db, event.metadata).id,
        ])
    }
  }

  private func write(_ db: Database, _ numbers: [WorkoutStatisticsRecord], workout: Int64, activity: Int64?) throws {
    for number in numbers {
      try db.execute(
        sql: """
          INSERT INTO workout_statistics
            (workout_id, activity_id, type, unit, start, end, sum, average, minimum, maximum)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          workout, activity, number.type, number.unit, number.start.timeIntervalSinceReferenceDate,
          number.end.timeIntervalSinceReferenceDate, number.sum, number.average, number.minimum, number.maximum,
        ])
    }
  }

  // MARK: - Apple's summaries

  /// Stores Apple's row of a day, unless the store has the same from an export that knew as much.
  ///
  /// A row that an earlier export printed while its day was still running is stored again once an export prints it for
  /// the whole day, even with the same numbers: only then is it Apple's last word.
  func write(
    _ db: Database, _ summary: AppleSummaryRecord, importID: Int64, exportDate: Double
  ) throws -> Bool {
    let dayEnd = timeline.interval(of: summary.day).upperBound.timeIntervalSinceReferenceDate
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT export_date FROM apple_summary
        WHERE day = ? AND abs(energy - ?) <= 1e-5 * energy AND abs(energy_goal - ?) <= 1e-5 * energy_goal
          AND move_time = ? AND move_time_goal = ? AND exercise = ? AND exercise_goal = ? AND stand = ?
          AND stand_goal = ?
        """,
      arguments: [
        summary.day.number, summary.energy, summary.energyGoal, summary.moveTime, summary.moveTimeGoal,
        summary.exercise, summary.exerciseGoal, summary.stand, summary.standGoal,
      ])
    let isKnown = rows.contains { row in
      let known: Double = row[0]
      return known >= exportDate || known >= dayEnd || exportDate < dayEnd
    }
    guard !isKnown else { return false }
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO apple_summary
          (day, import_id, export_date, energy, energy_goal, move_time, move_time_goal, exercise, exercise_goal, stand,
           stand_goal)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        summary.day.number, importID, exportDate, summary.energy, summary.energyGoal, summary.moveTime,
        summary.moveTimeGoal, summary.exercise, summary.exerciseGoal, summary.stand, summary.standGoal,
      ])
    touch(day: summary.day)
    return true
  }
}
