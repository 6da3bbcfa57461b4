/// How many weeks or months of some days were perfect: every day that is not paused is closed, and at least one is.
///
/// A day without data is open, and so is one to come: the running week is perfect once nothing in it is left open.
package struct PerfectPeriods: Hashable, Sendable {
  package enum Length: String, Hashable, Sendable, CaseIterable {
    case week, month
  }

  package var count = 0
  /// The first perfect one.
  package var first: ClosedRange<Day>?
  /// The last perfect one.
  package var latest: ClosedRange<Day>?

  package init() {}

  /// - Parameters:
  ///   - summaries: ascending, one a day without gaps.
  ///   - ring: the ring that counts; nil for all that a day has.
  ///   - weekStart: the ISO weekday that begins a week.
  /// - Complexity: O(*n*).
  package init(_ length: Length, in summaries: [DaySummary], ring: Ring?, today: Day, weekStart: Int) {
    guard let first = summaries.first?.day, let last = summaries.last?.day else { return }
    var day = first
    while day <= min(last, today) {
      let period = Self.period(length, of: day, weekStart: weekStart)
      day = period.upperBound + 1
      // What reaches out of the days that are known has open days.
      guard period.lowerBound >= first, period.upperBound <= last else { continue }
      let days = summaries[(period.lowerBound - first)...(period.upperBound - first)]
      let kinds = days.map { StreakDay($0, ring: ring, isOver: true) }
      guard kinds.allSatisfy({ $0 != .open }), kinds.contains(.closed) else { continue }
      count += 1
      self.first = self.first ?? period
      latest = period
    }
  }

  /// The week or month that holds a day.
  package static func period(_ length: Length, of day: Day, weekStart: Int) -> ClosedRange<Day> {
    switch length {
    case .week: day.week(startingOn: weekStart)
    case .month: day.month
    }
  }
}
