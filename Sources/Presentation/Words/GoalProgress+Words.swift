package import HealthModel

extension GoalAmount {
  /// `Steps`, `Water, week`
  package var title: String {
    let name = Self.titles[type] ?? Self.words(TypeName.short(for: type))
    return name + (period == .week ? ", week" : "")
  }

  private static let titles = [
    TypeIdentifier.stepCount: "Steps", GoalAmount.water: "Water",
    TypeIdentifier.sleepAnalysis: "Sleep", "HKCategoryTypeIdentifierMindfulSession": "Mindful",
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
    return goal.type == TypeIdentifier.sleepAnalysis
      ? ShownUnit(symbol: "h", scale: 1 / 3_600) : ShownUnit(symbol: "min", scale: 1 / 60)
  }

  /// `8,000`, `2 L`, `7.5 h`: an amount in the stored unit of the goal's type.
  package func amount(_ value: Double, of goal: GoalAmount) -> String {
    let unit = unit(of: goal)
    let shown = value * unit.scale
    let isWhole = abs(shown - shown.rounded()) < 1e-9
    let text = goal.isTime ? number(shown, isWhole ? 0 : 1) : shortNumber(shown)
    return unit.symbol.isEmpty ? text : text + " " + unit.symbol
  }
}

extension GoalProgress {
  /// `6,120/8,000`, `1.25/2 L`; `-` for an unknown amount.
  package func words(_ formatting: Formatting, separator: String = "/") -> String {
    let unit = formatting.unit(of: goal)
    // Rounded down, so that an open goal never looks reached.
    let value = amount.value.map { value -> String in
      let shown = value * unit.scale
      let decimals: Double = shown >= 100 ? 1 : shown >= 10 ? 10 : 100
      return formatting.shortNumber(amount.isClosed ? shown : Rounding.down(shown * decimals) / decimals)
    }
    return (value ?? "-") + separator + formatting.amount(amount.goal ?? 0, of: goal)
  }

  /// `reached`, `1,880 left`, for a period that is over `1,880 short`; `no data`.
  package func remainder(isOver: Bool, _ formatting: Formatting) -> String {
    guard let value = amount.value, let target = amount.goal else { return "no data" }
    if amount.isClosed { return "reached" }
    return formatting.amount(target - value, of: goal) + (isOver ? " short" : " left")
  }

  /// The same in the shown unit, for whole numbers and glyphs.
  package func shown(_ formatting: Formatting) -> RingValue {
    amount.scaled(by: formatting.unit(of: goal).scale)
  }
}
