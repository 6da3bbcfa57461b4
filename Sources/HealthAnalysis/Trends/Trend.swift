package import HealthModel

/// The mean of the last 90 days compared with the mean of the 365 days before today.
///
/// Both exclude today, which has not ended, and days without data.
package struct Trend: Hashable, Sendable {
  package enum Direction: String, Hashable, Sendable {
    case up, level, down
  }

  package var metric: TrendMetric
  /// The mean of the last 90 days.
  package var recent: Double
  /// The mean of the 365 days before today, which include the last 90.
  package var usual: Double
  package var direction: Direction
  /// The value needed on each of the next `turningDays` days, starting today, to end an unfavourable trend: a
  /// minimum, or a maximum if lower is better. nil if the trend is not unfavourable, or if no value can end it.
  package var turning: Double?
  /// The means of the last 52 weeks of seven days, the last one ending yesterday; nil without data.
  package var weeks: [Double?]

  /// The number of days of the shorter mean.
  package static let recentDays = 90
  /// The number of days of the longer mean.
  package static let allDays = 365
  /// How many days back there must be data for a trend to be shown.
  package static let leastDays = 180
  /// The fraction of the longer mean by which the shorter one must differ for an arrow.
  package static let threshold = 0.01
  /// The number of days over which the needed value is computed.
  package static let turningDays = 30

  /// - Parameters:
  ///   - days: the values of the 365 days before today, ascending; nil without data.
  /// - Returns: nil without data in the last 90 days, or without data old enough for a trend.
  package init?(_ metric: TrendMetric, days: [Double?]) {
    let days = days.suffix(Self.allDays).map { $0.flatMap { $0.isFinite ? $0 : nil } }
    guard days.dropLast(Self.leastDays - 1).contains(where: { $0 != nil }),
      let recent = Self.mean(days.suffix(Self.recentDays)), let usual = Self.mean(days[...])
    else { return nil }
    self.metric = metric
    self.recent = recent
    self.usual = usual
    direction = Self.direction(recent: recent, usual: usual)
    weeks = (0..<52).map { week in
      let end = days.count - 7 * (51 - week)
      return Self.mean(days[max(0, end - 7)..<max(0, end)])
    }
    let isBad = direction == (metric.isBetterLower ? .up : .down)
    turning = isBad ? Self.turning(days, isBetterLower: metric.isBetterLower) : nil
  }

  /// An arrow if the means differ by at least 1% of the longer one.
  package static func direction(recent: Double, usual: Double) -> Direction {
    let difference = recent - usual
    guard difference != 0, abs(difference) >= threshold * abs(usual) else { return .level }
    return difference > 0 ? .up : .down
  }

  /// The fraction of the longer mean by which the shorter one differs; nil if that mean is 0.
  package var change: Double? { usual == 0 ? nil : recent / usual - 1 }

  private static func mean(_ days: ArraySlice<Double?>) -> Double? { Statistics.mean(days.compactMap(\.self)) }

  /// The value that, repeated for this many days, makes the means differ by exactly the threshold.
  ///
  /// Meanwhile the same number of old days leaves both spans. With n new days of value x, and the sum s and count c
  /// of the remaining known days, solve (s90 + nx) / (c90 + n) = (1 ∓ threshold) (s365 + nx) / (c365 + n).
  private static func turning(_ days: [Double?], isBetterLower: Bool) -> Double? {
    let added = Double(turningDays)
    let recent = days.suffix(recentDays - turningDays).compactMap(\.self)
    let all = days.suffix(allDays - turningDays).compactMap(\.self)
    let ratio = isBetterLower ? 1 + threshold : 1 - threshold
    let recentShare = 1 / (Double(recent.count) + added)
    let allShare = ratio / (Double(all.count) + added)
    let weight = added * (recentShare - allShare)
    // If nearly all days are recent, no value can separate the means.
    guard weight > 1e-9 else { return nil }
    let value = (all.reduce(0, +) * allShare - recent.reduce(0, +) * recentShare) / weight
    if isBetterLower { return value > 0 ? value : nil }
    return max(0, value)
  }
}

/// All trends of a day.
package struct TrendReport: Hashable, Sendable {
  /// The available trends, in the order of the metrics.
  package var trends: [Trend]
  /// The first day with data within the span; nil without any.
  package var firstDay: Day?
  package var today: Day
  package var moveMode: MoveMode

  /// - Parameters:
  ///   - days: by metric, the values of the 365 days before today, ascending.
  package init(_ days: [TrendMetric: [Double?]], today: Day, moveMode: MoveMode) {
    trends = TrendMetric.allCases.compactMap { metric in days[metric].flatMap { Trend(metric, days: $0) } }
    firstDay = days.values.compactMap { values in
      values.firstIndex { $0 != nil }.map { today - (values.count - $0) }
    }.min()
    self.today = today
    self.moveMode = moveMode
  }

  /// When the first trends will be available, if there are none yet.
  package var firstTrendDay: Day? { firstDay.map { $0 + Trend.leastDays } }

  /// The days on which trends are based.
  package static func days(before today: Day) -> ClosedRange<Day> { (today - Trend.allDays)...(today - 1) }

  /// The value of a ring on each day: nil on paused days, which say nothing about the user's habits, and on days
  /// whose Move ring measures something other than today's.
  package static func values(
    _ ring: Ring, _ summaries: [DaySummary], moveMode: MoveMode
  ) -> [Double?] {
    summaries.map { summary in
      summary.isPaused || summary.basis == .none ? nil : summary.value(ring, moveMode)
    }
  }
}
