/// The effect of another order of a type's sources: which days change, from what value to what value.
package struct SourceOrderEffect: Hashable, Sendable {
  package struct DayChange: Hashable, Sendable {
    package var day: Day
    /// In the type's unit: the value of the ring, or the merged value of the samples if the type belongs to no ring.
    package var before: Double
    package var after: Double
    /// The goal of the ring; nil if there is none.
    package var goal: Double?

    package init(day: Day, before: Double, after: Double, goal: Double? = nil) {
      self.day = day
      self.before = before
      self.after = after
      self.goal = goal
    }

    package var difference: Double { after - before }
    package var closedBefore: Bool { goal.map { $0 > 0 && before >= $0 } ?? false }
    package var closedAfter: Bool { goal.map { $0 > 0 && after >= $0 } ?? false }
  }

  /// The raw identifier.
  package let type: String
  /// The proposed order.
  package let names: [String]
  /// The number of days with samples of the type.
  package private(set) var days = 0
  /// The totals over all days.
  package private(set) var before = 0.0
  package private(set) var after = 0.0
  /// The days that would change, ascending.
  package private(set) var changes: [DayChange] = []

  package init(type: String, names: [String]) {
    self.type = type
    self.names = names
  }

  /// Adds a day.
  ///
  /// - Parameters:
  ///   - before: the merged value of the samples.
  ///   - after: the same with the other order.
  ///   - shown: the value of the ring; nil for a type that belongs to no ring. Apple's value for a day changes by as
  ///     much as that of the samples.
  ///   - rounds: whether the ring counts whole numbers.
  package mutating func add(_ day: Day, before: Double, after: Double, shown: RingValue?, rounds: Bool) {
    func counted(_ value: Double) -> Double { rounds ? (value + 0.5 + 1e-9).rounded(.down) : value }
    var change = DayChange(day: day, before: counted(before), after: counted(after))
    if let value = shown?.value {
      change = DayChange(
        day: day, before: value, after: max(0, value + (counted(after) - counted(before))), goal: shown?.goal)
    }
    days += 1
    self.before += change.before
    self.after += change.after
    if change.difference.magnitude > 1e-6 * max(1, change.before.magnitude) { changes.append(change) }
  }

  /// The days with the largest changes, the largest first.
  package func largest(_ count: Int) -> [DayChange] {
    Array(
      changes.sorted { ($1.difference.magnitude, $0.day) < ($0.difference.magnitude, $1.day) }.prefix(count))
  }

  /// On how many days the ring would close that is now open, and vice versa.
  package var newlyClosed: Int { changes.count { $0.closedAfter && !$0.closedBefore } }
  package var newlyOpen: Int { changes.count { $0.closedBefore && !$0.closedAfter } }
}
