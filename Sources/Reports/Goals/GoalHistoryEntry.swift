package import HealthModel
package import Presentation

/// A line of `ringtop goals history`.
package struct GoalHistoryEntry: Encodable {
  enum Kind: String, Encodable {
    /// Apple's goal from this day on.
    case apple
    /// The user's goal from this day on.
    case schedule
    /// The user's goal for this day.
    case day
    case pause
  }

  let date: String
  let kind: Kind
  var ring: String?
  /// Of a goal for an amount.
  var type: String?
  var period: String?
  var goal: Double?
  var unit: String?
  var weekday: String?
  /// The last day of a pause.
  var last: String?

  private init(_ day: Day, _ kind: Kind) {
    date = day.description
    self.kind = kind
  }

  /// All entries by date, Apple's before the user's.
  package static func all(_ history: GoalHistory) -> [GoalHistoryEntry] {
    var entries: [(Day, GoalHistoryEntry)] = []
    var modes: [(Day, MoveMode)] = []
    func entry(_ day: Day, _ kind: Kind, _ subject: GoalSubject, _ value: Double) -> GoalHistoryEntry {
      var entry = GoalHistoryEntry(day, kind)
      (entry.ring, entry.type, entry.period) = (subject.ring?.key, subject.type, subject.period)
      entry.goal = value
      entry.unit = subject.storedUnit(modes.last { $0.0 <= day }?.1 ?? .activeEnergy)
      return entry
    }
    for goal in history.apple {
      modes.append((goal.day, goal.moveMode))
      entries.append((goal.day, entry(goal.day, .apple, .ring(goal.ring), goal.value)))
    }
    for goal in history.plan.schedule {
      var scheduled = entry(goal.firstDay, .schedule, goal.subject, goal.value)
      scheduled.weekday = goal.weekday.map { Formatting.english.longWeekday($0).lowercased() }
      entries.append((goal.firstDay, scheduled))
    }
    for goal in history.plan.dayGoals { entries.append((goal.day, entry(goal.day, .day, goal.subject, goal.value))) }
    for pause in history.plan.pauses {
      var paused = GoalHistoryEntry(pause.lowerBound, .pause)
      paused.last = pause.upperBound.description
      entries.append((pause.lowerBound, paused))
    }
    // Equal days keep the order above.
    return entries.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  private var subject: GoalSubject? {
    if let ring = Ring.allCases.first(where: { $0.key == ring }) { return .ring(ring) }
    return type.flatMap { GoalAmount(named: $0, period == "week" ? .week : .day) }.map { .amount($0) }
  }

  package static func table(_ entries: [GoalHistoryEntry], _ formatting: Formatting) -> String {
    var table = TextTable(alignments: [.left, .left, .right, .left], rows: [])
    for entry in entries {
      guard let subject = entry.subject, let goal = entry.goal else {
        table.rows.append([entry.date, "Paused", "", entry.last == entry.date ? "" : "through \(entry.last ?? "")"])
        continue
      }
      let mode: MoveMode = subject == .move && entry.unit == "min" ? .moveTime : .activeEnergy
      let amount = goal > 0 ? GoalText.amount(goal, subject, mode: mode, formatting: formatting) : "no goal"
      let origin =
        switch entry.kind {
        case .apple: "Apple, from this day on"
        case .schedule:
          "you, from this day on" + (entry.weekday.map { ", \($0.capitalizedFirst)s" } ?? "")
        case .day: "you, for this day"
        case .pause: ""
        }
      table.rows.append([entry.date, GoalText.name(subject), amount, origin])
    }
    return table.text
  }
}
