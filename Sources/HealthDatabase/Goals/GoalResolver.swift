import GRDB
import HealthModel

/// Determines the goals of each day.
///
/// In order of precedence: the user's goal for that day, or one that begins on it; Apple's row of that day; the newer
/// of the user's schedule and Apple's last row; defaults, marked as such.
struct GoalResolver {
  /// The defaults if nobody has set a goal: kilocalories (minutes in move-time mode), minutes, hours.
  static func defaultGoal(_ ring: Ring, mode: MoveMode) -> Double {
    switch ring {
    case .move: mode == .moveTime ? 60 : 500
    case .exercise: 30
    case .stand: 12
    }
  }

  private struct DayRing: Hashable {
    var day: Int
    var ring: Int
  }

  private struct Schedule {
    var firstDay: Int
    var ring: Int
    /// By ISO weekday; 0 is for every weekday without a goal of its own.
    var values: [Int: Double]
  }

  private var single: [DayRing: Double] = [:]
  /// Descending by first day.
  private var schedules: [Schedule] = []
  private let appleRows: [Day: AppleRow]
  /// Ascending days whose rows contain goals.
  private let appleGoalDays: [Day]
  private let earlier: AppleRow?

  /// - Parameter appleRows: Apple's rows of the same days.
  init(_ db: Database, days: ClosedRange<Day>, appleRows: [Day: AppleRow]) throws {
    self.appleRows = appleRows
    appleGoalDays = appleRows.filter { $0.value.hasGoals }.keys.sorted()
    earlier = try AppleRow.lastWithGoals(db, before: days.lowerBound)
    func goal(_ row: Row, _ column: Int, _ table: String) throws -> Double { try row.value(column, table) }
    for row in try Row.fetchAll(
      db.cachedStatement(sql: "SELECT day, ring, value FROM goal WHERE day BETWEEN ? AND ?"),
      arguments: [days.lowerBound.number, days.upperBound.number])
    {
      single[DayRing(day: try row.day(0, "goal").number, ring: try row.value(1, "goal"))] = try goal(row, 2, "goal")
    }
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT first_day, weekday, ring, value FROM goal_schedule WHERE first_day <= ?
          ORDER BY first_day DESC, ring
          """), arguments: [days.upperBound.number])
    for row in rows {
      let firstDay = try row.day(0, "goal_schedule").number
      let weekday: Int = try row.value(1, "goal_schedule")
      let ring: Int = try row.value(2, "goal_schedule")
      let value = try goal(row, 3, "goal_schedule")
      if schedules.last?.firstDay == firstDay, schedules.last?.ring == ring {
        schedules[schedules.count - 1].values[weekday] = value
      } else {
        schedules.append(Schedule(firstDay: firstDay, ring: ring, values: [weekday: value]))
      }
    }
  }

  private func lastAppleRow(before day: Day) -> AppleRow? {
    let next = appleGoalDays.partitioningIndex { $0 >= day }
    return next > 0 ? appleRows[appleGoalDays[next - 1]] : earlier
  }

  /// What the Move ring measured on the day: from Apple's row, or else from the last row before it.
  func mode(on day: Day) -> MoveMode {
    if let row = appleRows[day], row.hasGoals { return row.mode }
    return lastAppleRow(before: day)?.mode ?? .activeEnergy
  }

  /// The goal of an amount, by the number of its subject; nil for none.
  func amount(_ number: Int, on day: Day) -> Double? {
    let value = single[DayRing(day: day.number, ring: number)] ?? entry(number, on: day)?.value
    return value.flatMap { $0 > 0 ? $0 : nil }
  }

  private func entry(_ number: Int, on day: Day) -> (firstDay: Int, value: Double)? {
    for schedule in schedules where schedule.ring == number && schedule.firstDay <= day.number {
      if let value = schedule.values[day.isoWeekday] ?? schedule.values[0] { return (schedule.firstDay, value) }
    }
    return nil
  }

  func goal(_ ring: Ring, on day: Day) -> DayGoals.Goal {
    if let value = single[DayRing(day: day.number, ring: ring.rawValue)] { return Self.goal(value, .day) }
    let schedule = entry(ring.rawValue, on: day)
    let scheduled = schedule?.value
    // A goal that is set from today on also applies to today, even if today's export has been imported.
    if let scheduled, schedule?.firstDay == day.number { return Self.goal(scheduled, .schedule) }
    if let row = appleRows[day] { return Self.goal(row.goal(ring), .apple) }
    let last = lastAppleRow(before: day)
    if let scheduled, let schedule, schedule.firstDay >= last?.summary.day.number ?? .min {
      return Self.goal(scheduled, .schedule)
    }
    if let last { return Self.goal(last.goal(ring), .appleBefore) }
    return DayGoals.Goal(value: Self.defaultGoal(ring, mode: mode(on: day)), origin: .standard)
  }

  /// A goal of 0 means no goal.
  private static func goal(_ value: Double, _ origin: DayGoals.Origin) -> DayGoals.Goal {
    DayGoals.Goal(value: value > 0 ? value : nil, origin: origin)
  }
}

/// The days on which the user's rings do not count.
struct Pauses {
  private let spans: [ClosedRange<Int>]

  init(_ db: Database, days: ClosedRange<Day>) throws {
    spans = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT first_day, last_day FROM pause WHERE first_day <= ? AND last_day >= ?"),
      arguments: [days.upperBound.number, days.lowerBound.number]
    ).compactMap { row in
      let first = try row.day(0, "pause").number
      let last = try row.day(1, "pause").number
      return first <= last ? first...last : nil
    }
  }

  func contains(_ day: Day) -> Bool {
    spans.contains { $0.contains(day.number) }
  }
}
