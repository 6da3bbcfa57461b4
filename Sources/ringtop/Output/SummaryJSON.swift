import Foundation
import HealthModel

/// A day as the JSON contract has it.
struct SummaryJSON: Encodable {
  struct Ring: Encodable {
    let value: RingValue
    let unit: String

    private enum Key: String, CodingKey {
      case value, goal, goalIsDefault, unit
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      // Absent and null are not the same to a script: both keys are always there.
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
    move = Ring(value: summary.move, unit: RingUnit.symbol(.move, mode: summary.moveMode))
    exercise = Ring(value: summary.exercise, unit: RingUnit.symbol(.exercise, mode: summary.moveMode))
    stand = Ring(value: summary.stand, unit: RingUnit.symbol(.stand, mode: summary.moveMode))
    paused = summary.isPaused
    basis = summary.basis.rawValue
  }
}

/// The units of the machine-readable outputs.
enum RingUnit {
  static func symbol(_ ring: Ring, mode: MoveMode) -> String {
    switch ring {
    case .move: mode == .moveTime ? "min" : "kcal"
    case .exercise: "min"
    case .stand: "h"
    }
  }
}
