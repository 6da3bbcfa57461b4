/// What another order of a type's sources would change: on which days, from what to what.
package struct SourceOrderEffect: Hashable, Sendable {
  package struct DayChange: Hashable, Sendable {
    package var day: Day
    /// In the type's unit: what the ring shows, or what the samples come to where the type fills no ring.
    package var before: Double
    package var after: Double
    /// Of the ring; nil where there is none.
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
  /// The order that is asked about.
  package let names: [String]
  /// How many days have samples of the type.
  package private(set) var days = 0
  /// Of all of them together.
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
  ///   - before: what the samples come to.
  ///   - after: the same in the other order.
  ///   - shown: what the ring shows; nil for a type that fills none. Apple's number of a day changes by as much as the
  ///     samples do.
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

  /// Those that would change most, the largest change first.
  package func largest(_ count: Int) -> [DayChange] {
    Array(
      changes.sorted { ($1.difference.magnitude, $0.day) < ($0.difference.magnitude, $1.day) }.prefix(count))
  }

  /// On how many days the ring would close that does not now, and the other way round.
  package var newlyClosed: Int { changes.count { $0.closedAfter && !$0.closedBefore } }
  package var newlyOpen: Int { changes.count { $0.closedBefore && !$0.closedAfter } }
}
