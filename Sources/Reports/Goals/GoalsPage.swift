package import HealthModel
package import Presentation
import Sharing

/// The goals of a day, the user's schedule and pauses, as text.
package struct GoalsPage {
  let goals: DayGoals
  let plan: GoalPlan
  /// The goals for amounts that hold on the day.
  let own: [GoalProgress]
  let today: Day
  let formatting: Formatting

  package init(goals: DayGoals, plan: GoalPlan, own: [GoalProgress], today: Day, formatting: Formatting) {
    self.own = own
    self.goals = goals
    self.plan = plan
    self.today = today
    self.formatting = formatting
  }

  package var text: String {
    let when = goals.day == today ? " (today)" : goals.day > today ? " (has not come yet)" : ""
    var lines = [formatting.longDate(goals.day) + when]
    var table = TextTable(alignments: [.left, .right, .left], rows: [])
    for ring in Ring.allCases {
      let goal = goals[ring]
      table.rows.append([
        ring.name,
        goal.value.map { GoalText.amount($0, ring, mode: goals.moveMode, formatting: formatting) } ?? "no goal",
        Self.words(of: goal.origin),
      ])
    }
    for goal in own {
      table.rows.append([
        goal.goal.title, formatting.amount(goal.amount.goal ?? 0, of: goal.goal), Self.words(of: .schedule),
      ])
    }
    lines += table.lines()
    if let pause = plan.pause(containing: goals.day) {
      lines.append(Self.words(of: pause, today: today, formatting) + ".")
    }
    if !plan.schedule.isEmpty { lines += ["", "Your schedule"] + schedule }
    if !plan.dayGoals.isEmpty { lines += ["", "Your goals for single days"] + single }
    let ahead = plan.pauses.filter { $0.lowerBound > goals.day }
    if !ahead.isEmpty {
      lines += ["", "Upcoming pauses"] + ahead.map { Self.words(of: $0, today: today, formatting) + "." }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var schedule: [String] {
    var table = TextTable(alignments: [.left, .left, .right, .left], rows: [])
    for goal in plan.schedule {
      table.rows.append([
        "from \(goal.firstDay)" + (plan.end(of: goal).map { " to \($0 - 1)" } ?? ""), GoalText.name(goal.subject),
        amount(goal.subject, goal.value), goal.weekday.map { formatting.longWeekday($0) + "s" } ?? "",
      ])
    }
    return table.lines()
  }

  private var single: [String] {
    var table = TextTable(alignments: [.left, .left, .right], rows: [])
    for goal in plan.dayGoals {
      table.rows.append([
        goal.day.description, GoalText.name(goal.subject), amount(goal.subject, goal.value),
      ])
    }
    return table.lines()
  }

  private func amount(_ subject: GoalSubject, _ value: Double) -> String {
    value > 0 ? GoalText.amount(value, subject, mode: goals.moveMode, formatting: formatting) : "no goal"
  }

  // MARK: - Words

  package static func words(of origin: DayGoals.Origin) -> String {
    switch origin {
    case .day: "your goal for this day"
    case .apple: "Apple's summary of this day"
    case .schedule: "your schedule"
    case .appleBefore: "Apple's last summary before it"
    case .standard: "a default, because none was set"
    }
  }

  /// `Paused today`, `Paused until Monday 23 November 2026`, `Paused from … until …`.
  package static func words(of pause: ClosedRange<Day>, today: Day, _ formatting: Formatting) -> String {
    if pause == today...today { return "Paused today" }
    let until = "until \(formatting.longDate(pause.upperBound + 1))"
    return pause.contains(today) ? "Paused \(until)" : "Paused from \(formatting.longDate(pause.lowerBound)) \(until)"
  }

  /// `2026-11-19` or `2026-11-19 to 2026-11-22`.
  package static func isoDays(_ days: ClosedRange<Day>) -> String {
    days.count == 1 ? "\(days.lowerBound)" : "\(days.lowerBound) to \(days.upperBound)"
  }
}

// MARK: - JSON

/// `ringtop goals show --format json`. Goals are in kcal (or min), min and h; `null` means no goal.
package struct GoalsJSON: Encodable {
  struct Goal: Encodable {
    let goal: Double?
    let origin: String
    let unit: String

    private enum Key: String, CodingKey {
      case goal, origin, unit
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(goal, forKey: .goal)
      try container.encode(origin, forKey: .origin)
      try container.encode(unit, forKey: .unit)
    }
  }

  /// A goal from a day on, or for one day.
  struct Planned: Encodable {
    var from: String?
    /// The last day; absent until a later goal replaces this one.
    var to: String?
    var date: String?
    let ring: String?
    let type: String?
    let period: String?
    let goal: Double
    let unit: String
    /// `monday`; absent if the goal applies to all weekdays without their own goal.
    var weekday: String?

    init(_ subject: GoalSubject, _ goal: Double, _ mode: MoveMode, from: Day? = nil, on day: Day? = nil) {
      (self.from, date) = (from?.description, day?.description)
      (ring, type, period) = (subject.ring?.key, subject.type, subject.period)
      (self.goal, unit) = (goal, subject.storedUnit(mode))
    }
  }

  struct Pause: Encodable {
    let first: String
    let last: String

    init(_ days: ClosedRange<Day>) {
      first = days.lowerBound.description
      last = days.upperBound.description
    }
  }

  let date: String
  let paused: Bool
  let move: Goal
  let exercise: Goal
  let stand: Goal
  let own: [GoalJSON]
  let schedule: [Planned]
  let days: [Planned]
  let pauses: [Pause]

  package init(_ page: GoalsPage) {
    let goals = page.goals
    func unit(_ ring: Ring) -> String { ring.unit(goals.moveMode).symbol }
    func goal(_ ring: Ring) -> Goal {
      Goal(goal: goals[ring].value, origin: goals[ring].origin.rawValue, unit: unit(ring))
    }
    date = goals.day.description
    paused = goals.isPaused
    move = goal(.move)
    exercise = goal(.exercise)
    stand = goal(.stand)
    own = page.own.map { GoalJSON($0) }
    schedule = page.plan.schedule.map {
      var planned = Planned($0.subject, $0.value, goals.moveMode, from: $0.firstDay)
      planned.to = page.plan.end(of: $0).map { ($0 - 1).description }
      planned.weekday = $0.weekday.map { Formatting.english.longWeekday($0).lowercased() }
      return planned
    }
    days = page.plan.dayGoals.map { Planned($0.subject, $0.value, goals.moveMode, on: $0.day) }
    pauses = page.plan.pauses.map(Pause.init)
  }
}

extension GoalSubject {
  var ring: Ring? { if case .ring(let ring) = self { ring } else { nil } }
  private var amount: GoalAmount? { if case .amount(let amount) = self { amount } else { nil } }
  /// The short name of an amount's type; nil for a ring, as is the period.
  var type: String? { amount.map { TypeName.short(for: $0.type) } }
  var period: String? { amount.map { "\($0.period)" } }

  /// The unit of stored values: that of the ring, of the type, or seconds.
  func storedUnit(_ mode: MoveMode) -> String {
    switch self {
    case .ring(let ring): ring.unit(mode).symbol
    case .amount(let amount): amount.storedUnit
    }
  }
}
