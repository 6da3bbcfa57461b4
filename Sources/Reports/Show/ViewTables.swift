import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel

/// Lists as text: every row, in aligned columns, without screen elements.
struct ViewTables {
  let source: StoreSource
  let formatting: Formatting
  let weekStart: Int

  /// - Returns: nil if the screen is not a list.
  func text(of screen: any Screen, _ day: Day) throws -> String? {
    switch screen {
    case is WorkoutsScreen: try workouts()
    case is SourcesScreen: try sources()
    case is SleepScreen: sleep(try SleepQuery(upTo: day).run(in: source), day)
    case is HeartScreen: heart(try HeartQuery(day).run(in: source))
    default: nil
    }
  }

  private func lines(_ heading: String, _ table: TextTable) -> String {
    ([heading, ""] + table.lines()).joined(separator: "\n") + "\n"
  }

  // MARK: - Workouts

  private func workouts() throws -> String {
    let overview = try WorkoutOverviewQuery(weekStart: weekStart).run(in: source)
    let unit = formatting.distanceUnit
    var table = TextTable(
      alignments: [.left, .left, .left, .right, .right, .right, .right, .right],
      rows: [["Date", "Time", "Workout", "Duration", formatting.energy.symbol, unit.symbol, "bpm", "Load"]])
    var request = WorkoutRequest(limit: 1_000)
    while true {
      let page = try source.reading().workouts(request)
      for workout in page {
        let load = TrainingLoad.value(
          duration: workout.duration, averageRate: workout.heartRate, zones: overview.zones)
        table.rows.append([
          workout.day.description,
          formatting.time(hour: workout.minuteOfDay / 60, minute: workout.minuteOfDay % 60),
          WorkoutWords.title(workout.activity), formatting.clockDuration(workout.duration),
          workout.energy.map { formatting.number(($0 * formatting.energy.perKilocalorie).rounded(.down), 0) } ?? "-",
          workout.distance.map { formatting.number($0 / unit.metres, 2) } ?? "-",
          workout.heartRate.map { formatting.number($0, 0) } ?? "-", load.map { formatting.number($0, 0) } ?? "-",
        ])
      }
      guard page.count == request.limit, let last = page.last else { break }
      request.after = last.cursor
    }
    let count = overview.all.count
    guard count > 0 else { return "There are no workouts.\n" }
    return lines(
      formatting.count(count, "workout") + ", "
        + formatting.hoursAndMinutes(overview.all.duration), table)
  }

  // MARK: - Sources

  private func sources() throws -> String {
    let types = Set(try source.reading().typeOverview().map(\.identifier)).sorted {
      TypeWords.title($0) < TypeWords.title($1)
    }
    var table = TextTable(
      alignments: [.left, .right, .left, .left, .right, .left, .left],
      rows: [["Type", "Rank", "Source", "Device", "Samples", "First", "Last"]])
    for type in types {
      for (index, entry) in try source.reading().sources(ofType: type).entries.enumerated() {
        table.rows.append([
          index == 0 ? TypeWords.title(type) : "", "\(index + 1)", entry.name, entry.hardware,
          formatting.number(entry.samples), entry.first.description, entry.last.description,
        ])
      }
    }
    return types.isEmpty ? "There are no samples yet.\n" : table.lines().joined(separator: "\n") + "\n"
  }

  // MARK: - Sleep

  private func sleep(_ sleep: SleepDays, _ day: Day) -> String {
    var table = TextTable(
      alignments: [.left, .left, .left] + Array(repeating: .right, count: 6),
      rows: [["Night to", "Bedtime", "Up", "In bed", "Asleep", "Deep", "Core", "REM", "Awake"]])
    for night in sleep.nights.values.sorted(by: { $0.night.day < $1.night.day }) {
      func time(_ stage: SleepStage) -> String {
        let seconds = night.night.duration(stage)
        return seconds > 0 ? formatting.hoursAndMinutes(seconds) : "-"
      }
      table.rows.append([
        night.night.day.description, formatting.time(minutes: night.bedtime), formatting.time(minutes: night.wakeUp),
        formatting.hoursAndMinutes(night.shownInBed), formatting.hoursAndMinutes(night.night.asleep), time(.deep),
        time(.core), time(.rem), time(.awake),
      ])
    }
    let heading = "\(SleepDays.nights) nights up to \(formatting.longDate(day))"
    guard !sleep.nights.isEmpty else { return "\(heading): no data.\n" }
    return lines(heading, table)
  }

  // MARK: - Heart

  private func heart(_ heart: HeartDay) -> String {
    func range(_ values: BucketStatistics?) -> [String] {
      [values?.minimum, values?.maximum, values?.average].map { $0.map { formatting.number($0, 0) } ?? "-" }
    }
    var hours = TextTable(
      alignments: [.left, .right, .right, .right], rows: [["Hour", "Lowest", "Highest", "Mean"]])
    for hour in heart.hours where hour.values != nil {
      hours.rows.append([formatting.hour(hour.hour)] + range(hour.values))
    }
    let measures = HeartDay.Measure.allCases
    var days = TextTable(
      alignments: [.left] + Array(repeating: .right, count: 3 + measures.count),
      rows: [["Day", "Lowest", "Highest", "Mean"] + measures.map(\.name)])
    let first = heart.day - (heart.ranges.count - 1)
    for (index, values) in heart.ranges.enumerated() {
      let own = measures.map { measure -> String in
        guard let known = heart.measures[measure], known.indices.contains(index), let value = known[index] else {
          return "-"
        }
        return formatting.number(value, measure.decimals)
      }
      guard values != nil || own.contains(where: { $0 != "-" }) else { continue }
      days.rows.append([(first + index).description] + range(values) + own)
    }
    var parts = ["Heart rate in bpm, \(formatting.longDate(heart.day))"]
    parts.append(hours.rows.count > 1 ? hours.lines().joined(separator: "\n") : "Nothing was measured on this day.")
    if days.rows.count > 1 { parts.append(days.lines().joined(separator: "\n")) }
    let events = heart.events.map { event in
      "\(event.day) \(formatting.time(hour: event.minuteOfDay / 60, minute: event.minuteOfDay % 60))  \(event.kind.name)"
    }
    if !events.isEmpty { parts.append(events.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n") + "\n"
  }
}
