package import Dashboard
import Foundation
package import HealthAnalysis
import HealthDatabase
import HealthModel

extension Store {
  /// A chart of a quantity type, with the previous period.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func chart(_ request: ChartRequest) throws -> ChartSeries {
    let isCumulative = QuantityTypeCatalog.entry(for: request.type)?.aggregation == .cumulative
    let (bars, summary) = try bars(request, request.days, isCumulative)
    let before = request.period.daysBefore(request.days, weekStart: request.weekStart)
    return ChartSeries(
      type: request.type, days: request.days, bars: bars, summary: summary,
      before: try before.map { days in
        let (bars, summary) = try self.bars(request, days, isCumulative)
        return ChartSeries.Earlier(days: days, bars: bars, summary: summary)
      })
  }

  /// Two types against each other: sums for cumulative types, means for others.
  ///
  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func scatter(_ request: ScatterRequest) throws -> Scatter {
    let spans = try intervals(of: request.days).map(\.interval)
    func values(_ type: String) throws -> [Double?] {
      let isCumulative = QuantityTypeCatalog.entry(for: type)?.aggregation == .cumulative
      return try statistics(type, over: spans).map { isCumulative ? $0?.sum : $0?.average }
    }
    let points = try zip(request.days, zip(values(request.x), values(request.y))).compactMap { day, values in
      values.0.flatMap { x in values.1.map { Scatter.Point(day: day, x: x, y: $0) } }
    }
    return Scatter(x: request.x, y: request.y, days: request.days, points: points)
  }

  private func bars(
    _ request: ChartRequest, _ days: ClosedRange<Day>, _ isCumulative: Bool
  ) throws -> ([ChartSeries.Bar], ChartSeries.Summary) {
    guard request.period != .day else { return try hours(request.type, days.lowerBound, isCumulative) }
    // Days are read in one pass and combined into bars.
    let intervals = try self.intervals(of: days)
    let values = try statistics(request.type, over: intervals.map(\.interval))
    let bars = request.period.buckets(days, weekStart: request.weekStart).map { bucket in
      let own = values[(bucket.lowerBound - days.lowerBound)...(bucket.upperBound - days.lowerBound)]
      return ChartSeries.Bar(days: bucket, values: BucketStatistics(joining: own, isCumulative: isCumulative))
    }
    return (bars, ChartSeries.Summary(days: values, isCumulative: isCumulative))
  }

  private func hours(
    _ type: String, _ day: Day, _ isCumulative: Bool
  ) throws -> ([ChartSeries.Bar], ChartSeries.Summary) {
    let hours = try clockHours(of: day)
    let values = try statistics(type, over: hours.map(\.span))
    let bars = zip(hours, values).map { ChartSeries.Bar(days: day...day, hour: $0.hour, values: $1) }
    let whole = BucketStatistics(joining: values[...], isCumulative: isCumulative)
    return (bars, ChartSeries.Summary(days: [whole], isCumulative: isCumulative))
  }

  /// The hours of a day, each with the local time at which it begins.
  func clockHours(of day: Day) throws -> [(hour: Int, span: Range<Date>)] {
    guard let interval = try intervals(of: day...day).first?.interval else { return [] }
    let zone = try zone(of: day)
    var hours: [(hour: Int, span: Range<Date>)] = []
    var start = interval.lowerBound
    while start < interval.upperBound, hours.count < 60 {
      let end = min(interval.upperBound, start.addingTimeInterval(3_600))
      let local = start.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: start))
      hours.append(((Int((local / 3_600).rounded(.down)) % 24 + 24) % 24, start..<end))
      start = end
    }
    return hours
  }
}

extension BucketStatistics {
  /// The combined statistics of several spans of time; nil if none has data.
  init?(joining parts: ArraySlice<BucketStatistics?>, isCumulative: Bool) {
    self.init()
    let parts = parts.compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    var weighted = 0.0
    for part in parts {
      count += part.count
      sum += part.sum
      guard !isCumulative else { continue }
      weighted += (part.average ?? 0) * Double(part.count)
      minimum = part.minimum.map { min(minimum ?? $0, $0) } ?? minimum
      maximum = part.maximum.map { max(maximum ?? $0, $0) } ?? maximum
    }
    if !isCumulative { average = count > 0 ? weighted / Double(count) : parts.first?.average }
  }
}
