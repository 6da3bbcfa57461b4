import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes

struct WorkoutsReport: ViewReport {
  private let source: ReportSource

  init(_ source: ReportSource) {
    self.source = source
  }

  var plain: String? {
    get throws {
      let history = try source.store.heartRateHistory(Day.distantPast...source.today, chosen: source.heartRateLimits)
      var (count, duration) = (0, 0.0)
      let unit = source.formatting.distanceUnit
      var table = TextTable(
        alignments: [.left, .left, .left, .right, .right, .right, .right, .right],
        rows: [["Date", "Time", "Workout", "Duration", source.formatting.energy.symbol, unit.symbol, "bpm", "Load"]])
      try source.store.forEachWorkout(WorkoutRequest(limit: 1_000)) { workout in
        let load = try? TrainingLoad.banister(workout, history.profile(on: workout.day)).get().value
        count += 1
        duration += workout.duration
        table.rows.append([
          workout.day.description,
          source.formatting.time(minutes: Double(workout.minuteOfDay)),
          WorkoutWords.title(workout), source.formatting.clockDuration(workout.duration),
          workout.energy.map(source.formatting.energyNumber) ?? "-",
          workout.distance.map { source.formatting.number($0 / unit.metres, 2) } ?? "-",
          workout.heartRate.map { source.formatting.number($0, 0) } ?? "-",
          load.map(source.formatting.load) ?? "-",
        ])
        return true
      }
      guard count > 0 else { return "There are no workouts.\n" }
      return ReportSource.lines(
        source.formatting.count(count, "workout") + ", "
          + source.formatting.hoursAndMinutes(duration), table)
    }
  }

  var json: any Encodable {
    get throws {
      var workouts: [WorkoutJSON] = []
      try source.store.forEachWorkout(WorkoutRequest()) { workout in
        workouts.append(WorkoutJSON(workout))
        return true
      }
      return workouts
    }
  }
}

struct WorkoutJSON: Encodable {
  let activity: String
  let start: String
  let end: String
  let date: String
  /// Seconds without pauses.
  let duration: Double
  let energy: Double?
  let distance: Double?
  let heartRate: Double?

  init(_ workout: WorkoutSummary) {
    activity = workout.name
    start = workout.start.formatted(.iso8601)
    end = workout.end.formatted(.iso8601)
    date = workout.day.description
    duration = workout.duration
    energy = workout.energy?.written
    distance = workout.distance?.written
    heartRate = workout.heartRate?.written
  }
}
