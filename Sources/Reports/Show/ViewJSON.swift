import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
package import HealthModel
import Processes

/// A view for scripts: values in HealthKit's units, dates in ISO 8601.
struct ViewJSON {
  let source: StoreSource
  let weekStart: Int
  let today: Day

  func text(of screen: any Screen, _ day: Day) throws -> String {
    switch screen {
    case is WorkoutsScreen: try workouts()
    case is SleepScreen: try Output.json(SleepJSON(try SleepQuery(upTo: day).run(in: source))) + "\n"
    case is HeartScreen: try Output.json(HeartJSON(try HeartQuery(day).run(in: source))) + "\n"
    case let chart as ChartScreen: try self.chart(chart, day)
    case is SourcesScreen: try sources()
    default: throw Failure(.usage, "This view is not available as JSON.")
    }
  }

  /// An object for one type, an array for several.
  func chart(_ screen: ChartScreen, _ day: Day) throws -> String {
    let known = try source.reading().knownDays(upTo: today) ?? day...day
    let days = screen.period.days(of: day, weekStart: weekStart, known: known)
    if screen.isScatter {
      let week = days.count == 1 ? day.week(startingOn: weekStart) : days
      let query = ScatterQuery(x: screen.types[0], y: screen.types[1], days: week)
      return try Output.json(ScatterJSON(try query.run(in: source))) + "\n"
    }
    let charts = try screen.types.map { type in
      ChartJSON(
        try ChartQuery(type: type, period: screen.period, days: days, weekStart: weekStart).run(in: source))
    }
    return charts.count == 1 ? try Output.json(charts[0]) + "\n" : try Output.jsonArray(charts)
  }

  /// For every type, the sources by rank.
  private func sources() throws -> String {
    try Output.jsonArray(
      try source.reading().typeOverview().sorted { $0.identifier < $1.identifier }.map { type in
        SourcesJSON(try source.reading().sources(ofType: type.identifier))
      })
  }

  private func workouts() throws -> String {
    var lines: [String] = []
    var request = WorkoutRequest()
    while true {
      let page = try source.reading().workouts(request)
      lines += try page.map { try Output.json(WorkoutJSON($0)) }
      guard page.count == request.limit, let last = page.last else { break }
      request.after = last.cursor
    }
    return "[" + (lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n") + "\n") + "]\n"
  }
}

private func text(_ date: Date) -> String { date.formatted(.iso8601) }

private struct WorkoutJSON: Encodable {
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
    start = text(workout.start)
    end = text(workout.end)
    date = workout.day.description
    duration = workout.duration
    energy = workout.energy?.written
    distance = workout.distance?.written
    heartRate = workout.heartRate?.written
  }
}

package struct SourcesJSON: Encodable {
  struct Source: Encodable {
    let name: String
    let hardware: String
    let enteredByHand: Bool
    let samples: Int
    let first: String
    let last: String
  }

  let type: String
  let sources: [Source]

  package init(_ list: SourceList) {
    type = TypeName.short(for: list.type)
    sources = list.entries.map { entry in
      Source(
        name: entry.name, hardware: entry.hardware, enteredByHand: entry.isEnteredByHand, samples: entry.samples,
        first: entry.first.description, last: entry.last.description)
    }
  }
}

private struct SleepJSON: Encodable {
  struct Night: Encodable {
    let date: String
    let bedtime: String
    let wakeUp: String
    /// Seconds.
    let asleep: Double
    let inBed: Double
    let stages: [Stage]
  }

  struct Stage: Encodable {
    let stage: String
    let start: String
    let end: String
  }

  struct Regularity: Encodable {
    /// Minutes after midnight, and the standard deviation.
    let bedtime: Double
    let bedtimeDeviation: Double
    let wakeUp: Double
    let wakeUpDeviation: Double
    let nights: Int
  }

  let nights: [Night]
  let regularity: Regularity?

  init(_ sleep: SleepDays) {
    nights = sleep.nights.values.map(\.night).sorted { $0.day < $1.day }.map { night in
      Night(
        date: night.day.description, bedtime: text(night.bedtime), wakeUp: text(night.wakeUp), asleep: night.asleep,
        inBed: night.inBed,
        stages: night.spans.map {
          Stage(stage: Self.name(of: $0.stage), start: text($0.start), end: text($0.end))
        })
    }
    regularity = sleep.regularity.map {
      Regularity(
        bedtime: $0.bedtime.mean, bedtimeDeviation: $0.bedtime.deviation, wakeUp: $0.wakeUp.mean,
        wakeUpDeviation: $0.wakeUp.deviation, nights: $0.nights)
    }
  }

  private static func name(of stage: SleepStage) -> String {
    CategoryValueSets.sleepAnalysis.members.first { $0.rawValue == stage.rawValue }?.name ?? "\(stage.rawValue)"
  }
}

private struct HeartJSON: Encodable {
  struct Values: Encodable {
    let date: String?
    let hour: Int?
    let min: Double?
    let max: Double?
    let avg: Double?
    let count: Int
  }

  struct Event: Encodable {
    let kind: String
    let date: String
    let time: String
  }

  let date: String
  let hours: [Values]
  let days: [Values]
  /// By name, one value per day, oldest first.
  let measures: [String: [Double?]]
  let events: [Event]

  init(_ heart: HeartDay) {
    date = heart.day.description
    func values(_ found: BucketStatistics?, date: Day? = nil, hour: Int? = nil) -> Values {
      Values(
        date: date?.description, hour: hour, min: found?.minimum?.written, max: found?.maximum?.written,
        avg: found?.average?.written, count: found?.count ?? 0)
    }
    hours = heart.hours.map { values($0.values, hour: $0.hour) }
    let first = heart.day - (heart.ranges.count - 1)
    days = heart.ranges.enumerated().map { values($1, date: first + $0) }
    measures = Dictionary(uniqueKeysWithValues: heart.measures.map { (TypeName.short(for: $0.rawValue), $1) })
    events = heart.events.map { event in
      let (hour, minute) = (event.minuteOfDay / 60, event.minuteOfDay % 60)
      return Event(
        kind: "\(event.kind)", date: event.day.description,
        time: (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)")
    }
  }
}

struct ChartJSON: Encodable {
  struct Bar: Encodable {
    let from: String
    let to: String
    let hour: Int?
    let sum: Double?
    let avg: Double?
    let min: Double?
    let max: Double?
    let count: Int

    init(_ bar: ChartSeries.Bar, isCumulative: Bool) {
      from = bar.days.lowerBound.description
      to = bar.days.upperBound.description
      hour = bar.hour
      sum = isCumulative ? bar.values?.sum.written : nil
      avg = isCumulative ? nil : bar.values?.average?.written
      min = isCumulative ? nil : bar.values?.minimum?.written
      max = isCumulative ? nil : bar.values?.maximum?.written
      count = bar.values?.count ?? 0
    }
  }

  let type: String
  let unit: String
  let from: String
  let to: String
  let bars: [Bar]
  let before: [Bar]?

  init(_ series: ChartSeries) {
    type = TypeName.short(for: series.type)
    unit = QuantityTypeCatalog.entry(for: series.type)?.unit.unitString ?? ""
    from = series.days.lowerBound.description
    to = series.days.upperBound.description
    let isCumulative = series.isCumulative
    bars = series.bars.map { Bar($0, isCumulative: isCumulative) }
    before = series.before?.bars.map { Bar($0, isCumulative: isCumulative) }
  }
}

struct ScatterJSON: Encodable {
  struct Point: Encodable {
    let date: String
    let x: Double?
    let y: Double?
  }

  let x: String
  let y: String
  let from: String
  let to: String
  /// Pearson's coefficient, and the regression line.
  let correlation: Double?
  let slope: Double?
  let offset: Double?
  let points: [Point]

  init(_ scatter: Scatter) {
    x = TypeName.short(for: scatter.x)
    y = TypeName.short(for: scatter.y)
    from = scatter.days.lowerBound.description
    to = scatter.days.upperBound.description
    correlation = scatter.correlation?.written
    slope = scatter.fit?.slope.written
    offset = scatter.fit?.offset.written
    points = scatter.points.map { Point(date: $0.day.description, x: $0.x.written, y: $0.y.written) }
  }
}
