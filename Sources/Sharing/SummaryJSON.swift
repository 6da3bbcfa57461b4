import Foundation
package import HealthAnalysis
package import HealthModel
import Presentation
import Processes

/// A day in the JSON format for scripts and other machines.
package struct SummaryJSON: Codable, Sendable {
  package struct Ring: Codable, Sendable {
    let value: RingValue
    let unit: String

    private enum Key: String, CodingKey {
      case value, goal, goalIsDefault, unit
    }

    init(value: RingValue, unit: String) {
      self.value = value.rounded
      self.unit = unit
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      func number(_ key: Key) throws -> Double? {
        guard let number = try container.decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard (0...SampleBounds.largestValue).contains(number) else {
          throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "\(number)")
        }
        return number
      }
      value = RingValue(
        value: try number(.value), goal: try number(.goal),
        goalIsDefault: try container.decodeIfPresent(Bool.self, forKey: .goalIsDefault) ?? false)
      unit = try container.decode(String.self, forKey: .unit)
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      // Scripts distinguish absent from null: both keys are always present.
      try container.encode(value.value?.written, forKey: .value)
      try container.encode(value.goal?.written, forKey: .goal)
      if value.goalIsDefault { try container.encode(true, forKey: .goalIsDefault) }
      try container.encode(unit, forKey: .unit)
    }
  }

  package let date: String
  package let move: Ring
  package let exercise: Ring
  package let stand: Ring
  package let paused: Bool
  package let basis: String

  package init(_ summary: DaySummary) {
    date = summary.day.description
    move = Ring(value: summary.move, unit: HealthModel.Ring.move.unit(summary.moveMode).symbol)
    exercise = Ring(value: summary.exercise, unit: HealthModel.Ring.exercise.unit(summary.moveMode).symbol)
    stand = Ring(value: summary.stand, unit: HealthModel.Ring.stand.unit(summary.moveMode).symbol)
    paused = summary.isPaused
    basis = summary.basis.rawValue
  }

  /// The day that it describes; nil for a date that does not exist. Its interval is that of UTC, since the time zone is
  /// not shared.
  package var summary: DaySummary? {
    guard let day = Day(date), SampleBounds.allows(day) else { return nil }
    let midnight = Date(timeIntervalSince1970: Double(day.number) * 86_400)
    let isMoveTime = move.unit == HealthModel.Ring.move.unit(.moveTime).symbol
    return DaySummary(
      day: day, interval: midnight..<midnight + 86_400, move: move.value, exercise: exercise.value, stand: stand.value,
      moveMode: isMoveTime ? .moveTime : .activeEnergy, isPaused: paused,
      basis: SummaryBasis(rawValue: basis) ?? .computed)
  }
}

extension DaySummary {
  /// What others may know of it: not whether its numbers are Apple's.
  package var shared: DaySummary {
    var summary = self
    if basis != .none { summary.basis = .computed }
    return summary
  }
}

/// A day and its week in the JSON format for scripts: the day's own keys, and `week` with seven such days.
package struct DayJSON: Codable {
  package let day: SummaryJSON?
  package let week: [SummaryJSON]
  /// The user's own goals; they are never shared with others.
  package let goals: [GoalJSON]
  /// How the night before the day was; it is never shared either.
  let night: NightJSON?

  /// - Parameter summaries: the days of the week, the day itself, and any others.
  package init(
    day: Day, week: ClosedRange<Day>, summaries: [DaySummary], goals: [GoalJSON] = [], night: NightState? = nil
  ) {
    self.goals = goals
    self.night = night.map(NightJSON.init)
    self.day = summaries.first { $0.day == day }.map(SummaryJSON.init)
    self.week = summaries.filter { week.contains($0.day) }.map(SummaryJSON.init)
  }

  private enum Key: String, CodingKey {
    case week, goals, night
  }

  package init(from decoder: any Decoder) throws {
    day = try SummaryJSON(from: decoder)
    week = try decoder.container(keyedBy: Key.self).decode([SummaryJSON].self, forKey: .week)
    (goals, night) = ([], nil)
  }

  package func encode(to encoder: any Encoder) throws {
    try day?.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(week, forKey: .week)
    if !goals.isEmpty { try container.encode(goals, forKey: .goals) }
    try container.encodeIfPresent(night, forKey: .night)
  }
}

/// How a night was, for scripts.
struct NightJSON: Encodable, Sendable {
  let usual: Bool
  /// How many vitals have a value and a range, and those outside.
  let known: Int
  let outside: [String]

  init(_ night: NightState) {
    (usual, known, outside) = (!night.isUnusual, night.known, night.outside.map(\.name.rawValue))
  }
}

/// A goal for an amount, for scripts.
package struct GoalJSON: Encodable, Sendable {
  let type: String
  let period: String
  let from: String
  let to: String
  let value: Double?
  let goal: Double?
  let unit: String
  let closed: Bool

  package init(_ progress: GoalProgress) {
    type = TypeName.short(for: progress.goal.type)
    period = "\(progress.goal.period)"
    (from, to) = (progress.days.lowerBound.description, progress.days.upperBound.description)
    value = progress.amount.rounded.value?.written
    goal = progress.amount.goal?.written
    unit = progress.goal.storedUnit
    closed = progress.amount.isClosed
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(type, forKey: .type)
    try container.encode(period, forKey: .period)
    try container.encode(from, forKey: .from)
    try container.encode(to, forKey: .to)
    // Scripts distinguish absent from null.
    try container.encode(value, forKey: .value)
    try container.encode(goal, forKey: .goal)
    try container.encode(unit, forKey: .unit)
    try container.encode(closed, forKey: .closed)
  }

  private enum Key: String, CodingKey {
    case type, period, from, to, value, goal, unit, closed
  }
}
