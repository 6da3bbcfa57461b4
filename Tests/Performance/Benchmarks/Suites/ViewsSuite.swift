import HealthModel

/// The views as printed by `ringtop show`, including their queries, on five million samples of ten years, compared
/// with handwritten SQL for the same results in one `sqlite3`.
struct ViewsSuite {
  let materials: Materials
  let rounds: Int

  /// The seconds allowed for starting a program and drawing a frame, in addition to reading.
  private static let allowance = 0.030
  private static let goal = 1.5

  private struct View {
    var name: String
    var arguments: [String]
    var sql: String
  }

  func run(_ report: inout Report) throws {
    let store = try materials.store(days: Materials.manyDays)
    for view in Self.views {
      note("views: \(view.name)")
      let program = try materials.program(view.arguments + ["--store", store])
      let baseline = try Program("sqlite3", [store, view.sql])
      let trial = try Trial(rounds: rounds * 4, warmUp: 2, [{ try program.run() }, { try baseline.run() }])
      let (ours, theirs) = (trial.cost(0), trial.cost(1))
      let ratio = ours.ratio(to: theirs)
      report.compare(
        "view \(view.name)", ours.text, to: "sqlite3: \(theirs.text)", ratio: ratio.wall, cpuRatio: ratio.cpu,
        atMost: Self.goal, plus: Figure.time(Self.allowance),
        isMet: ours.seconds - Self.allowance <= theirs.seconds * Self.goal)
    }
  }

  private static func type(_ name: String) -> String {
    "(SELECT id FROM sample_type WHERE identifier = '\(name)')"
  }

  /// Sums of a type by days before its last sample.
  private static func sums(_ name: String, days: Int) -> String {
    let type = type("HKQuantityTypeIdentifier" + name)
    return """
      SELECT CAST(start / 86400 AS INTEGER) AS day, sum(value) FROM sample WHERE type_id = \(type)
        AND start > (SELECT max(start) FROM sample WHERE type_id = \(type)) - \(days) * 86400 GROUP BY day;
      """
  }

  private static let days = """
    SELECT day, move, exercise, stand, move_goal, exercise_goal, stand_goal, paused FROM day_summary ORDER BY day;
    """

  /// What a measure of workouts must read of a type: for each workout the values while it lasted.
  ///
  /// - Parameter days: those before the last workout.
  private static func duringWorkouts(_ name: String, days: Int = 100_000) -> String {
    """
    SELECT workout.start, count(*), sum(sample.value), max(sample.value) FROM sample AS workout
    CROSS JOIN sample INDEXED BY sample_by_type_and_start ON sample.type_id = \(type("HKQuantityTypeIdentifier" + name))
      AND sample.start >= workout.start AND sample.start < workout.end
    WHERE workout.type_id = \(type(TypeIdentifier.workout)) AND workout.start >
      (SELECT max(start) FROM sample WHERE type_id = \(type(TypeIdentifier.workout))) - \(days) * 86400
    GROUP BY workout.id;
    """
  }

  /// The sleep of the last days.
  private static func sleep(days: Int) -> String {
    """
    SELECT start, end, value FROM sample WHERE type_id = \(type(TypeIdentifier.sleepAnalysis))
      AND start > (SELECT max(start) FROM sample) - \(days) * 86400 ORDER BY start;
    """
  }

  /// Means of a type by day, of the last days.
  private static func means(_ name: String, days: Int) -> String {
    sums(name, days: days).replacing("sum(value)", with: "avg(value), max(value)")
  }

  private static var views: [View] {
    let heart = type(TypeIdentifier.heartRate)
    return [
      View(
        name: "training", arguments: ["show", "--view", "training"],
        sql: duringWorkouts("HeartRate", days: 1_000) + means("RestingHeartRate", days: 1_028)
          + means("HeartRate", days: 1_365)
          + means("VO2Max", days: 730)),
      View(
        name: "day", arguments: ["show"],
        sql: days + sleep(days: 62)
          + ["HeartRate", "RespiratoryRate", "OxygenSaturation"].map { means($0, days: 61) }.joined()),
      View(
        name: "recovery", arguments: ["show", "--view", "recovery"],
        sql: sleep(days: 90)
          + ["HeartRate", "RespiratoryRate", "OxygenSaturation", "HeartRateVariabilitySDNN"]
          .map { means($0, days: 61) }.joined()),
      View(
        name: "records", arguments: ["show", "--view", "records"],
        sql: duringWorkouts("HeartRate") + duringWorkouts("DistanceWalkingRunning")),
      View(name: "year", arguments: ["show", "--view", "year"], sql: days),
      View(
        name: "streaks", arguments: ["show", "--view", "streaks"],
        sql: days + "SELECT start, value FROM sample WHERE type_id = \(type(TypeIdentifier.workout)) ORDER BY start;"),
      View(
        name: "trends", arguments: ["show", "--view", "trends"],
        sql: days
          + ["StepCount", "DistanceWalkingRunning", "FlightsClimbed", "RestingHeartRate"].map { sums($0, days: 365) }
          .joined()),
      View(
        name: "workouts", arguments: ["show", "--view", "workouts"],
        sql: """
          SELECT start, end, value, (SELECT sum FROM workout_statistics WHERE workout_id = sample.id LIMIT 1)
          FROM sample WHERE type_id = \(type(TypeIdentifier.workout)) ORDER BY start DESC;
          """
            // The load of each needs its heart rates, and those of the days before it.
            + duringWorkouts("HeartRate") + means("RestingHeartRate", days: 4_000) + means("HeartRate", days: 4_000)),
      View(
        name: "sleep", arguments: ["show", "--view", "sleep"],
        sql: sleep(days: 29)),
      View(
        name: "heart", arguments: ["show", "--view", "heart"],
        sql: """
          SELECT CAST(start / 3600 AS INTEGER) AS hour, min(value), max(value), avg(value) FROM sample
          WHERE type_id = \(heart) AND start > (SELECT max(start) FROM sample WHERE type_id = \(heart)) - 28 * 86400
          GROUP BY hour;
          """),
      View(name: "chart of a month", arguments: ["chart", "steps"], sql: sums("StepCount", days: 61)),
      View(
        name: "chart of all", arguments: ["chart", "move", "--period", "all"],
        sql: sums("ActiveEnergyBurned", days: 4_000)),
      View(
        name: "scatter of a year", arguments: ["chart", "steps", "move", "--scatter", "--period", "year"],
        sql: sums("StepCount", days: 365) + sums("ActiveEnergyBurned", days: 365)),
      View(
        name: "sources", arguments: ["sources", "move"],
        sql: """
          SELECT source.name, count(*), min(start), max(start) FROM sample
          JOIN provenance ON provenance.id = provenance_id JOIN source ON source.id = source_id
          WHERE type_id = \(type(TypeIdentifier.activeEnergyBurned)) GROUP BY source.name;
          """),
    ]
  }
}
