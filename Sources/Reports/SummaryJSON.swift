import Foundation
package import HealthModel
import Presentation
import Processes

/// A day in the JSON format for scripts.
package struct SummaryJSON: Encodable {
  struct Ring: Encodable {
    let value: RingValue
    let unit: String

    private enum Key: String, CodingKey {
      case value, goal, goalIsDefault, unit
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      // Scripts distinguish absent from null: both keys are always present.
      try container.encode(value.value?.written, forKey: .value)
      try container.encode(value.goal?.written, forKey: .goal)
      if value.goalIsDefault { try container.encode(true, forKey: .goalIsDefault) }
      try container.encode(unit, forKey: .unit)
    }
  }

  let date: String
  let move: Ring
  let exercise: Ring
  let stand: Ring
  let paused: Bool
  let basis: String

  package init(_ summary: DaySummary) {
    date = summary.day.description
    move = Ring(value: summary.move, unit: HealthModel.Ring.move.unit(summary.moveMode).symbol)
    exercise = Ring(value: summary.exercise, unit: HealthModel.Ring.exercise.unit(summary.moveMode).symbol)
    stand = Ring(value: summary.stand, unit: HealthModel.Ring.stand.unit(summary.moveMode).symbol)
    paused = summary.isPaused
    basis = summary.basis.rawValue
  }
}

/// A day and its week in the JSON format for scripts: the day's own keys, and `week` with seven such days.
package struct DayJSON: Encodable {
  private let day: SummaryJSON?
  private let week: [SummaryJSON]

  /// - Parameter summaries: the days of the week, the day itself, and any others.
  package init(day: Day, week: ClosedRange<Day>, summaries: [DaySummary]) {
    self.day = summaries.first { $0.day == day }.map(SummaryJSON.init)
    self.week = summaries.filter { week.contains($0.day) }.map(SummaryJSON.init)
  }

  private enum Key: String, CodingKey {
    case week
  }

  package func encode(to encoder: any Encoder) throws {
    try day?.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(week, forKey: .week)
  }
}
