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
      var hasBoth = false
      let unit = source.formatting.distanceUnit
      var table = TextTable(
        alignments: [.left, .left, .left, .right, .right, .right, .right, .right],
        rows: [["Date", "Time", "Workout", "Duration", source.formatting.energy.symbol, unit.symbol, "bpm", "Load"]])
      var workouts: [WorkoutSummary] = []
      try source.store.forEachWorkout { workouts.append($0) }
      guard !workouts.isEmpty else { return "There are no workouts.\n" }
      for workout in workouts.sorted(by: { ($0.start, $0.row) > ($1.start, $1.row) }) {
        let load = try? TrainingLoad.banister(workout, history.profile(on: workout.day)).get().value
        hasBoth = hasBoth || load.map { $0.lowerBound < $0.upperBound } ?? false
        table.rows.append(
          [
            workout.day.description, source.formatting.time(minutes: Double(workout.minuteOfDay)),
            WorkoutWords.title(workout),
          ] + source.formatting.cells(of: workout) + [load.map { source.formatting.load($0) } ?? "-"])
      }
      let counted = try source.store.counted(workouts)
      var words = source.formatting.count(counted.count, "workout")
      words += ", " + source.formatting.hoursAndMinutes(counted.reduce(0) { $0 + $1.duration })
      if counted.count < workouts.count { words += ", in " + source.formatting.count(workouts.count, "recording") }
      if hasBoth { words += "; loads for men-for women: the sex is not set" }
      return ReportSource.lines(words, table)
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
