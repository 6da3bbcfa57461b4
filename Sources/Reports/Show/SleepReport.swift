import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import Presentation

/// The nights of the last weeks.
struct SleepReport: ViewReport {
  private let sleep: SleepDays
  private let day: Day
  private let today: Day
  private let formatting: Formatting

  init(_ source: ReportSource) throws {
    sleep = try SleepQuery(upTo: source.day).run(in: source)
    (day, today, formatting) = (source.day, source.today, source.formatting)
  }

  var plain: String? {
    let hasNaps = sleep.nights.values.contains { $0.night.naps > 0 }
    var table = TextTable(
      alignments: [.left, .left, .left] + Array(repeating: .right, count: 7),
      rows: [
        ["Night to", "Bedtime", "Up", "In bed", "Asleep", "Deep", "Core", "REM", "Awake"] + (hasNaps ? ["Naps"] : [])
      ])
    for night in sleep.nights.values.sorted(by: { $0.night.day < $1.night.day }) {
      func words(_ seconds: Double) -> String { seconds > 0 ? formatting.hoursAndMinutes(seconds) : "-" }
      func time(_ stage: SleepStage) -> String { words(night.night.duration(stage)) }
      table.rows.append(
        [
          night.night.day.description, formatting.time(minutes: night.bedtime), formatting.time(minutes: night.wakeUp),
          formatting.hoursAndMinutes(night.shownInBed), night.night.asleep.map(formatting.hoursAndMinutes) ?? "-",
          time(.deep), time(.core), time(.rem), time(.awake),
        ] + (hasNaps ? [words(night.night.naps)] : []))
    }
    let heading =
      "\(SleepDays.nights) nights up to \(formatting.longDate(day))\(day > today ? ", which has not come yet" : "")"
    guard !sleep.nights.isEmpty else { return "\(heading): no data.\n" }
    return ReportSource.lines(heading, table)
  }

  var json: any Encodable { SleepJSON(sleep) }
}

private struct SleepJSON: Encodable {
  struct Night: Encodable {
    let date: String
    let bedtime: String
    let wakeUp: String
    /// Seconds.
    let asleep: Double?
    let naps: Double
    let inBed: Double
    let stages: [Stage]

    private enum Key: CodingKey { case date, bedtime, wakeUp, asleep, naps, inBed, stages }

    func encode(to encoder: any Encoder) throws {
      var object = encoder.container(keyedBy: Key.self)
      try object.encode(date, forKey: .date)
      try object.encode(bedtime, forKey: .bedtime)
      try object.encode(wakeUp, forKey: .wakeUp)
      // null where only the time in bed is known.
      try object.encode(asleep, forKey: .asleep)
      try object.encode(naps, forKey: .naps)
      try object.encode(inBed, forKey: .inBed)
      try object.encode(stages, forKey: .stages)
    }
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
        date: night.day.description, bedtime: night.bedtime.formatted(.iso8601),
        wakeUp: night.wakeUp.formatted(.iso8601), asleep: night.asleep,
        naps: night.naps, inBed: night.inBed,
        stages: night.spans.map {
          Stage(stage: Self.name(of: $0.stage), start: $0.start.formatted(.iso8601), end: $0.end.formatted(.iso8601))
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
