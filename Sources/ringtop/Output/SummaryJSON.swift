import Dashboard
import Foundation
import HealthModel

/// A day in the JSON format for scripts.
struct SummaryJSON: Encodable {
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

  init(_ summary: DaySummary) {
    date = summary.day.description
    move = Ring(value: summary.move, unit: HealthModel.Ring.move.unit(summary.moveMode).symbol)
    exercise = Ring(value: summary.exercise, unit: HealthModel.Ring.exercise.unit(summary.moveMode).symbol)
    stand = Ring(value: summary.stand, unit: HealthModel.Ring.stand.unit(summary.moveMode).symbol)
    paused = summary.isPaused
    basis = summary.basis.rawValue
  }
}
