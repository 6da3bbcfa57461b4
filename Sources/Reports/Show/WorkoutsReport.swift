import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation
import Processes

/// All workouts.
struct WorkoutsReport: ViewReport {
  private let source: ReportSource

  init(_ source: ReportSource) {
    self.source = source
  }

  var plain: String? {
    get throws {
      let history = try source.store.heartRateHistory(Day.distantPast...source.today, chosen: source.heartRateLimits)
      var (count, duration, hasBoth) = (0, 0.0, false)
      let unit = source.formatting.distanceUnit
      var table = TextTable(
        alignments: [.left, .left, .left, .right, .right, .right, .right, .right],
        rows: [["Date", "Time", "Workout", "Duration", source.formatting.energy.symbol, unit.symbol, "bpm", "Load"]])
      var request = WorkoutRequest(limit: 1_000)
      while true {
        let page = try source.store.workouts(request)
        for workout in page {
          let load = try? TrainingLoad.banister(workout, history.profile(on: workout.day)).get().value
          count += 1
          duration += workout.duration
          hasBoth = hasBoth || load.map { $0.lowerBound < $0.upperBound } ?? false
          table.rows.append([
            workout.day.description,
            source.formatting.time(minutes: Double(workout.minuteOfDay)),
            WorkoutWords.title(workout), source.formatting.clockDuration(workout.duration),
            workout.energy.map(source.formatting.energyNumber) ?? "-",
            workout.distance.map { source.formatting.number($0 / unit.metres, 2) } ?? "-",
            workout.heartRate.map { source.formatting.number($0, 0) } ?? "-",
            load.map { source.formatting.load($0) } ?? "-",
          ])
        }
        guard page.count == request.limit, let last = page.last else { break }
        request.after = last.cursor
      }
      guard count > 0 else { return "There are no workouts.\n" }
      return ReportSource.lines(
        source.formatting.count(count, "workout") + ", "
          + source.formatting.hoursAndMinutes(duration)
          + (hasBoth ? "; loads for men-for women: the sex is not set" : ""), table)
    }
  }

  var json: any Encodable {
    get throws {
      var workouts: [WorkoutJSON] = []
      var request = WorkoutRequest()
      while true {
        let page = try source.store.workouts(request)
        workouts += page.map(WorkoutJSON.init)
        guard page.count == request.limit, let last = page.last else { break }
        request.after = last.cursor
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
