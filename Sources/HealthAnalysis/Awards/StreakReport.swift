package import HealthModel

/// Streaks, perfect weeks and months, best days, totals and awards of all days.
package struct StreakReport: Hashable, Sendable {
  /// One ring, or all of them together.
  package struct Line: Hashable, Sendable {
    /// nil for all rings.
    package var ring: Ring?
    /// The streak that ends today or yesterday; zero days if there is none.
    package var current: StreakLength
    /// The earliest of equally long ones.
    package var longest: StreakLength
    /// All streaks, ascending.
    package var streaks: [StreakLength]
    package var perfectWeeks: PerfectPeriods
    package var perfectMonths: PerfectPeriods
    package var days: ClosedDays
    /// The day with the highest value, the earliest of equal ones; nil for all rings.
    package var best: Best?
    /// The sum over all days; nil for all rings, and without data.
    package var total: Double?
  }

  package struct Best: Hashable, Sendable {
    package var day: Day
    package var value: Double
  }

  /// All rings first; for a user whose only ring is Move, that one alone.
  package var lines: [Line]
  /// The user's own goals for amounts.
  package var goals: [GoalStreak] = []
  package var awards: [Award]
  /// The longest streaks of all rings, longest first; of equally long ones the earlier first.
  package var longestStreaks: [StreakLength]
  package var workoutCount: Int
  /// From the first to the last day with data; nil without any.
  package var days: ClosedRange<Day>?
  package var moveMode: MoveMode
  package var today: Day

  /// How many of the longest streaks are listed.
  package static let streakCount = 12

  /// - Parameters:
  ///   - summaries: ascending, one per day without gaps, from the first day with data; days after today are ignored.
  ///   - known: the first and the last day with data, today at the latest; nil without data.
  ///   - workouts: ascending by start.
  ///   - weekStart: the ISO weekday on which a week begins.
  /// - Complexity: O(*n*).
  package init(
    _ summaries: [DaySummary], known: ClosedRange<Day>?, workouts: [WorkoutMark], today: Day, weekStart: Int
  ) {
    self.today = today
    days = known
    let all = summaries.shown
    let past = Array(all.prefix { $0.day <= today })
    let moveMode = past.moveMode
    let isMoveOnly = all.knowOnlyMove
    let rings: [Ring] = isMoveOnly ? [.move] : Ring.allCases
    func perfect(_ length: PerfectPeriods.Length, _ ring: Ring?) -> PerfectPeriods {
      PerfectPeriods(length, in: all, ring: ring, today: today, weekStart: weekStart)
    }
    lines = (isMoveOnly ? [.move] : [nil] + rings).map { (ring: Ring?) in
      Self.line(ring, past, moveMode, known: known, today: today, perfect: { perfect($0, ring) })
    }
    let lines = lines
    awards = Award.all(
      in: past, rings: rings, today: today,
      perfect: { length, ring in
        let line = lines.first { $0.ring == ring }
        return (length == .week ? line?.perfectWeeks : line?.perfectMonths) ?? PerfectPeriods()
      }, workouts: workouts)
    longestStreaks = Array(
      (lines.first?.streaks ?? []).sorted { ($1.days, $0.first?.number ?? 0) < ($0.days, $1.first?.number ?? 0) }
        .prefix(Self.streakCount))
    workoutCount = workouts.count { $0.day <= today }
    self.moveMode = moveMode
  }

  private static func line(
    _ ring: Ring?, _ summaries: [DaySummary], _ moveMode: MoveMode, known: ClosedRange<Day>?, today: Day,
    perfect: (PerfectPeriods.Length) -> PerfectPeriods
  ) -> Line {
    let first = summaries.first?.day ?? today
    let current = StreakLength(upTo: today) { day in
      guard day >= first else { return .open }
      let index = day - first
      return StreakDay(
        summaries.indices.contains(index) ? summaries[index] : nil, ring: ring, isOver: day < today)
    }
    let streaks = StreakLength.all(in: summaries, ring: ring, today: today)
    let values = ring.map { ring in summaries.compactMap { $0.value(ring, moveMode) }.filter(\.isFinite) } ?? []
    return Line(
      ring: ring, current: current, longest: streaks.reduce(StreakLength()) { $1.days > $0.days ? $1 : $0 },
      streaks: streaks,
      perfectWeeks: perfect(.week), perfectMonths: perfect(.month),
      days: ClosedDays(summaries, known: known, ring: ring),
      best: ring.flatMap { ring in
        summaries.best(ring).flatMap { summary in summary[ring].value.map { Best(day: summary.day, value: $0) } }
      }, total: values.isEmpty ? nil : values.reduce(0, +))
  }
}
