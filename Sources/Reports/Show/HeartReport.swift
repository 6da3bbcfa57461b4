import Dashboard
import Foundation
import HealthAnalysis
import HealthDatabase
import HealthModel
import Presentation
import Processes

/// The heart rate of a day, and the heart's measures of the days before it.
struct HeartReport: ViewReport {
  private let heart: HeartDay
  private let absence: String
  private let formatting: Formatting

  init(_ source: ReportSource) throws {
    heart = try HeartQuery(source.day).run(in: source)
    formatting = source.formatting
    absence = source.day > source.today ? "This day has not come yet." : "Nothing was measured on this day."
  }

  var plain: String? {
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
    var parts = ["Heart rate in bpm, means over time, \(formatting.longDate(heart.day))"]
    parts.append(hours.rows.count > 1 ? hours.lines().joined(separator: "\n") : absence)
    if days.rows.count > 1 { parts.append(days.lines().joined(separator: "\n")) }
    let events = heart.events.map { event in
      "\(event.day) \(formatting.time(minutes: Double(event.minuteOfDay)))  \(event.kind.name)"
    }
    if !events.isEmpty { parts.append(events.joined(separator: "\n")) }
    return parts.joined(separator: "\n\n") + "\n"
  }

  var json: any Encodable { HeartJSON(heart) }
}

private struct HeartJSON: Encodable {
  struct Values: Encodable {
    let date: String?
    let hour: Int?
    let min: Double?
    let max: Double?
    /// The mean over time.
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
      Event(
        kind: "\(event.kind)", date: event.day.description,
        time: (event.minuteOfDay / 60).twoDigits + ":" + (event.minuteOfDay % 60).twoDigits)
    }
  }
}
