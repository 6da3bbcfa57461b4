import Dashboard
import Foundation
package import HealthModel
import Processes

/// A day of the audit in JSON: `apple` and `computed` instead of `value`.
package struct AuditJSON: Encodable {
  struct Explanation: Encodable {
    let code: String
    let sentence: String
  }

  package struct Ring: Encodable {
    package let side: DayAudit.Side
    package let goal: RingValue
    package let unit: String

    private enum Key: String, CodingKey {
      case apple, computed, explanation, goal, goalIsDefault, unit
    }

    package func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(side.apple?.written, forKey: .apple)
      try container.encode(side.computed?.written, forKey: .computed)
      try container.encode(goal.goal?.written, forKey: .goal)
      if goal.goalIsDefault { try container.encode(true, forKey: .goalIsDefault) }
      try container.encode(unit, forKey: .unit)
      if let explanation = side.explanation {
        try container.encode(
          Explanation(code: explanation.rawValue, sentence: explanation.sentence), forKey: .explanation)
      }
    }
  }

  package let date: String
  package let move: Ring
  package let exercise: Ring
  package let stand: Ring
  package let paused: Bool
  package let basis: String

  package init(_ audit: DayAudit) {
    func ring(_ ring: HealthModel.Ring) -> Ring {
      Ring(
        side: audit[ring], goal: audit.summary[ring],
        unit: ring.unit(audit.summary.moveMode).symbol)
    }
    date = audit.day.description
    move = ring(.move)
    exercise = ring(.exercise)
    stand = ring(.stand)
    paused = audit.summary.isPaused
    basis = audit.summary.basis.rawValue
  }
}
