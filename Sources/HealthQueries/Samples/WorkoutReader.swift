import Foundation
import GRDB
import HealthDatabase
import HealthModel

/// Reads the parts of workouts.
enum WorkoutReader {
  /// Events, activities and statistics of workouts, by row. The sample inside is not filled in.
  ///
  /// - Parameters:
  ///   - rows: which workouts.
  ///   - shown: the types whose statistics are visible; nil for all.
  ///   - whole: the workouts among them whose statistics are all visible.
  static func records(
    _ db: Database, rows: [Int64], showing shown: Set<String>? = nil, whole: [Int64] = []
  ) throws -> [Int64: WorkoutRecord] {
    guard !rows.isEmpty else { return [:] }
    let list = rows.jsonList
    func fetch(_ columns: String, _ table: String, by column: String) throws -> [Row] {
      try Row.fetchAll(
        db, sql: "SELECT \(columns) FROM \(table) WHERE \(column) IN (SELECT value FROM json_each(?)) ORDER BY 1",
        arguments: [list])
    }
    let none = SampleRecord(type: 0, provenance: 0, start: .distantPast, end: .distantPast, value: .nan)
    var workouts: [Int64: WorkoutRecord] = [:]
    for row in try fetch("sample_id, duration", "workout", by: "sample_id") {
      workouts[try row.value(0, "workout")] = WorkoutRecord(sample: none, duration: try row.value(1, "workout"))
    }
    let activities = try fetch("*", "workout_activity", by: "workout_id")
    let events = try fetch("*", "workout_event", by: "workout_id")
    let sets = try MetadataReader.sets(
      db,
      Set(
        activities.compactMap { try $0.value("metadata_id", "workout_activity") as Int64? }
          + events.compactMap { try $0.value("metadata_id", "workout_event") as Int64? }
      ).sorted())
    func metadata(_ row: Row, _ table: String) throws -> Metadata {
      try (row.value("metadata_id", table) as Int64?).flatMap { sets[$0] } ?? Metadata()
    }
    var activityIndex: [Int64: Int] = [:]
    for row in activities {
      let workout: Int64 = try row.value("workout_id", "workout_activity")
      let uuid: Data? = try row.value("uuid", "workout_activity")
      let activity = WorkoutActivityRecord(
        uuid: uuid.flatMap { UUID(databaseBytes: $0) },
        activityType: try row.value("activity_type", "workout_activity"),
        start: try row.date("start", "workout_activity"),
        end: try (row.value("end", "workout_activity") as Double?).map { try StoredTime.date($0, "workout_activity") },
        duration: try row.value("duration", "workout_activity"),
        metadata: try metadata(row, "workout_activity"))
      activityIndex[try row.value("id", "workout_activity")] = workouts[workout]?.activities.count
      workouts[workout]?.activities.append(activity)
    }
    for row in events {
      let workout: Int64 = try row.value("workout_id", "workout_event")
      let event = WorkoutEventRecord(
        type: try row.value("type", "workout_event"), start: try row.date("start", "workout_event"),
        end: try row.date("end", "workout_event"), metadata: try metadata(row, "workout_event"))
      if let activity: Int64 = try row.value("activity_id", "workout_event") {
        if let index = activityIndex[activity] { workouts[workout]?.activities[index].events.append(event) }
      } else {
        workouts[workout]?.events.append(event)
      }
    }
    let statistics = try statistics(db, list, showing: shown, whole: whole)
    for row in statistics {
      let workout: Int64 = try row.value("workout_id", "workout_statistics")
      let statistics = WorkoutStatisticsRecord(
        type: try row.value("type", "workout_statistics"), unit: try row.value("unit", "workout_statistics"),
        start: try row.date("start", "workout_statistics"),
        end: try row.date("end", "workout_statistics"), sum: try row.value("sum", "workout_statistics"),
        average: try row.value("average", "workout_statistics"),
        minimum: try row.value("minimum", "workout_statistics"), maximum: try row.value("maximum", "workout_statistics")
      )
      if let activity: Int64 = try row.value("activity_id", "workout_statistics") {
        if let index = activityIndex[activity] { workouts[workout]?.activities[index].statistics.append(statistics) }
      } else {
        workouts[workout]?.statistics.append(statistics)
      }
    }
    return workouts
  }

  private static func statistics(
    _ db: Database, _ list: String, showing shown: Set<String>?, whole: [Int64]
  ) throws -> [Row] {
    var sql = "SELECT * FROM workout_statistics WHERE workout_id IN (SELECT value FROM json_each(?))"
    var arguments: StatementArguments = [list]
    if let shown {
      sql += " AND (workout_id IN (SELECT value FROM json_each(?)) OR type IN (SELECT value FROM json_each(?)))"
      arguments += [whole.jsonList, String(decoding: try JSONEncoder().encode(shown.sorted()), as: UTF8.self)]
    }
    return try Row.fetchAll(db, sql: sql + " ORDER BY id", arguments: arguments)
  }
}
