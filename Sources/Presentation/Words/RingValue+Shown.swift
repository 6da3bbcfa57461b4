package import HealthModel

/// The rounding rule for the numbers of rings.
///
/// A floating-point sum or quotient may differ from a whole number in its last bits: 1050.6 of 1020 is 103%, not the
/// 102.99999999999999 that the division returns.
package enum Rounding {
  /// The floor, with a tolerance for the last bits.
  package static func down(_ value: Double) -> Double {
    (value + tolerance(value)).rounded(.down)
  }

  /// The ceiling, with a tolerance for the last bits.
  package static func up(_ value: Double) -> Double {
    (value - tolerance(value)).rounded(.up)
  }

  private static func tolerance(_ value: Double) -> Double {
    max(1e-9, abs(value) * 1e-12)
  }
}

/// The displayed numbers of a ring: whole, and rounded down.
///
/// Apple's Fitness app rounds down: a ring that is open at 99.6% never shows 100%, and one with 0 left is closed.
extension RingValue {
  /// The value rounded down; nil if unknown. Never negative.
  package var shownValue: Int? {
    Self.whole(value.map(Rounding.down))
  }

  /// The goal rounded down; nil if there is none.
  package var shownGoal: Int? {
    hasGoal ? Self.whole(goal.map(Rounding.down)) : nil
  }

  /// The value as a percentage of the goal, rounded down; nil without a value or without a goal. At most 99 while the
  /// ring is open and at least 100 once it is closed.
  package var shownPercent: Int? {
    guard hasGoal, let value, let goal else { return nil }
    // Multiplying first keeps whole values exact: 29 of 100 is 29%, but 0.29 * 100 rounds down to 28.
    guard let percent = Self.whole(Rounding.down(value * 100 / goal)) else { return nil }
    return isClosed ? max(100, percent) : min(99, percent)
  }

  /// The remaining amount, rounded up so that it is 0 only once the ring is closed.
  package var shownLeft: Int? {
    guard hasGoal, let value, let goal, value.isFinite else { return nil }
    return isClosed ? 0 : max(1, Self.whole(Rounding.up(goal - max(0, value))) ?? 1)
  }

  /// The same value in another unit, given the number of these in one stored unit.
  func scaled(by factor: Double) -> RingValue {
    RingValue(value: value.map { $0 * factor }, goal: goal.map { $0 * factor }, goalIsDefault: goalIsDefault)
  }

  private var hasGoal: Bool {
    guard let goal else { return false }
    return goal.isFinite && goal > 0
  }

  /// Large enough for any day, and small enough to fit.
  private static let largest = 9_999_999.0

  private static func whole(_ number: Double?) -> Int? {
    guard let number, !number.isNaN else { return nil }
    return Int(min(max(number, 0), largest))
  }
}
