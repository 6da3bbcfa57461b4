package import HealthModel

/// The unit for a ring's values.
package struct RingUnit: Hashable, Sendable {
  package var symbol: String
  /// The number of these units in one stored unit.
  package var scale: Double
}

extension Ring {
  /// `Move`, `Exercise` or `Stand`.
  package var name: String {
    switch self {
    case .move: "Move"
    case .exercise: "Exercise"
    case .stand: "Stand"
    }
  }

  /// `move`, `exercise` or `stand`: the name in options, templates, CSS classes and JSON.
  package var key: String {
    name.lowercased()
  }

  /// The columns of the longest name and the blank after it.
  package static let longestName = 9

  /// `kcal`, `kJ` or `min` for Move, `min` for Exercise, `h` for Stand.
  package func unit(_ mode: MoveMode, energy: EnergyUnit = .kilocalories) -> RingUnit {
    switch (self, mode) {
    case (.move, .activeEnergy): RingUnit(symbol: energy.symbol, scale: energy.perKilocalorie)
    case (.move, .moveTime), (.exercise, _): RingUnit(symbol: "min", scale: 1)
    case (.stand, _): RingUnit(symbol: "h", scale: 1)
    }
  }
}

extension DaySummary {
  /// Whether at least one goal that the day is measured against is a default.
  package var hasDefaultGoal: Bool {
    Ring.allCases.contains { self[$0].goalIsDefault && !lacks($0) }
  }
}
