import FoundationEssentials
package import HealthAnalysis
package import HealthModel

/// A chart of a quantity type over a period, with the previous one.
package struct ChartQuery: StoreQuery {
  /// The raw identifier.
  package var type: String
  package var period: ChartPeriod
  package var days: ClosedRange<Day>
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(type: String, period: ChartPeriod, days: ClosedRange<Day>, weekStart: Int) {
    self.type = type
    self.period = period
    self.days = days
    self.weekStart = weekStart
  }

  package var types: Set<String>? { ChartValues.types(of: type) }

  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func run(in source: some QuerySource) throws -> ChartSeries {
    let (bars, summary) = try bars(source, days)
    let before = period.daysBefore(days, weekStart: weekStart)
    return ChartSeries(
      type: type, days: days, bars: bars, summary: summary,
      before: try before.map { days in
        let (bars, summary) = try self.bars(source, days)
        return ChartSeries.Earlier(days: days, bars: bars, summary: summary)
      })
  }

  private func bars(
    _ source: some QuerySource, _ days: ClosedRange<Day>
  ) throws -> ([ChartSeries.Bar], ChartSeries.Summary) {
    guard period != .day else { return try hours(source.reading(), days.lowerBound) }
    // Days are read in one pass and combined into bars.
    let values = try ChartValues.daily(type, days, weekStart: weekStart, in: source)
    let isCumulative = ChartSeries.isCumulative(type)
    let bars = period.buckets(days, weekStart: weekStart).map { bucket in
      let own = values[(bucket.lowerBound - days.lowerBound)...(bucket.upperBound - days.lowerBound)]
      return ChartSeries.Bar(days: bucket, values: BucketStatistics(joining: own, isCumulative: isCumulative))
    }
    return (bars, ChartSeries.Summary(days: values, isCumulative: isCumulative))
  }

  private func hours(
    _ store: some HealthReader, _ day: Day
  ) throws -> ([ChartSeries.Bar], ChartSeries.Summary) {
    let hours = try store.clockHours(of: day)
    let isCumulative = ChartSeries.isCumulative(type)
    let values =
      DayAmount.has(type)
      ? try amounts(store, day, hours.map(\.span)).map { $0.map(BucketStatistics.init(single:)) }
      : try store.statisticsOverTime(type, over: hours.map(\.span))
    let bars = zip(hours, values).map { ChartSeries.Bar(days: day...day, hour: $0.hour, values: $1) }
    let whole = BucketStatistics(joining: values[...], isCumulative: isCumulative)
    return (bars, ChartSeries.Summary(days: [whole], isCumulative: isCumulative))
  }

  /// What of a day's amount was in each of its hours; nil in hours without any.
  private func amounts(_ store: some HealthReader, _ day: Day, _ hours: [Range<Date>]) throws -> [Double?] {
    guard type == TypeIdentifier.appleStandHour else { return try store.durations(type, over: hours) }
    return try store.activity(day).hours.map { $0.stood.map { $0 ? 1 : 0 } }
  }
}

/// What charts show of a quantity type, or of a measure.
private enum ChartValues {
  static func types(of type: String) -> Set<String> {
    // A sample of another ring can make a day without any of this one a recorded 0.
    if RingType.ring(of: type) != nil { return RingType.all }
    return MeasureName(rawValue: type).map { Set($0.types) } ?? [type]
  }

  /// The statistics of each day.
  static func daily(
    _ type: String, _ days: ClosedRange<Day>, weekStart: Int, in source: some QuerySource
  ) throws -> [BucketStatistics?] {
    let store = try source.reading()
    if DayAmount.has(type) {
      return try store.amounts(type, days).map { $0.map(BucketStatistics.init(single:)) }
    }
    guard let measure = MeasureName(rawValue: type) else {
      let found = try store.statisticsOverTime(type, over: store.intervals(of: days).map(\.interval))
      return try store.withRecordedDays(found, of: type, days)
    }
    return try store.dailyMeasures(
      measure, days, upTo: store.day(at: source.now), weekStart: weekStart, source.heartRateLimits,
      source.memory ?? DayMemory())
  }
}

/// Two quantity types plotted against each other over a range of days: sums for cumulative types, means for others.
package struct ScatterQuery: StoreQuery {
  /// The raw identifiers, or the names of measures.
  package var x: String
  package var y: String
  package var days: ClosedRange<Day>
  /// By how many days the second follows the first.
  package var lag: Int
  /// The first weekday by ISO 8601.
  package var weekStart: Int

  package init(x: String, y: String, days: ClosedRange<Day>, lag: Int = 0, weekStart: Int = 1) {
    self.weekStart = weekStart
    self.x = x
    self.y = y
    (self.days, self.lag) = (days, lag)
  }

  package var types: Set<String>? { ChartValues.types(of: x).union(ChartValues.types(of: y)) }

  /// - Complexity: O(days) if totals are stored, otherwise O(samples).
  package func run(in source: some QuerySource) throws -> Scatter {
    func values(_ type: String, _ days: ClosedRange<Day>) throws -> [Double?] {
      let isCumulative = ChartSeries.isCumulative(type)
      return try ChartValues.daily(type, days, weekStart: weekStart, in: source)
        .map { isCumulative ? $0?.sum : $0?.average }
    }
    let points = try zip(
      days, zip(values(x, days), values(y, (days.lowerBound + lag)...(days.upperBound + lag)))
    ).compactMap { day, values in
      values.0.flatMap { x in values.1.map { Scatter.Point(day: day, x: x, y: $0) } }
    }
    return Scatter(x: x, y: y, days: days, lag: lag, points: points)
  }
}

extension HealthReader {
  func clockHours(of day: Day) throws -> [ClockHour] {
    guard let interval = try intervals(of: day...day).first?.interval else { return [] }
    return ClockHour.hours(of: interval, in: try zone(of: day))
  }
}

extension BucketStatistics {
  /// The combined statistics of several spans of time; nil if none has data.
  init?(joining parts: ArraySlice<BucketStatistics?>, isCumulative: Bool) {
    self.init()
    let parts = parts.compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    var weighted = 0.0
    var weight = 0.0
    for part in parts {
      count += part.count
      sum += part.sum
      guard !isCumulative else { continue }
      weighted += (part.average ?? 0) * part.weight
      weight += part.weight
      measuredQuarters = part.measuredQuarters.map { (measuredQuarters ?? 0) + $0 } ?? measuredQuarters
      minimum = part.minimum.map { min(minimum ?? $0, $0) } ?? minimum
      maximum = part.maximum.map { max(maximum ?? $0, $0) } ?? maximum
    }
    if !isCumulative { average = weight > 0 ? weighted / weight : parts.first?.average }
  }
}
