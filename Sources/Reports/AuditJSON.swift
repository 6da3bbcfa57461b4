import Foundation
package import HealthModel
import Presentation
import Processes

/// A day of the audit in JSON: `apple` and `computed` instead of `value`.
package struct AuditJSON: Encodable {
  struct Explanation: Encodable {
    let code: String
    let sentence: String
  }

  struct Ring: Encodable {
    let side: DayAudit.Side
    let goal: RingValue
    let unit: String

    private enum Key: String, CodingKey {
      case apple, computed, explanation, goal, goalIsDefault, unit
    }

    func encode(to encoder: any Encoder) throws {
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

  let date: String
  let move: Ring
  let exercise: Ring
  let stand: Ring
  let paused: Bool
  let basis: String

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
