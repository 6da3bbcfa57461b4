import GRDB
package import HealthDatabase
import HealthModel

/// Views of the store with readable names, for SQLite's shell and other SQL tools.
///
/// They are temporary views: the store's own tables may change with any version, these do not.
package enum PlainViews {
  /// The short name of the type `t`; what `TypeName` does not know has its identifier.
  private static func typeName(_ identifier: String) -> String {
    "coalesce((SELECT name FROM temp.type_name AS n WHERE n.identifier = t.identifier), \(identifier))"
  }

  /// A function would be clearer, but SQLite's shell does not have ours.
  private static var typeNames: String {
    """
    CREATE TEMP TABLE type_name (identifier TEXT PRIMARY KEY, name TEXT) WITHOUT ROWID;
    INSERT INTO type_name VALUES \(TypeName.all.map { "('\($0.identifier)', '\($0.name)')" }.joined(separator: ", "));
    """
  }

  /// Converts seconds since 2001 to UTC.
  private static func time(_ column: String) -> String { "datetime(\(column) + 978307200, 'unixepoch')" }

  private static let number =
    "CASE unit WHEN 'kJ' THEN 1 / 4.184 WHEN 'J' THEN 1 / 4184.0 WHEN 'cal' THEN 0.001 WHEN 'km' THEN 1000 "
    + "WHEN 'mi' THEN 1609.344 WHEN 'ft' THEN 0.3048 WHEN 'yd' THEN 0.9144 ELSE 1 END"

  private static func total(_ types: String, _ value: String) -> String {
    "(SELECT \(value) FROM main.workout_statistics AS w WHERE w.workout_id = s.id AND w.activity_id IS NULL AND \(types))"
  }

  /// The mean heart rate during a workout without a stored one, as `HeartRateTimes` weighs rates. Programs that read the
  /// views have none of our functions.
  private static let measuredRate = """
    (SELECT sum(h.value * h.held) / nullif(sum(h.held), 0) FROM (
      SELECT r.value, max(0, r.held - coalesce((
        SELECT sum(max(0, min(r.start + r.held, coalesce(p.until, s.end)) - max(r.start, p.start))) FROM (\(pauses)) AS p
      ), 0)) AS held FROM (
        SELECT q.start, q.value,
          min(\(HeartRateTimes.longestHold), coalesce(lead(q.start) OVER (ORDER BY q.start), s.end) - q.start) AS held
        FROM main.sample AS q
        WHERE q.type_id = (SELECT id FROM main.sample_type WHERE identifier = '\(TypeIdentifier.heartRate)' ORDER BY id LIMIT 1)
          AND q.start >= s.start AND q.start < s.end AND q.value > 0
      ) AS r) AS h)
    """
  private static let pauses = """
    SELECT e.start, (SELECT min(f.start) FROM main.workout_event AS f
      WHERE f.workout_id = s.id AND f.type = e.type + 1 AND f.start >= e.start) AS until
    FROM main.workout_event AS e WHERE e.workout_id = s.id AND e.type IN (1, 5)
    """

  /// The expressions for the texts that come from imported files. The tables have the aliases that the views use.
  struct Names {
    var identifier = "t.identifier"
    var unit = "t.unit"
    var source = "o.name"
    var device = "d.name"
    /// The word of a value that is in no catalog.
    var word = """
      (SELECT json_extract(e.value, '$.text') FROM main.metadata_set AS m, json_each(m.content) AS e
        WHERE m.id = s.metadata_id AND json_extract(e.value, '$.key') = '\(MetadataKey.unknownValue)')
      """

    init() {}

    /// - Parameter printed: a text as it is printed. Where it differs, the expression contains it as a literal.
    init(_ db: Database, printed: (String) -> String) throws {
      word = "NULL"
      func expression(_ table: String, _ place: String) throws -> String {
        let column = place.split(separator: ".")[1]
        let rows = try Row.fetchCursor(
          db, sql: "SELECT id, \(column) FROM \(table) WHERE typeof(\(column)) = 'text'")
        var cases = ""
        while let row = try rows.next() {
          let text: String = try row.value(1, table)
          let harmless = printed(text)
          guard harmless != text else { continue }
          cases += " WHEN \(try row.value(0, table) as Int64) THEN '\(harmless.replacing("'", with: "''"))'"
        }
        return cases.isEmpty ? place : "CASE \(place.prefix(1)).id\(cases) ELSE \(place) END"
      }
      identifier = try expression("sample_type", identifier)
      unit = try expression("sample_type", unit)
      source = try expression("source", source)
      device = try expression("device", device)
    }
  }

  /// The statements that create the views, without the days that the store has marked as stale.
  static func statements(
    activities: [WorkoutActivityEntry], stages: [(Int, String)], names: Names = Names()
  ) -> String {
    let activityNames = activities.map { "WHEN \($0.rawValue) THEN '\($0.name)'" }.joined(separator: " ")
    let stageNames = stages.map { "WHEN \($0.0) THEN '\($0.1)'" }.joined(separator: " ")
    return """
      \(typeNames)
      CREATE TEMP VIEW sample AS
        SELECT s.id, \(typeName(names.identifier)) AS type, \(time("s.start")) AS start, \(time("s.end")) AS end,
          s.start + 978307200 AS start_unix, s.end + 978307200 AS end_unix, s.value, \(names.unit) AS unit,
          \(names.source) AS source, \(names.device) AS device, s.flags & \(SampleFlag.enteredByHand) AS entered_by_hand
        FROM main.sample AS s JOIN main.sample_type AS t ON t.id = s.type_id
        LEFT JOIN main.provenance AS p ON p.id = s.provenance_id LEFT JOIN main.source AS o ON o.id = p.source_id
        LEFT JOIN main.device AS d ON d.id = p.device_id;
      CREATE TEMP VIEW type AS
        SELECT \(typeName(names.identifier)) AS type, \(names.identifier) AS identifier, \(names.unit) AS unit, coalesce((SELECT sum(uses) FROM main.source_type AS u
          WHERE u.type_id = t.id), 0) AS samples FROM main.sample_type AS t;
      CREATE TEMP VIEW workout AS
        SELECT s.id, CASE WHEN s.value = \(WorkoutActivityCatalog.other) AND \(names.word) IS NOT NULL THEN \(names.word)
            ELSE CASE s.value \(activityNames) ELSE 'workout' END END AS activity, \(time("s.start")) AS start,
          \(time("s.end")) AS end, s.start + 978307200 AS start_unix,
          coalesce(k.duration, s.end - s.start) AS duration_seconds,
          \(total("w.type = 'HKQuantityTypeIdentifierActiveEnergyBurned'", "sum(w.sum * \(number))")) AS energy_kcal,
          \(total("w.type LIKE 'HKQuantityTypeIdentifierDistance%'", "sum(w.sum * \(number))")) AS distance_m,
          coalesce(\(total("w.type = '\(TypeIdentifier.heartRate)'", "avg(w.average)")), \(measuredRate)) AS heart_rate,
          \(names.source) AS source
        FROM main.sample AS s JOIN main.sample_type AS t ON t.id = s.type_id AND t.identifier = 'HKWorkoutTypeIdentifier'
        LEFT JOIN main.workout AS k ON k.sample_id = s.id
        LEFT JOIN main.provenance AS p ON p.id = s.provenance_id LEFT JOIN main.source AS o ON o.id = p.source_id;
      CREATE TEMP VIEW sleep AS
        SELECT s.id, CASE CAST(s.value AS INTEGER) \(stageNames) 
            ELSE coalesce(CAST(CAST(s.value AS INTEGER) AS TEXT), \(names.word)) END AS stage,
          \(time("s.start")) AS start, \(time("s.end")) AS end, s.start + 978307200 AS start_unix, s.end - s.start AS seconds,
          \(names.source) AS source
        FROM main.sample AS s JOIN main.sample_type AS t
          ON t.id = s.type_id AND t.identifier = 'HKCategoryTypeIdentifierSleepAnalysis'
        LEFT JOIN main.provenance AS p ON p.id = s.provenance_id LEFT JOIN main.source AS o ON o.id = p.source_id;

      """
  }

  private static let dayColumns = """
    date, move, move_goal, exercise, exercise_goal, stand, stand_goal, move_unit, paused, basis
    """

  /// The view of days: the valid rows, and those recomputed for the view.
  static func days(_ computed: [DaySummary]) -> String {
    func number(_ value: Double?) -> String { value.flatMap { $0.isFinite ? "\($0)" : nil } ?? "NULL" }
    let rows = computed.map { day in
      let rings = Ring.allCases.map { "\(number(day[$0].rounded.value)), \(number(day[$0].goal))" }.joined(
        separator: ", ")
      return "SELECT '\(day.day)', \(rings), '\(day.moveMode == .moveTime ? "min" : "kcal")', "
        + "\(day.isPaused ? 1 : 0), '\(day.basis.rawValue)'"
    }
    let bases = "CASE basis WHEN 1 THEN 'apple' WHEN 2 THEN 'computed' ELSE 'none' END"
    // As `RingValue.rounded`.
    let rings = ["move", "exercise", "stand"].map { ring in
      "CASE WHEN \(ring) >= \(ring)_goal * (1 - 1e-12) THEN max(round(\(ring), 9), \(ring)_goal) "
        + "ELSE round(\(ring), 9) END, \(ring)_goal"
    }
    return """
      CREATE TEMP VIEW day (\(dayColumns)) AS
        SELECT date(day * 86400, 'unixepoch'), \(rings.joined(separator: ", ")),
          CASE mode WHEN 2 THEN 'min' ELSE 'kcal' END, paused, \(bases)
        FROM main.day_summary WHERE stale = 0 AND (basis != 0 OR paused != 0)\(rows.isEmpty ? "" : "\n  UNION ALL ")\(rows.joined(separator: "\n  UNION ALL "));

      """
  }
}

extension Store {
  /// The names of the devices that measured samples, sorted.
  package func deviceNames() throws -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT DISTINCT name FROM device WHERE name IS NOT NULL ORDER BY name") }
  }

  /// SQL that creates views with readable names over the store's tables: `day`, `sample`, `type`, `workout`, `sleep`.
  ///
  /// Stale days are recomputed and included in the statement.
  ///
  /// - Parameter printed: a text from an imported file as the views contain it; nil for the text itself.
  package func plainViews(printed: ((String) -> String)? = nil) throws -> String {
    let names = try printed.map { printed in try read { try PlainViews.Names($0, printed: printed) } }
    let stale = try read { db in
      try StoredDay.all(
        db, "SELECT day FROM day_summary WHERE stale != 0 ORDER BY day LIMIT 5000", table: "day_summary")
    }
    let computed = try stale.flatMap { try summaries($0...$0) }
    return PlainViews.statements(
      activities: WorkoutActivityCatalog.all,
      stages: SleepStage.allCases.map { stage in
        (stage.rawValue, CategoryValueSets.sleepAnalysis.members.first { $0.rawValue == stage.rawValue }?.name ?? "")
      }, names: names ?? PlainViews.Names()) + PlainViews.days(computed)
  }
}
