package import HealthModel

extension GoalAmount {
  /// `Steps`, `Water, week`
  package var title: String {
    let name = Self.titles[type] ?? Self.words(TypeName.short(for: type))
    return name + (period == .week ? ", week" : "")
  }

  private static let titles = [
    TypeIdentifier.stepCount: "Steps", GoalAmount.water: "Water",
    TypeIdentifier.sleepAnalysis: TypeWords.amountTitle(TypeIdentifier.sleepAnalysis),
    "HKCategoryTypeIdentifierMindfulSession": "Mindful",
    TypeIdentifier.distanceWalkingRunning: "Distance",
  ]

  /// `Flights climbed` for `flightsClimbed`.
  private static func words(_ name: String) -> String {
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += " " }
      words += words.isEmpty ? character.uppercased() : character.lowercased()
    }
    return words
  }
}

extension Formatting {
  /// The unit in which the amount of a goal is typed and shown: hours of sleep, minutes of other times, litres of water.
  package func unit(of goal: GoalAmount) -> ShownUnit {
    guard goal.isTime else {
      if goal.type == GoalAmount.water { return ShownUnit(symbol: "L", scale: 1e-3) }
      let unit = unit(of: goal.type)
      // The title says what is counted.
      return goal.type == TypeIdentifier.stepCount ? ShownUnit(symbol: "", scale: unit.scale) : unit
    }
    return unit(of: goal.type)
  }

  /// `8,000`, `2 L`, `7.5 h`: an amount in the stored unit of the goal's type.
  package func amount(_ value: Double, of goal: GoalAmount) -> String {
    let unit = unit(of: goal)
    return goalNumber(value * unit.scale) + (unit.symbol.isEmpty ? "" : " " + unit.symbol)
  }

  /// With as few decimals as it has, at most two.
  fileprivate func goalNumber(_ shown: Double) -> String {
    let decimals = zip(0..., [1, 10].map { abs(shown * $0 - (shown * $0).rounded()) < 1e-6 }).first { $0.1 }?.0
    return number(shown, decimals ?? 2)
  }
}

/// Numbers in the shown unit, for people and programs: with at most two decimals, fewer from 10 on.
extension GoalProgress {
  /// The amount, rounded down so that an open goal never looks reached; nil if unknown.
  package func shownValue(_ formatting: Formatting) -> Double? {
    guard let value = amount.value, value.isFinite else { return nil }
    let unit = formatting.unit(of: goal)
    let steps = Self.steps(value * unit.scale, unit)
    return Rounding.down(value * unit.scale * steps) / steps
  }

  package func shownGoal(_ formatting: Formatting) -> Double? {
    amount.goal.map { goal in
      let shown = goal * formatting.unit(of: self.goal).scale
      return (shown * 100).rounded() / 100
    }
  }

  /// What is missing, rounded up so that it is 0 only once the goal is reached; nil if the amount is unknown.
  package func shownLeft(_ formatting: Formatting) -> Double? {
    guard let value = amount.value, let target = amount.goal, value.isFinite else { return nil }
    guard !amount.isClosed else { return 0 }
    let unit = formatting.unit(of: goal)
    let left = (target - value) * unit.scale
    let steps = Self.steps(left, unit)
    return Rounding.up(left * steps) / steps
  }

  /// How many steps a unit has; a count is whole.
  private static func steps(_ shown: Double, _ unit: ShownUnit) -> Double {
    unit.symbol.isEmpty || shown >= 100 ? 1 : shown >= 10 ? 10 : 100
  }

  /// `6,120`, `1.25 L`; nil for an unknown amount.
  package func valueWords(_ formatting: Formatting) -> String? {
    let symbol = formatting.unit(of: goal).symbol
    return shownValue(formatting).map { formatting.goalNumber($0) + (symbol.isEmpty ? "" : " " + symbol) }
  }

  /// `6,120/8,000`, `1.25/2 L`; `-` for an unknown amount.
  ///
  /// - Parameter absence: stands for an unknown amount.
  package func words(_ formatting: Formatting, separator: String = "/", absence: String = "-") -> String {
    (shownValue(formatting).map(formatting.goalNumber) ?? absence) + separator
      + formatting.amount(amount.goal ?? 0, of: goal)
  }

  /// `reached`, `1,880 left`, for a period that is over `1,880 short`; `no data`.
  package func remainder(isOver: Bool, _ formatting: Formatting) -> String {
    guard let left = shownLeft(formatting) else { return "no data" }
    if amount.isClosed { return "reached" }
    let symbol = formatting.unit(of: goal).symbol
    return formatting.goalNumber(left) + (symbol.isEmpty ? "" : " " + symbol) + (isOver ? " short" : " left")
  }
}
