import HealthModel
import Presentation

/// A condition in a template.
enum StatusCondition: Hashable {
  case closed, paused, defaults, data, problem
  case ringClosed(Ring)
  case ringDefault(Ring)
  case ringGoal(Ring)
  case ringData(Ring)
  /// Whether a goal of the user's own is reached.
  case goalClosed(GoalAmount)

  /// The conditions without a ring.
  static let plainNames: [(name: String, condition: StatusCondition)] = [
    ("closed", .closed), ("paused", .paused), ("defaults", .defaults), ("data", .data), ("problem", .problem),
  ]

  init?(_ name: String) {
    if let plain = Self.plainNames.first(where: { $0.name == name }) {
      self = plain.condition
      return
    }
    guard let (ring, rest) = Ring.split(name) else {
      guard let (goal, rest) = GoalAmount.split(name), rest == "closed" else { return nil }
      self = .goalClosed(goal)
      return
    }
    switch rest {
    case "closed": self = .ringClosed(ring)
    case "default": self = .ringDefault(ring)
    case "goal": self = .ringGoal(ring)
    case "data": self = .ringData(ring)
    default: return nil
    }
  }

  func holds(_ snapshot: StatusSnapshot) -> Bool {
    let summary = snapshot.known
    return switch self {
    case .closed: summary?.isClosed ?? false
    case .paused: summary?.isPaused ?? false
    case .defaults: summary?.hasDefaultGoal ?? false
    case .data: summary != nil
    case .problem: snapshot.problem != nil
    case .ringClosed(let ring): summary?[ring].isClosed ?? false
    case .ringDefault(let ring): summary.map { $0[ring].goalIsDefault && !$0.lacks(ring) } ?? false
    case .ringGoal(let ring): summary?[ring].shownGoal != nil
    case .ringData(let ring): summary?[ring].value != nil
    case .goalClosed(let goal): snapshot.goals.first { $0.goal == goal }?.amount.isClosed ?? false
    }
  }
}
