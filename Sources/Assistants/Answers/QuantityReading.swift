import Foundation
import HealthDatabase
import HealthImport
import HealthModel
import HealthQueries
import OpenHealthKit
import Processes
import Reports

/// A number for a period, and for its parts, from the queries of `ringtop query` and `ringtop summary`.
struct QuantityReading {
  /// What is computed of the values of a type.
  enum Statistic: String, CaseIterable {
    case sum, mean, minimum, maximum, count

    var query: QueryStatistic {
      switch self {
      case .sum: .sum
      case .mean: .avg
      case .minimum: .min
      case .maximum: .max
      case .count: .count
      }
    }
  }

  struct Part {
    var start: Date
    var end: Date
    var zone: TimeZone
    var value: Double?
    var source: String?
  }

  let context: ToolContext
  let entry: QuantityTypeEntry
  let statistic: Statistic
  let unit: HealthUnit

  /// - Throws: `Refusal` for a statistic that means nothing, or a unit of another dimension.
  init(_ entry: QuantityTypeEntry, statistic name: String?, unit unitText: String?, _ context: ToolContext) throws {
    let units = UnlistedTypes.units(of: entry.identifier)
    guard units.isEmpty else {
      let names = units.map { Untrusted.name(ofType: $0.identifier) }.joined(separator: " or ")
      throw Refusal("Its samples came in units that do not convert to each other: ask for \(names).")
    }
    let isCumulative = entry.aggregation == .cumulative
    let statistic = name.flatMap(Statistic.init) ?? (isCumulative ? .sum : .mean)
    switch statistic {
    case .sum where !isCumulative:
      throw Refusal(
        "A sum of \(Untrusted.name(ofType: entry.identifier)) means nothing: its values are measurements, not amounts that add up. Ask for the "
          + "statistic mean, minimum or maximum, or count for the number of samples.")
    case .mean where isCumulative, .minimum where isCumulative, .maximum where isCumulative:
      throw Refusal(
        "Samples of \(Untrusted.name(ofType: entry.identifier)) are parts of an amount, so their \(statistic.rawValue) means nothing. Ask for the "
          + "statistic sum; its answer has perDay, the mean of the days with data. With by day, the rows show the highest "
          + "and the lowest day.")
    default: break
    }
    var unit = entry.unit
    if let unitText {
      guard let asked = try? Amount.unit(unitText), entry.unit.convert(1, to: asked) != nil else {
        throw Refusal(
          "\(Untrusted.name(ofType: entry.identifier)) is measured in \(entry.unit.unitString.isEmpty ? "a unit of its own" : entry.unit.unitString), which \(Untrusted.quoted(unitText)) is not a unit for."
        )
      }
      unit = asked
    }
    (self.context, self.entry, self.statistic, self.unit) = (context, entry, statistic, unit)
  }

  var isOverTime: Bool { statistic == .mean && entry.aggregation == .discreteTemporallyWeighted }

  /// HealthKit's percentages are fractions, which nobody reads so beside the sign.
  static func scale(of unit: HealthUnit) -> Double { unit == .percent ? 100 : 1 }

  private var scale: Double { statistic == .count ? 1 : Self.scale(of: unit) }

  var unitText: String {
    if statistic == .count { return "samples" }
    // A unit that nobody can calculate with is text from the data.
    return entry.unit.unitString == entry.unitText ? unit.unitString : Untrusted.quoted(entry.unitText)
  }

  /// How the number comes from the samples.
  var how: String {
    switch statistic {
    case .sum:
      "Sources are merged: at each moment only the source of highest rank counts, so phone and watch are not added up."
    case .mean where isOverTime:
      "A mean over time: each quarter hour with samples counts the same. Quarter hours without samples are unknown."
    case .mean: "The mean of all samples."
    case .minimum: "The lowest sample."
    case .maximum: "The highest sample."
    case .count: "The number of samples of all sources; sources are not merged."
    }
  }

  /// The days with samples, and those on which the ring of the type was recorded without any.
  ///
  /// - Complexity: O(days).
  func daysWithData(_ days: ClosedRange<Day>) throws -> Int {
    try context.store.dailyStatistics(entry.identifier, days).count { $0 != nil } + ringDays(days).count
  }

  /// What the ring of the type has on days without samples: 0, or the number that only Apple has.
  private func ringDays(_ days: ClosedRange<Day>) throws -> [(day: Day, value: Double)] {
    guard statistic == .sum, context.sharesRings else { return [] }
    let found = try context.store.dailyStatistics(entry.identifier, days)
    let all = try context.store.withRecordedDays(found, of: entry.identifier, days)
    return zip(days, zip(found, all)).compactMap { day, pair in
      pair.0 == nil ? pair.1.flatMap { entry.unit.convert($0.sum, to: unit) }.map { (day, $0) } : nil
    }
  }

  /// The value of the whole period; nil without data.
  func value(_ days: ClosedRange<Day>) throws -> Double? {
    let rows = try rows(days, every: nil)
    let sampled = isOverTime ? try overTime(rows).first ?? nil : rows.first?.value
    return try ringDays(days).reduce(sampled) { ($0 ?? 0) + $1.value }.map { $0 * scale }
  }

  /// The mean of the samples, which `HKStatistics` and `ringtop query --stat avg` have.
  func meanOfSamples(_ days: ClosedRange<Day>) throws -> Double? {
    try rows(days, every: nil).first?.value.map { $0 * scale }
  }

  /// The values of the parts of a period with data, in order.
  func parts(_ days: ClosedRange<Day>, every interval: String, bySource: Bool = false) throws -> [Part] {
    let rows = try rows(days, every: interval, bySource: bySource)
    let means = isOverTime && !bySource ? try overTime(rows) : nil
    var parts = rows.enumerated().map { index, row in
      Part(
        start: row.start, end: row.end, zone: row.zone,
        value: (means.map { $0[index] } ?? row.value).map { $0 * scale }, source: row.source)
    }
    guard !bySource, let parsed = try? QueryInterval(interval), parsed.hasWholeDays else { return parts }
    let unsampled = Dictionary(grouping: try ringDays(days)) { parsed.start($0.day, weekStart: context.weekStart) }
    for (first, days) in unsampled {
      let span = try context.store.intervals(of: first...first)[0].interval
      let value = days.reduce(0) { $0 + $1.value } * scale
      if let index = parts.firstIndex(where: { $0.start == span.lowerBound }) {
        parts[index].value = (parts[index].value ?? 0) + value
      } else {
        let zone = try context.store.zone(of: first)
        parts.append(Part(start: span.lowerBound, end: span.upperBound, zone: zone, value: value))
      }
    }
    return parts.sorted { $0.start < $1.start }
  }

  /// The values of each source by itself.
  func sources(_ days: ClosedRange<Day>) throws -> [Part] {
    try rows(days, every: nil, bySource: true).map {
      Part(start: $0.start, end: $0.end, zone: $0.zone, value: $0.value.map { $0 * scale }, source: $0.source)
    }
  }

  private func rows(_ days: ClosedRange<Day>, every interval: String?, bySource: Bool = false) throws -> [QueryRow] {
    let request = try QueryRequest(
      .quantity(entry), unit: unit == entry.unit ? nil : unit.unitString, condition: nil, every: interval,
      statistic: statistic.query, by: bySource ? .source : nil, formatting: context.formatting)
    return try QueryStatistics(request: request, store: context.health, weekStart: context.weekStart).rows(days)
  }

  /// The means over time of the same parts, as `ringtop show` prints them.
  private func overTime(_ rows: [QueryRow]) throws -> [Double?] {
    let spans = rows.map { $0.start..<max($0.start, $0.end) }
    return try context.store.statisticsOverTime(entry.identifier, over: spans).map { found in
      found?.average.flatMap { entry.unit.convert($0, to: unit) }
    }
  }

  /// Apple's own number for a type of a ring, where every day of the period that is over has one.
  func apple(_ days: ClosedRange<Day>) throws -> (value: Double, days: Int)? {
    guard context.sharesRings, statistic == .sum, unit == entry.unit,
      let (ring, mode) = RingType.ring(of: entry.identifier)
    else { return nil }
    let values = try context.store.audit(days).compactMap { audit -> Double? in
      // With move time the ring counts minutes, not energy.
      guard audit.summary.moveMode == mode ?? audit.summary.moveMode else { return nil }
      return audit[ring].apple
    }
    return values.isEmpty ? nil : (values.reduce(0, +), values.count)
  }
}
