package import HealthModel

/// Seven days in which two people collect points, by the rule that Apple publishes for its competitions: a point for
/// each percent of each ring, at most 600 a day.
///
/// What that rule leaves open:
/// - Percentages are those of each person's own goals of that day, rounded down; a ring without a goal or without a
///   value gives no points. So goals may differ.
/// - A day that one of the two has paused does not count, for either of them.
/// - A day without data gives no points. Data that arrives later counts, also after the end.
/// - It is over when the last day has ended for both, each where they are. If the other's days are unknown for two days
///   more, the last known ones decide.
package struct Competition: Hashable, Sendable {
  package static let length = 7
  package static let mostPoints = 600
  /// The days after the end for which the other's last state is awaited.
  static let patience = 2

  package let days: ClosedRange<Day>

  package init(from first: Day) {
    days = first...(first + (Self.length - 1))
  }

  /// The points of a day, 0 to 600; nil without data.
  package static func points(_ summary: DaySummary?) -> Int? {
    guard let summary, Ring.allCases.contains(where: { summary[$0].value != nil }) else { return nil }
    return min(mostPoints, Ring.allCases.reduce(0) { $0 + percent(summary[$1]) })
  }

  /// At most 99 for an open ring, at least 100 for a closed one, and never more than a day's points.
  private static func percent(_ value: RingValue) -> Int {
    let percent = value.progress * 100
    guard percent.isFinite, percent > 0 else { return value.isClosed ? mostPoints : 0 }
    // With a tolerance for the last bits of a quotient.
    let whole = Int(min(Double(mostPoints), (percent + 1e-9).rounded(.down)))
    return value.isClosed ? max(100, whole) : min(99, whole)
  }

  /// The points so far.
  ///
  /// - Parameters:
  ///   - today: the current day of the one who asks.
  ///   - otherToday: that of the other, as far as it is known.
  ///   - mine, theirs: the known days.
  package func standing(
    today: Day, otherToday: Day?, mine: (Day) -> DaySummary?, theirs: (Day) -> DaySummary?
  ) -> Standing {
    let points = days.map { day -> DayPoints in
      let (own, other) = (mine(day), theirs(day))
      let isPaused = own?.isPaused == true || other?.isPaused == true
      return DayPoints(day: day, mine: Self.points(own), theirs: Self.points(other), isPaused: isPaused)
    }
    let last = days.upperBound
    let isOver = today > last && (otherToday.map { $0 > last } ?? false || today > last + Self.patience)
    return Standing(days: points, today: today, isOver: isOver)
  }

  package struct DayPoints: Hashable, Sendable {
    package let day: Day
    /// Nil without data.
    package let mine: Int?
    package let theirs: Int?
    /// Whether it does not count.
    package let isPaused: Bool
  }

  package enum Outcome: String, Hashable, Sendable {
    case ahead, behind, tied
  }

  package struct Standing: Hashable, Sendable {
    /// All seven, also those to come.
    package let days: [DayPoints]
    package let today: Day
    package let isOver: Bool

    package var mine: Int { days.reduce(0) { $0 + ($1.isPaused ? 0 : $1.mine ?? 0) } }
    package var theirs: Int { days.reduce(0) { $0 + ($1.isPaused ? 0 : $1.theirs ?? 0) } }
    package var outcome: Outcome { mine == theirs ? .tied : mine > theirs ? .ahead : .behind }
    package var first: Day { days[0].day }
    package var last: Day { days[days.count - 1].day }
    /// Days until the last one has ended, today included; 0 after it.
    package var daysLeft: Int { max(0, last - max(today, first) + 1) }
    package var hasBegun: Bool { today >= first }
  }
}
