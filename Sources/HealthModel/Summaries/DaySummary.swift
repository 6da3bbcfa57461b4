package import FoundationEssentials

/// One of the three rings.
package enum Ring: Int, Sendable, Hashable, CaseIterable {
  case move = 0
  case exercise = 1
  case stand = 2
}

/// What the Move ring measures.
package enum MoveMode: Int, Sendable, Hashable {
  /// Kilocalories of active energy.
  case activeEnergy = 1
  /// Minutes of move time, for children and teenagers.
  case moveTime = 2
}

/// Where the values of a day come from.
package enum SummaryBasis: String, Sendable, Hashable {
  /// Apple's own row for the day, plus what samples have changed since its import.
  case apple
  /// The samples alone.
  case computed
  /// There is no data for the day.
  case none
}

/// The value and the goal of one ring on one day.
package struct RingValue: Hashable, Sendable {
  /// Kilocalories or minutes of move time, minutes of exercise, hours stood. nil if nothing has recorded the ring, which
  /// is not 0.
  package var value: Double?
  /// nil if there is no goal.
  package var goal: Double?
  /// True if nobody has set the goal and it is a default.
  package var goalIsDefault: Bool

  package init(value: Double? = nil, goal: Double? = nil, goalIsDefault: Bool = false) {
    self.value = value
    self.goal = goal
    self.goalIsDefault = goalIsDefault
  }

  /// Whether it can be closed or open: it was recorded, and has a goal.
  package var counts: Bool { value != nil && goal != nil }

  /// Value / goal, never clamped; 0 if there is no goal or no value.
  package var progress: Double {
    guard let value, let goal, goal > 0 else { return 0 }
    return value / goal
  }

  /// With a tolerance for rounding errors in a sum of many parts.
  package var isClosed: Bool { progress >= 1 - 1e-12 }

  /// For programs: without the last bits of a sum of many parts, so that a closed ring has at least its goal.
  package var rounded: RingValue {
    var rounded = self
    rounded.value = value.map { value in
      let short = abs(value) < 1e6 ? (value * 1e9).rounded() / 1e9 : value
      return isClosed ? max(short, goal ?? short) : short
    }
    return rounded
  }
}

/// The three values and three goals of a day.
package struct DaySummary: Hashable, Sendable {
  package var day: Day
  /// Midnight of the day where the user was, and midnight of the next.
  package var interval: Range<Date>
  package var move: RingValue
  package var exercise: RingValue
  package var stand: RingValue
  package var moveMode: MoveMode
  package var isPaused: Bool
  package var basis: SummaryBasis

  package init(
    day: Day, interval: Range<Date>, move: RingValue = RingValue(), exercise: RingValue = RingValue(),
    stand: RingValue = RingValue(), moveMode: MoveMode = .activeEnergy, isPaused: Bool = false,
    basis: SummaryBasis = .none
  ) {
    self.day = day
    self.interval = interval
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.moveMode = moveMode
    self.isPaused = isPaused
    self.basis = basis
  }

  package subscript(ring: Ring) -> RingValue {
    switch ring {
    case .move: move
    case .exercise: exercise
    case .stand: stand
    }
  }

  /// Every ring that was recorded and has a goal is closed, and there is at least one.
  package var isClosed: Bool {
    let counted = countedRings
    return !counted.isEmpty && counted.allSatisfy { self[$0].isClosed }
  }

  /// The rings that can be closed or open.
  package var countedRings: [Ring] { Ring.allCases.filter { self[$0].counts } }

  /// Whether a ring is closed; for nil, whether the day is.
  package func isClosed(_ ring: Ring?) -> Bool {
    ring.map { self[$0].isClosed } ?? isClosed
  }

  /// Whether the day has data, but none of the ring, or for nil none of any ring: what the user did is unknown, and
  /// counts neither for nor against them. false for a day without any data.
  package func lacks(_ ring: Ring?) -> Bool {
    basis != .none && (ring.map { [$0] } ?? Ring.allCases).allSatisfy { self[$0].value == nil }
  }

  /// Whether the day has data, but the ring, or for nil every ring, was not recorded or has no goal: it is neither closed nor
  /// open.
  package func leavesOut(_ ring: Ring?) -> Bool {
    basis != .none && !(ring.map { [$0] } ?? Ring.allCases).contains { self[$0].counts }
  }

  /// The value of a ring; nil for a Move ring that measures something other than `moveMode`: minutes are neither added to
  /// kilocalories nor compared with them.
  package func value(_ ring: Ring, _ moveMode: MoveMode) -> Double? {
    ring == .move && self.moveMode != moveMode ? nil : self[ring].value
  }

  /// Whether something has recorded the ring on this day, so that an hour without any of it is a zero.
  package func hasRecord(of ring: Ring) -> Bool { basis != .none && self[ring].value != nil }
}

extension DaySummary {
  /// The day of a user whose only ring is Move: values and goals of the other rings are removed, so that Move alone
  /// closes the day.
  package var moveOnly: DaySummary {
    var summary = self
    summary.exercise = RingValue()
    summary.stand = RingValue()
    return summary
  }

  /// Whether the day has data that only a watch can record.
  package var knowsMoreThanMove: Bool { (exercise.value ?? 0) > 0 || (stand.value ?? 0) > 0 }
}

extension Sequence<DaySummary> {
  /// The days as they are shown: of a user whose only ring is Move, without the others.
  package var shown: [DaySummary] { knowOnlyMove ? map(\.moveOnly) : Array(self) }

  /// What Move measures on the last day with data, if the days are ascending.
  package var moveMode: MoveMode { reduce(.activeEnergy) { $1.basis == .none ? $0 : $1.moveMode } }

  /// Whether these are the days of a user without a watch: several days have movement, and none has an exercise
  /// minute or a stand hour.
  ///
  /// A single day is not enough, since the day of a watch begins like that too.
  ///
  /// - Complexity: O(*n*), and O(1) if one of the first days has such data.
  package var knowOnlyMove: Bool {
    var moved = 0
    for summary in self {
      if summary.knowsMoreThanMove { return false }
      if (summary.move.value ?? 0) > 0 { moved += 1 }
    }
    return moved >= 3
  }
}
