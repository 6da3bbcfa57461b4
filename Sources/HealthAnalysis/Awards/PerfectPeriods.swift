package import HealthModel

/// How many weeks or months were perfect: every day that is not paused is closed, and at least one is.
///
/// Days without data count as open. A week that is not over is not perfect yet, even if its other days are paused; one
/// that ends today is, once today is closed.
package struct PerfectPeriods: Hashable, Sendable {
  package enum Length: String, Hashable, Sendable, CaseIterable {
    case week, month
  }

  package var count = 0
  package var first: ClosedRange<Day>?
  /// The last perfect period.
  package var latest: ClosedRange<Day>?

  package init() {}

  /// - Parameters:
  ///   - summaries: ascending, one per day without gaps.
  ///   - ring: the ring that counts; nil for all rings of a day.
  ///   - weekStart: the ISO weekday on which a week begins.
  /// - Complexity: O(*n*).
  package init(_ length: Length, in summaries: [DaySummary], ring: Ring?, today: Day, weekStart: Int) {
    guard let first = summaries.first?.day, let last = summaries.last?.day else { return }
    var day = first
    while day <= min(last, today) {
      let period = Self.period(length, of: day, weekStart: weekStart)
      day = period.upperBound + 1
      // A period that extends beyond the known days has open days.
      guard period.lowerBound >= first, period.upperBound <= min(last, today) else { continue }
      let days = summaries[(period.lowerBound - first)...(period.upperBound - first)]
      let kinds = days.map { StreakDay($0, ring: ring, isOver: true) }
      guard kinds.allSatisfy({ $0 != .open }), kinds.contains(.closed) else { continue }
      count += 1
      self.first = self.first ?? period
      latest = period
    }
  }

  /// The week or month that contains a day.
  package static func period(_ length: Length, of day: Day, weekStart: Int) -> ClosedRange<Day> {
    switch length {
    case .week: day.week(startingOn: weekStart)
    case .month: day.month
    }
  }
}
