package import HealthModel

/// The numbers of a ring as they are shown: whole, and rounded down.
///
/// Apple's Fitness rounds down, and so does a status line: a ring that is open at 99.6 % never reads 100 %, and one
/// that reads 0 left is closed.
extension RingValue {
  /// The value rounded down; nil where nothing is known. Never negative.
  package var shownValue: Int? {
    // A sum of many parts that should make a whole number may end a hair below it.
    Self.floored(value.map { $0 + 1e-9 })
  }

  /// The goal rounded down; nil where there is none.
  package var shownGoal: Int? {
    hasGoal ? Self.floored(goal) : nil
  }

  /// Value in per cent of the goal, rounded down; nil without a value or without a goal. At most 99 while the ring is
  /// open and at least 100 once it is closed.
  package var shownPercent: Int? {
    guard hasGoal, let value, let goal else { return nil }
    // Multiplying first keeps whole values exact: 29 of 100 is 29 %, where 0.29 * 100 rounds down to 28.
    guard let percent = Self.floored(value * 100 / goal) else { return nil }
    return isClosed ? max(100, percent) : min(99, percent)
  }

  /// What is missing to the goal, rounded up so that it is 0 only once the ring is closed.
  package var shownLeft: Int? {
    guard hasGoal, let value, let goal, value.isFinite else { return nil }
    return isClosed ? 0 : max(1, Self.floored((goal - max(0, value)).rounded(.up)) ?? 1)
  }

  private var hasGoal: Bool {
    guard let goal else { return false }
    return goal.isFinite && goal > 0
  }

  /// Large enough for any day, small enough that no bar overflows with digits.
  private static let largest = 9_999_999.0

  private static func floored(_ number: Double?) -> Int? {
    guard let number, !number.isNaN else { return nil }
    return Int(min(max(number, 0), largest).rounded(.down))
  }
}

extension DaySummary {
  /// The unit of a ring's value: `kcal` or `min` for Move, `min` for Exercise, `h` for Stand.
  package func unit(of ring: Ring) -> String {
    switch ring {
    case .move: moveMode == .activeEnergy ? "kcal" : "min"
    case .exercise: "min"
    case .stand: "h"
    }
  }
}

extension Ring {
  /// `move`, `exercise` or `stand`, as templates, classes and JSON name the ring.
  var key: String {
    switch self {
    case .move: "move"
    case .exercise: "exercise"
    case .stand: "stand"
    }
  }

  /// `Move`, `Exercise` or `Stand`.
  var title: String {
    switch self {
    case .move: "Move"
    case .exercise: "Exercise"
    case .stand: "Stand"
    }
  }
}
