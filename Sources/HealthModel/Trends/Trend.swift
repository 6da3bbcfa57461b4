/// The mean of the last ninety days beside the mean of the 365 days before today.
///
/// Both leave out today, which is not over, and days of which nothing is known.
package struct Trend: Hashable, Sendable {
  package enum Direction: String, Hashable, Sendable {
    case up, level, down
  }

  package var metric: TrendMetric
  /// The mean of the last ninety days.
  package var recent: Double
  /// The mean of the 365 days before today, the last ninety among them.
  package var usual: Double
  package var direction: Direction
  /// What every one of the next `turningDays` days has to come to, today among them, so that the arrow is gone: at least,
  /// or at most where lower is better. nil where the trend is not a bad one, or where no value does it.
  package var turning: Double?
  /// The means of the last 52 weeks of seven days, the last one ending yesterday; nil where nothing is known.
  package var weeks: [Double?]

  /// Days of the newer mean.
  package static let recentDays = 90
  /// Days of the longer mean.
  package static let allDays = 365
  /// How many days back something must be known for a trend to be shown.
  package static let leastDays = 180
  /// By what part of the longer mean the newer one must differ for an arrow.
  package static let threshold = 0.01
  /// How many days it takes to turn a trend by a value that can be said.
  package static let turningDays = 30

  /// - Parameters:
  ///   - days: the values of the 365 days before today, ascending; nil where nothing is known.
  /// - Returns: nil where nothing is known of the last ninety days, or of a day so long ago that there is a trend.
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

  /// An arrow where the means differ by one per cent of the longer one or more.
  package static func direction(recent: Double, usual: Double) -> Direction {
    let difference = recent - usual
    guard difference != 0, abs(difference) >= threshold * abs(usual) else { return .level }
    return difference > 0 ? .up : .down
  }

  /// By what part of the longer mean the newer one differs; nil where that mean is nothing.
  package var change: Double? { usual == 0 ? nil : recent / usual - 1 }

  private static func mean(_ days: ArraySlice<Double?>) -> Double? {
    let known = days.compactMap(\.self)
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
  }

  /// The value at which, after so many days of it, the means differ by exactly the threshold.
  ///
  /// Until then as many old days leave both spans. With n new days of x, known sums s and counts c of what stays, it is
  /// where (s90 + nx) / (c90 + n) = (1 ∓ threshold) (s365 + nx) / (c365 + n).
  private static func turning(_ days: [Double?], isBetterLower: Bool) -> Double? {
    let added = Double(turningDays)
    let recent = days.suffix(recentDays - turningDays).compactMap(\.self)
    let all = days.suffix(allDays - turningDays).compactMap(\.self)
    let ratio = isBetterLower ? 1 + threshold : 1 - threshold
    let recentShare = 1 / (Double(recent.count) + added)
    let allShare = ratio / (Double(all.count) + added)
    let weight = added * (recentShare - allShare)
    // Where nearly all days are recent ones, no value moves one mean away from the other.
    guard weight > 1e-9 else { return nil }
    let value = (all.reduce(0, +) * allShare - recent.reduce(0, +) * recentShare) / weight
    if isBetterLower { return value > 0 ? value : nil }
    return max(0, value)
  }
}

/// All trends of a day.
package struct TrendReport: Hashable, Sendable {
  /// Those that can be told, in the order of the metrics.
  package var trends: [Trend]
  /// The first day of which anything is known, as far as the spans reach; nil where nothing is.
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

  /// When the first trends will be there, where there are none yet.
  package var firstTrendDay: Day? { firstDay.map { $0 + Trend.leastDays } }

  /// The days that trends compare.
  package static func days(before today: Day) -> ClosedRange<Day> { (today - Trend.allDays)...(today - 1) }

  /// What a ring came to on each of some days: nothing on paused days, which say nothing about anybody's habits, and on
  /// days whose Move counts something else than today's.
  package static func values(
    _ ring: Ring, _ summaries: [DaySummary], moveMode: MoveMode
  ) -> [Double?] {
    summaries.map { summary in
      summary.isPaused || summary.basis == .none || ring == .move && summary.moveMode != moveMode
        ? nil : summary[ring].value
    }
  }
}
