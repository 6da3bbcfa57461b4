import Dashboard
import Foundation
import Graphics
import HealthAnalysis
import HealthDatabase
import HealthModel
import HealthQueries
import Presentation

/// The last workout up to the end of a day, in words.
struct LastWorkout {
  let detail: WorkoutDetail
  private let formatting: Formatting

  /// Nil if there is none.
  init?(_ source: ReportSource) throws {
    var found: WorkoutSummary?
    try source.store.forEachWorkout(WorkoutRequest(limit: 50, readsRates: false)) { workout in
      if workout.day <= source.day { found = workout }
      return found == nil
    }
    guard let row = found?.row, let detail = try WorkoutQuery(row: row).run(in: source) else { return nil }
    (self.detail, formatting) = (detail, source.formatting)
  }

  var title: String { WorkoutWords.title(detail.summary) }

  var subtitle: String {
    let minute = detail.summary.minuteOfDay
    return formatting.longDate(detail.summary.day) + ", " + formatting.time(minutes: Double(minute))
  }

  var facts: [Card.Fact] {
    let summary = detail.summary
    var facts: [Card.Fact] = []
    if let distance = summary.distance, distance > 0 {
      facts.append(
        Card.Fact(name: "Distance", value: "\(formatting.distanceNumber(distance)) \(formatting.distanceUnit.symbol)"))
    }
    facts.append(Card.Fact(name: "Time", value: formatting.clockDuration(summary.duration)))
    if let distance = summary.distance, distance > 0, summary.duration > 0 {
      facts.append(
        Card.Fact(
          name: Formatting.isPaced(summary.activity) ? "Pace" : "Speed",
          value: formatting.speed(distance / summary.duration, of: summary.activity)))
    }
    if let energy = summary.energy {
      facts.append(Card.Fact(name: "Active energy", value: formatting.energyText(energy)))
    }
    if let rate = summary.heartRate {
      facts.append(Card.Fact(name: "Heart rate", value: formatting.number(rate, 0) + " bpm"))
    }
    return facts
  }
}

extension Card {
  /// The last workout: its route, or else its heart rate.
  ///
  /// - Parameter app: draws them.
  static func workout(_ source: ReportSource, _ colors: CardColors, _ app: App) throws -> Card {
    guard let workout = try LastWorkout(source) else {
      return Card(
        title: "Workouts", subtitle: "none up to \(source.formatting.date(source.day))", colors: colors, shape: 1...12
      ) { Drawing(width: $0, height: $1) }
    }
    return Card(
      title: workout.title, subtitle: workout.subtitle, facts: workout.facts, colors: colors,
      shape: workout.detail.track.places.count > 1 ? 0.7...1.25 : 1.4...12
    ) { width, height in
      part(width, height, rows: 10...30, colors.paper) { app.picture(of: workout.detail, size: $0) }
    }
  }
}

/// The last workout up to the end of a day.
struct WorkoutReport: ViewReport {
  private let workout: LastWorkout?
  private let day: Day
  private let today: Day
  private let formatting: Formatting

  init(_ source: ReportSource) throws {
    workout = try LastWorkout(source)
    (day, today, formatting) = (source.day, source.today, source.formatting)
  }

  var plain: String? {
    guard let workout else { return "There is no workout up to \(formatting.date(day)).\n" }
    let table = TextTable(alignments: [.left, .right], rows: workout.facts.map { [$0.name, $0.value] })
    let isEarlier = workout.detail.summary.day < day && day < today
    return (isEarlier ? "No workout on \(formatting.longDate(day)); the last one before it:\n\n" : "")
      + ReportSource.lines("\(workout.title), \(workout.subtitle)", table)
  }

  var json: any Encodable { workout.map { WorkoutJSON($0.detail.summary) } }
}
