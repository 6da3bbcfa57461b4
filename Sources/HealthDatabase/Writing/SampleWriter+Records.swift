import Foundation
package import GRDB
package import HealthModel

/// What has become of a record.
enum Outcome {
  case stored(Int64)
  /// It was stored before in this run, as a member of a correlation.
  case storedAsMember
  case kept(Int64)
  case covered
  case outdated(Int64)
  /// With the code of the reason in an import's report.
  case refused(String)
  /// With a sentence.
  case conflict(String)

  /// The row of the sample, if there is one.
  var row: Int64? {
    switch self {
    case .stored(let row), .kept(let row), .outdated(let row): row
    case .storedAsMember, .covered, .refused, .conflict: nil
    }
  }
}

extension SampleWriter {
  /// Writes a batch. The caller has begun a transaction and calls `finishTransaction` after it.
  ///
  /// - Parameters:
  ///   - importID: the import that adds to samples of earlier ones what those lacked; nil if nothing is added.
  ///   - count: called for each record in the order of the batch: samples, correlations, routes, samples with data,
  ///     workouts. Not called for Apple's summaries.
  func write(
    _ db: Database, _ batch: SampleBatch, importID: Int64?, routes: inout RouteCounts,
    count: (Outcome, SampleRecord) throws -> Void
  ) throws {
    let tables = batch.tables
    adopt(tables)
    for sample in batch.samples { try count(write(db, sample, tables: tables, mayWait: true), sample) }
    try flush(db)
    for correlation in batch.correlations {
      try count(write(db, correlation, tables: tables), correlation.sample)
    }
    for route in batch.routes {
      try count(write(db, route, tables: tables, importID: importID, counts: &routes), route.sample)
    }
    for record in batch.withData {
      let outcome = try write(db, record, tables: tables, importID: importID)
      if !record.isPart { try count(outcome, record.sample) }
    }
    for workout in batch.workouts {
      try count(write(db, workout, tables: tables, importID: importID, counts: &routes), workout.sample)
    }
  }

  /// Writes a sample.
  ///
  /// - Parameter mayWait: whether its row may be buffered until `flush`. Until then it cannot be found.
  func write(
    _ db: Database, _ sample: SampleRecord, _ content: RecordContent = .sample, tables: SampleTables,
    mayWait: Bool = false
  ) throws -> Outcome {
    switch try check(db, sample, tables: tables) {
    case .refused(let reason): return .refused(reason)
    case .valid(let candidate):
      let resolution = try rule.resolve(db, candidate, content, tables: tables, writer: self)
      return try apply(db, resolution, candidate, tables: tables, mayWait: mayWait)
    }
  }

  private func apply(
    _ db: Database, _ resolution: Resolution, _ candidate: Candidate, tables: SampleTables, isMember: Bool = false,
    mayWait: Bool = false
  ) throws -> Outcome {
    switch resolution {
    case .insert(let replaced, let object, let inherits):
      let row = try insert(db, candidate, tables: tables, isMember: isMember, mayWait: mayWait)
      try replacements.add(db, replaced, by: row, object, inherits: inherits)
      return .stored(row)
    case .keep(let row, let mayLackDate):
      if mayLackDate { try addCreationDate(db, of: candidate.record, to: row) }
      return .kept(row)
    case .storedAsMember: return .storedAsMember
    case .covered: return .covered
    case .outdated(let row): return .outdated(row)
    case .conflict(let sentence): return .conflict(sentence)
    }
  }

  /// Records when a stored sample was written, if that was unknown. As with the names of sources, this is not an entry in
  /// the list of imports, and remains when the import is undone.
  private func addCreationDate(_ db: Database, of sample: SampleRecord, to row: Int64) throws {
    guard sample.creationDelay.isFinite else { return }
    let update = try RawStatement(db, "UPDATE sample SET created = ? WHERE id = ? AND created IS NULL")
    update.bind(1, sample.creationDelay)
    update.bind(2, row)
    try update.run()
  }

  // MARK: - Correlations

  private func write(_ db: Database, _ correlation: CorrelationRecord, tables: SampleTables) throws -> Outcome {
    guard correlation.members.count <= SampleLimits.mostMembers else { return .refused("tooLarge") }
    if !rule.passesOverInvalidMembers {
      for member in correlation.members {
        if case .refused(let reason) = try check(db, member, tables: tables) { return .refused(reason) }
      }
    }
    let outcome = try write(db, correlation.sample, .correlation(correlation), tables: tables)
    if case .kept(let row) = outcome { try rule.noteMembers(db, ofStored: row) }
    guard case .stored(let id) = outcome else { return outcome }
    for member in correlation.members {
      guard case .valid(let candidate) = try check(db, member, tables: tables) else { continue }
      let resolution = try rule.resolveMember(db, candidate, tables: tables, writer: self)
      let member = try apply(db, resolution, candidate, tables: tables, isMember: true)
      if case .conflict = member { return member }
      if let row = member.row, row > 0 { try Self.add(db, row, toCorrelation: id) }
    }
    return outcome
  }

  // MARK: - Routes and data

  /// Stores a route, with its points if they are new.
  private func write(
    _ db: Database, _ route: RouteRecord, tables: SampleTables, importID: Int64?, counts: inout RouteCounts
  ) throws -> Outcome {
    let outcome = try write(db, route.sample, tables: tables)
    switch outcome {
    case .stored(let row):
      try RouteTable.insert(db, route: row, route.points)
      counts.stored += 1
      counts.storedPoints += route.points.count
    case .kept(let row):
      counts.alreadyPresent += 1
      let known = try RouteTable.count(db, route: row)
      counts.alreadyPresentPoints += min(known, route.points.count)
      // Its file was missing or damaged.
      if let importID, route.points.count > known {
        try RouteTable.fill(db, route: row, route.points, importID: importID)
        try touch(typeOf: route.sample, db, tables: tables)
        counts.storedPoints += route.points.count - known
      }
    case .storedAsMember, .covered, .outdated, .refused, .conflict:
      counts.refusedPoints += route.points.count
    }
    return outcome
  }

  /// Stores a sample, with its data if that is new.
  private func write(
    _ db: Database, _ record: DataRecord, tables: SampleTables, importID: Int64?
  ) throws -> Outcome {
    let outcome = try write(db, record.sample, tables: tables)
    switch outcome {
    case .stored(let row):
      try SampleDataTable.insert(db, sample: row, record.data)
      for file in record.attachments { _ = try AttachmentTable.add(db, file, to: row, importID: nil) }
    case .kept(let row):
      guard let importID else { break }
      var isNew = false
      // Its file was missing.
      if !record.data.isEmpty, try SampleDataTable.isEmpty(db, sample: row) {
        try SampleDataTable.insert(db, sample: row, record.data, importID: importID)
        isNew = true
      }
      for file in record.attachments where try AttachmentTable.add(db, file, to: row, importID: importID) {
        isNew = true
      }
      if isNew { try touch(typeOf: record.sample, db, tables: tables) }
    case .storedAsMember, .covered, .outdated, .refused, .conflict: break
    }
    return outcome
  }

  // MARK: - Workouts

  /// Stores a workout with its parts, its routes, and its ties to the samples that it names.
  private func write(
    _ db: Database, _ workout: WorkoutRecord, tables: SampleTables, importID: Int64?, counts: inout RouteCounts
  ) throws -> Outcome {
    guard SampleLimits.allows(workout) else { return .refused("tooLarge") }
    let outcome = try write(db, workout.sample, .workout(workout), tables: tables)
    let (id, isNew): (Int64, Bool)
    switch outcome {
    case .stored(let row): (id, isNew) = (row, true)
    case .kept(let row): (id, isNew) = (row, false)
    case .storedAsMember, .covered, .outdated, .refused, .conflict:
      counts.refusedPoints += workout.routes.reduce(0) { $0 + $1.points.count }
      return outcome
    }
    if isNew { try insertParts(db, of: workout, row: id) }
    try tie(db, workout, row: id, isNew: isNew, tables: tables)
    for route in workout.routes {
      if case .stored(let row) = try write(db, route, tables: tables, importID: importID, counts: &counts) {
        try Self.add(db, row, toWorkout: id)
      }
    }
    return outcome
  }

  private func insertParts(_ db: Database, of workout: WorkoutRecord, row: Int64) throws {
    try db.cachedStatement(sql: "INSERT INTO workout (sample_id, duration) VALUES (?, ?)")
      .execute(arguments: [row, workout.duration])
    try insert(db, workout.events, workout: row, activity: nil)
    try Self.insert(db, workout.statistics, workout: row, activity: nil)
    let insert = try db.cachedStatement(
      sql: """
        INSERT INTO workout_activity (workout_id, uuid, activity_type, start, end, duration, metadata_id)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for activity in workout.activities {
      try insert.execute(arguments: [
        row, activity.uuid?.databaseBytes, activity.activityType, activity.start.timeIntervalSinceReferenceDate,
        activity.end?.timeIntervalSinceReferenceDate, activity.duration,
        try references.usePartMetadata(db, activity.metadata),
      ])
      let activityID = db.lastInsertedRowID
      try self.insert(db, activity.events, workout: row, activity: activityID)
      try Self.insert(db, activity.statistics, workout: row, activity: activityID)
    }
    let route = try db.cachedStatement(sql: "INSERT INTO workout_route (workout_id, path) VALUES (?, ?)")
    for path in workout.routes.compactMap(\.path) { try route.execute(arguments: [row, path]) }
  }

  /// Ties the samples to a workout that it names, which are in the store. Those of one that was there before are known
  /// already, or none of them is.
  private func tie(
    _ db: Database, _ workout: WorkoutRecord, row: Int64, isNew: Bool, tables: SampleTables
  ) throws {
    guard !workout.samples.isEmpty, try isNew || !hasSamples(db, workout: row) else { return }
    for sample in workout.samples {
      guard let found = try self.row(db, of: sample, inWorkout: row, tables: tables) else { continue }
      try Self.add(db, found, toWorkout: row)
      try touch(typeOf: workout.sample, db, tables: tables)
    }
  }

  private func hasSamples(_ db: Database, workout: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM workout_sample JOIN sample ON sample.id = sample_id
            WHERE workout_id = ? AND type_id NOT IN (SELECT id FROM sample_type WHERE identifier = ?))
          """), arguments: [workout, TypeIdentifier.workoutRoute]) ?? false
  }

  /// The row of a sample that a workout names.
  private func row(
    _ db: Database, of sample: SampleRecord, inWorkout workout: Int64, tables: SampleTables
  ) throws -> Int64? {
    if let uuid = sample.uuid { return try self.row(db, of: uuid) }
    guard case .valid(let candidate) = try check(db, sample, tables: tables) else { return nil }
    return try rule.row(db, of: identity(db, of: candidate, tables: tables), inWorkout: workout)
  }

  private func insert(_ db: Database, _ events: [WorkoutEventRecord], workout: Int64, activity: Int64?) throws {
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

  package static func insert(
    _ db: Database, _ numbers: [WorkoutStatisticsRecord], workout: Int64, activity: Int64?
  ) throws {
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

  // MARK: - Associations

  /// Does nothing if the correlation does not exist.
  static func add(_ db: Database, _ sample: Int64, toCorrelation correlation: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO correlation_member (correlation_id, sample_id) SELECT id, ? FROM sample WHERE id = ?
        """
    ).execute(arguments: [sample, correlation])
  }

  /// Does nothing if the workout does not exist.
  static func add(_ db: Database, _ sample: Int64, toWorkout workout: Int64) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO workout_sample (workout_id, sample_id) SELECT id, ? FROM sample WHERE id = ?"
    ).execute(arguments: [sample, workout])
  }
}
