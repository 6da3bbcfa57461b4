package import HealthModel

/// An achievement: when and how often it was earned.
package struct Award: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// A week in which every day was closed, for one ring or, with nil, for all rings.
    case perfectWeek(Ring?)
    case perfectMonth(Ring?)
    /// A Move streak longer than all earlier ones.
    case moveStreak
    /// A day with a higher Move value than all earlier ones.
    case moveRecord
    /// Days on which Move reached this multiple of its goal.
    case moveMultiple(Int)
    /// The number of days on which the Move goal was met.
    case moveGoals(Int)
    /// The first workout of an activity.
    case firstWorkout(Int)
    /// A workout with more active energy than all earlier ones of its activity.
    case workoutRecord(Int)
  }

  package var kind: Kind
  /// How often it was earned.
  package var count: Int
  /// When it was first earned.
  package var first: Day
  /// When it was last earned.
  package var latest: Day
  /// Days of a streak, kilocalories (or minutes) of a record; nil if there is no number.
  package var value: Double?

  package init(kind: Kind, count: Int, first: Day, latest: Day, value: Double? = nil) {
    self.kind = kind
    self.count = count
    self.first = first
    self.latest = latest
    self.value = value
  }
}

extension Award {
  /// The numbers of met goals that earn an award: 100, 250, 500, 750, 1,000 and every 250 more.
  package static func isGoalMilestone(_ count: Int) -> Bool {
    count == 100 || count > 0 && count.isMultiple(of: 250)
  }

  /// The shortest workout that can set a record, in seconds.
  package static let shortestRecord = 300.0

  /// The awards earned in a range of days, ordered by kind.
  ///
  /// - Parameters:
  ///   - summaries: ascending, one per day without gaps, none after today.
  ///   - rings: the rings that the user has.
  ///   - perfect: the perfect weeks and months, by ring.
  ///   - workouts: ascending by start.
  /// - Complexity: O(*n*).
  static func all(
    in summaries: [DaySummary], rings: [Ring], today: Day,
    perfect: (PerfectPeriods.Length, Ring?) -> PerfectPeriods, workouts: [WorkoutMark]
  ) -> [Award] {
    let subjects: [Ring?] = rings.count > 1 ? [nil] + rings : [.move]
    var awards: [Award] = []
    for length in PerfectPeriods.Length.allCases {
      for ring in subjects {
        let periods = perfect(length, ring)
        guard let first = periods.first, let latest = periods.latest else { continue }
        awards.append(
          Award(
            kind: length == .week ? .perfectWeek(ring) : .perfectMonth(ring), count: periods.count,
            first: first.upperBound, latest: latest.upperBound))
      }
    }
    return awards + moveAwards(in: summaries, today: today) + workoutAwards(workouts.filter { $0.day <= today })
  }

  private static func moveAwards(in summaries: [DaySummary], today: Day) -> [Award] {
    var awards: [Award] = []
    var longest = 0
    var streak: Award?
    for run in StreakLength.all(in: summaries, ring: .move, today: today) where run.days > max(1, longest) {
      guard let last = run.last else { continue }
      longest = run.days
      streak = Award(
        kind: .moveStreak, count: (streak?.count ?? 0) + 1, first: streak?.first ?? last, latest: last,
        value: Double(run.days))
    }
    if let streak { awards.append(streak) }

    let moveMode = summaries.moveMode
    var highest: Double?
    var record: Award?
    var multiples: [Int: Award] = [:]
    var goals = 0
    var milestones: [Award] = []
    func add(_ award: inout Award?, _ kind: Kind, _ summary: DaySummary, value: Double?) {
      award = Award(
        kind: kind, count: (award?.count ?? 0) + 1, first: award?.first ?? summary.day, latest: summary.day,
        value: value)
    }
    for summary in summaries where summary.day <= today {
      guard let value = summary.move.value, value.isFinite, value > 0 else { continue }
      if summary.moveMode == moveMode {
        // The first day has no earlier one to exceed.
        if let known = highest, value > known { add(&record, .moveRecord, summary, value: value) }
        highest = max(highest ?? 0, value)
      }
      for times in 2...4 where summary.move.progress >= Double(times) - 1e-12 {
        add(&multiples[times], .moveMultiple(times), summary, value: nil)
      }
      guard summary.move.isClosed else { continue }
      goals += 1
      if isGoalMilestone(goals) {
        milestones.append(Award(kind: .moveGoals(goals), count: 1, first: summary.day, latest: summary.day))
      }
    }
    if let record { awards.append(record) }
    return awards + (2...4).compactMap { multiples[$0] } + milestones
  }

  private static func workoutAwards(_ workouts: [WorkoutMark]) -> [Award] {
    var first: [Int: Award] = [:]
    var counts: [Int: Int] = [:]
    var records: [Int: Award] = [:]
    var highest: [Int: Double] = [:]
    for workout in workouts {
      counts[workout.activity, default: 0] += 1
      first[workout.activity] =
        first[workout.activity]
        ?? Award(kind: .firstWorkout(workout.activity), count: 1, first: workout.day, latest: workout.day)
      guard let energy = workout.energy, energy.isFinite, energy > 0, workout.duration >= shortestRecord else {
        continue
      }
      let before = highest[workout.activity]
      highest[workout.activity] = max(before ?? 0, energy)
      guard let before, energy > before else { continue }
      let record = records[workout.activity]
      records[workout.activity] = Award(
        kind: .workoutRecord(workout.activity), count: (record?.count ?? 0) + 1, first: record?.first ?? workout.day,
        latest: workout.day, value: energy)
    }
    // The most frequent activities come first.
    let order = first.sorted {
      (counts[$1.key] ?? 0, $0.value.first.number) < (counts[$0.key] ?? 0, $1.value.first.number)
    }.map(\.key)
    return order.compactMap { first[$0] } + order.compactMap { records[$0] }
  }
}
