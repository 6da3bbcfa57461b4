package import HealthModel

/// The one rule by which numbers of rings become whole ones.
///
/// A sum of many parts, or a quotient, may end a few bits beside the whole number that it should be: 1050.6 of 1020 is
/// 103 %, and not the 102.99999999999999 that the division gives.
package enum Rounding {
  /// The largest whole number that is not larger, within the last bits.
  package static func down(_ value: Double) -> Double {
    (value + tolerance(value)).rounded(.down)
  }

  /// The smallest whole number that is not smaller, within the last bits.
  package static func up(_ value: Double) -> Double {
    (value - tolerance(value)).rounded(.up)
  }

  private static func tolerance(_ value: Double) -> Double {
    max(1e-9, abs(value) * 1e-12)
  }
}

/// The numbers of a ring as they are shown: whole, and rounded down.
///
/// Apple's Fitness rounds down: a ring that is open at 99.6 % never reads 100 %, and one that reads 0 left is closed.
extension RingValue {
  /// The value rounded down; nil where nothing is known. Never negative.
  package var shownValue: Int? {
    Self.whole(value.map(Rounding.down))
  }

  /// The goal rounded down; nil where there is none.
  package var shownGoal: Int? {
    hasGoal ? Self.whole(goal.map(Rounding.down)) : nil
  }

  /// Value in per cent of the goal, rounded down; nil without a value or without a goal. At most 99 while the ring is
  /// open and at least 100 once it is closed.
  package var shownPercent: Int? {
    guard hasGoal, let value, let goal else { return nil }
    // Multiplying first keeps whole values exact: 29 of 100 is 29 %, where 0.29 * 100 rounds down to 28.
    guard let percent = Self.whole(Rounding.down(value * 100 / goal)) else { return nil }
    return isClosed ? max(100, percent) : min(99, percent)
  }

  /// What is missing to the goal, rounded up so that it is 0 only once the ring is closed.
  package var shownLeft: Int? {
    guard hasGoal, let value, let goal, value.isFinite else { return nil }
    return isClosed ? 0 : max(1, Self.whole(Rounding.up(goal - max(0, value))) ?? 1)
  }

  /// The same in a unit of which one stored unit is so many.
  func scaled(by factor: Double) -> RingValue {
    RingValue(value: value.map { $0 * factor }, goal: goal.map { $0 * factor }, goalIsDefault: goalIsDefault)
  }

  private var hasGoal: Bool {
    guard let goal else { return false }
    return goal.isFinite && goal > 0
  }

  /// Large enough for any day, small enough that no bar overflows with digits.
  private static let largest = 9_999_999.0

  private static func whole(_ number: Double?) -> Int? {
    guard let number, !number.isNaN else { return nil }
    return Int(min(max(number, 0), largest))
  }
}
