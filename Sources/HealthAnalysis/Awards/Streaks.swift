package import HealthModel

/// The role of a day in a streak: the single rule for counting closed days.
///
/// A closed day counts. A paused day neither counts nor breaks a streak, nor does a day with data on which nothing has
/// recorded the ring, or it has no goal, and today does not break it while it is still open. A day without data is open.
package enum StreakDay: Hashable, Sendable {
  case closed
  case open
  case skipped
  /// Not loaded yet.
  case unknown

  /// - Parameters:
  ///   - summary: nil without data.
  ///   - ring: the ring that counts; nil for all rings of the day.
  package init(_ summary: DaySummary?, ring: Ring? = nil, isOver: Bool) {
    if summary?.isPaused == true {
      self = .skipped
    } else if summary?.isClosed(ring) == true {
      self = .closed
    } else if summary?.leavesOut(ring) == true {
      self = .skipped
    } else {
      self = isOver ? .open : .skipped
    }
  }
}

/// Closed days in a row.
package struct StreakLength: Hashable, Sendable {
  /// How many were closed; paused days, and those without a record or a goal, do not count.
  package var days = 0
  /// The first closed day, nil if there is none.
  package var first: Day?
  /// The last closed day, nil if there is none.
  package var last: Day?
  /// The first day, going back, that has not been loaded yet: the streak has at least `days` days. nil if it has been
  /// counted to its end.
  package var unknownFrom: Day?

  /// The search ends at this day, so that a store that contains only pauses terminates.
  package static let firstDay = Day(number: 0)

  package init() {}

  /// Counts back from a day.
  ///
  /// - Complexity: O(length of the streak and its pauses).
  package init(upTo last: Day, _ kind: (Day) -> StreakDay) {
    var day = last
    while true {
      switch kind(day) {
      case .closed:
        days += 1
        first = day
        self.last = self.last ?? day
      case .skipped: break
      case .open: return
      case .unknown:
        unknownFrom = day
        return
      }
      guard day > Self.firstDay else { return }
      day = day - 1
    }
  }

  /// The longest streak among consecutive days, the earliest of equal ones.
  ///
  /// - Parameters:
  ///   - summaries: ascending, one per day without gaps.
  ///   - ring: the ring that counts; nil for all rings of a day.
  ///   - today: the day that has not ended.
  /// - Complexity: O(*n*).
  package static func longest(
    in summaries: some Sequence<DaySummary>, ring: Ring? = nil, today: Day
  ) -> StreakLength {
    all(in: summaries, ring: ring, today: today).reduce(StreakLength()) { $1.days > $0.days ? $1 : $0 }
  }

  /// All streaks among consecutive days, ascending; the last one may continue.
  ///
  /// - Parameters: as of `longest`.
  /// - Complexity: O(*n*).
  package static func all(
    in summaries: some Sequence<DaySummary>, ring: Ring? = nil, today: Day
  ) -> [StreakLength] {
    var streaks: [StreakLength] = []
    var current = StreakLength()
    for summary in summaries where summary.day <= today {
      switch StreakDay(summary, ring: ring, isOver: summary.day < today) {
      case .closed:
        current.days += 1
        current.first = current.first ?? summary.day
        current.last = summary.day
      case .skipped, .unknown: break
      case .open:
        if current.days > 0 { streaks.append(current) }
        current = StreakLength()
      }
    }
    if current.days > 0 { streaks.append(current) }
    return streaks
  }
}

/// How many days were closed, of those that count: the single rule for counting days.
///
/// A day counts from the first to the last day with data, unless it is paused. Between them a day without data is open.
/// What is before and after them, nobody has recorded; it is unknown and not open, and so is a ring on a day on which only
/// others were recorded, or that has no goal on a day with data. Of a ring that no day of a period has, no day of it counts,
/// nor any day of a period in which no ring was recorded. Today counts once it has data.
package struct ClosedDays: Hashable, Sendable {
  package var closed = 0
  package var counted = 0

  /// - Parameters:
  ///   - known: the first and the last day with data, today at the latest; nil without data.
  ///   - ring: the ring that counts; nil for all rings of a day.
  ///   - summary: nil without data.
  package init(
    _ days: some Sequence<Day>, known: ClosedRange<Day>?, ring: Ring? = nil, summary: (Day) -> DaySummary?
  ) {
    self.init(days.map { ($0, summary($0)) }, known: known, ring: ring)
  }

  /// - Parameter summaries: one for each day, also for days without data.
  package init(_ summaries: some Sequence<DaySummary>, known: ClosedRange<Day>?, ring: Ring? = nil) {
    self.init(summaries.map { ($0.day, $0) }, known: known, ring: ring)
  }

  private init(_ days: [(day: Day, summary: DaySummary?)], known: ClosedRange<Day>?, ring: Ring?) {
    let days = days.filter { known?.contains($0.day) ?? false }
    let rings = ring.map { [$0] } ?? Ring.allCases
    guard days.contains(where: { day in rings.contains { day.summary?[$0].value != nil } }) else { return }
    for (_, summary) in days where summary?.isPaused != true && summary?.leavesOut(ring) != true {
      counted += 1
      if summary?.isClosed(ring) == true { closed += 1 }
    }
  }
}

extension Sequence<DaySummary> {
  /// The day with the highest value of a ring, the earliest of equal ones; nil if no value is above 0. The days are ascending:
  /// Move counts as the last of them measures it.
  package func best(_ ring: Ring) -> DaySummary? {
    let moveMode = moveMode
    var best: DaySummary?
    for summary in self {
      guard let value = summary.value(ring, moveMode), value > 0 else { continue }
      if let known = best {
        let highest = known[ring].value ?? 0
        guard value > highest || (value == highest && summary.day < known.day) else { continue }
      }
      best = summary
    }
    return best
  }
}
