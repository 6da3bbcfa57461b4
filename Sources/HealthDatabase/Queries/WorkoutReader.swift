import Foundation
import GRDB
import HealthModel

/// Reads what belongs to workouts.
enum WorkoutReader {
  /// Events, activities, statistics and routes of workouts, by row. The sample inside is not filled in.
  ///
  /// - Parameter rows: which workouts; nil reads all.
  static func records(_ db: Database, rows: [Int64]?) throws -> [Int64: WorkoutRecord] {
    let filter: String
    var arguments: StatementArguments = []
    if let rows {
      guard !rows.isEmpty else { return [:] }
      filter = " WHERE %@ IN (SELECT value FROM json_each(?))"
      arguments = ["[" + rows.map(String.init).joined(separator: ",") + "]"]
    } else {
      filter = ""
    }
    func fetch(_ sql: String, by column: String) throws -> [Row] {
      try Row.fetchAll(
        db, sql: sql + filter.replacingOccurrences(of: "%@", with: column) + " ORDER BY 1", arguments: arguments)
    }
    let none = SampleRecord(type: 0, provenance: 0, start: .distantPast, end: .distantPast, value: .nan)
    var workouts: [Int64: WorkoutRecord] = [:]
    for row in try fetch("SELECT sample_id, duration FROM workout", by: "sample_id") {
      workouts[row[0]] = WorkoutRecord(sample: none, duration: row[1])
    }
    var activityIndex: [Int64: Int] = [:]
    for row in try fetch("SELECT * FROM workout_activity", by: "workout_id") {
      let workout: Int64 = row["workout_id"]
      let uuid: Data? = row["uuid"]
      let activity = WorkoutActivityRecord(
        uuid: uuid.flatMap { UUID(databaseBytes: $0) }, activityType: row["activity_type"], start: date(row["start"]),
        end: (row["end"] as Double?).map(date), duration: row["duration"],
        metadata: try metadata(db, row["metadata_id"]))
      activityIndex[row["id"]] = workouts[workout]?.activities.count
      workouts[workout]?.activities.append(activity)
    }
    for row in try fetch("SELECT * FROM workout_event", by: "workout_id") {
      let workout: Int64 = row["workout_id"]
      let event = WorkoutEventRecord(
        type: row["type"], start: date(row["start"]), end: date(row["end"]),
        metadata: try metadata(db, row["metadata_id"]))
      if let activity: Int64 = row["activity_id"] {
        if let index = activityIndex[activity] { workouts[workout]?.activities[index].events.append(event) }
      } else {
        workouts[workout]?.events.append(event)
      }
    }
    for row in try fetch("SELECT * FROM workout_statistics", by: "workout_id") {
      let workout: Int64 = row["workout_id"]
      let statistics = WorkoutStatisticsRecord(
        type: row["type"], unit: row["unit"], start: date(row["start"]), end: date(row["end"]), sum: row["sum"],
        average: row["average"], minimum: row["minimum"], maximum: row["maximum"])
      if let activity: Int64 = row["activity_id"] {
        if let index = activityIndex[activity] { workouts[workout]?.activities[index].statistics.append(statistics) }
      } else {
        workouts[workout]?.statistics.append(statistics)
      }
    }
    for row in try fetch("SELECT workout_id, path FROM workout_route", by: "workout_id") {
      workouts[row[0]]?.routes.append(row[1])
    }
    return workouts
  }

  /// What filters may ask of every workout of the store, by row.
  static func subjects(_ db: Database) throws -> [Int64: WorkoutSubject] {
    var subjects: [Int64: WorkoutSubject] = [:]
    let records = try records(db, rows: nil)
    let rows = try Row.fetchCursor(
      db, sql: "SELECT sample.id, value, start, end FROM workout JOIN sample ON sample.id = workout.sample_id")
    while let row = try rows.next() {
      guard let record = records[row[0]] else { continue }
      let start: Double = row[2]
      let end: Double = row[3]
      subjects[row[0]] = WorkoutSubject(
        activityType: Int((row[1] as Double?) ?? 0), duration: record.duration ?? end - start,
        statistics: record.statistics,
        activities: record.activities.map { activity in
          ActivitySubject(
            activityType: activity.activityType, start: activity.start, end: activity.end,
            duration: activity.duration ?? activity.end.map { $0.timeIntervalSince(activity.start) } ?? 0,
            statistics: activity.statistics)
        })
    }
    return subjects
  }

  private static func date(_ seconds: Double) -> Date {
    Date(timeIntervalSinceReferenceDate: seconds)
  }

  private static func metadata(_ db: Database, _ id: Int64?) throws -> Metadata {
    guard let id,
      let content = try String.fetchOne(db, sql: "SELECT content FROM metadata_set WHERE id = ?", arguments: [id])
    else { return Metadata() }
    return try MetadataCoding.decode(content)
  }
}
