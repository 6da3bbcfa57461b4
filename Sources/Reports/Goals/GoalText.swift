package import HealthModel
package import Presentation
import Processes

/// A goal as users type and read it.
package struct GoalText {
  /// In the store's unit; 0 for none.
  package let value: Double

  /// - Throws: a usage error that names the invalid text.
  package init(_ text: String, _ ring: Ring, mode: MoveMode, formatting: Formatting) throws {
    guard text.lowercased() != "none" else {
      value = 0
      return
    }
    let unit = try HealthUnit(parsing: Self.storedUnit(ring, mode))
    let shown = ring.unit(mode, energy: formatting.energy)
    let amount = try Amount(text, example: "600", formatting: formatting)
    // A number without a unit is in the user's unit.
    guard let value = amount.unit == nil ? amount.value / shown.scale : amount.value(in: unit) else {
      throw Failure(
        .usage,
        "\(ring.name) is measured in \(shown.symbol), not in \(amount.unit?.unitString ?? "").")
    }
    guard ring != .stand || value == value.rounded() else {
      throw Failure(.usage, "Stand counts whole hours: \(text.prefix(40)) is none.")
    }
    let largest = mode == .moveTime && ring == .move ? 1_440 : Self.largest[ring, default: 0]
    guard value <= largest else {
      throw Failure(.usage, "Too large for one day of \(ring.name): \(text.prefix(40)).")
    }
    self.value = value
  }

  /// - Throws: a usage error that names the invalid text.
  package init(_ text: String, _ goal: GoalAmount, formatting: Formatting) throws {
    guard text.lowercased() != "none" else {
      value = 0
      return
    }
    let shown = formatting.unit(of: goal)
    let example = goal.isTime ? "8 h" : "8000"
    let amount = try Amount(text, example: example, formatting: formatting)
    let unit = goal.isTime ? try HealthUnit(parsing: "s") : QuantityTypeCatalog.entry(for: goal.type)?.unit ?? .count
    // A number without a unit is in the unit that is shown.
    guard let value = amount.unit == nil ? amount.value / shown.scale : amount.value(in: unit) else {
      throw Failure(
        .usage,
        "\(TypeName.short(for: goal.type)) is measured in \(goal.isTime ? shown.symbol : unit.unitString), not in "
          + "\(amount.unit?.unitString ?? "").")
    }
    let longest = 86_400.0 * (goal.period == .week ? 7 : 1)
    guard value <= (goal.isTime ? longest : 1e9) else {
      throw Failure(.usage, "Too large for one \(goal.period): \(text.prefix(40)).")
    }
    self.value = value
  }

  /// Kilocalories, minutes of a day, hours of a day.
  private static let largest: [Ring: Double] = [.move: 100_000, .exercise: 1_440, .stand: 24]

  private static func storedUnit(_ ring: Ring, _ mode: MoveMode) -> String {
    switch ring {
    case .move: mode == .moveTime ? "min" : "kcal"
    case .exercise: "min"
    case .stand: "hr"
    }
  }

  /// `Steps 8,000`, or `Steps without a goal` for 0.
  static func words(_ value: Double, _ subject: GoalSubject, mode: MoveMode, formatting: Formatting) -> String {
    "\(name(subject)) " + (value > 0 ? amount(value, subject, mode: mode, formatting: formatting) : "without a goal")
  }

  static func name(_ subject: GoalSubject) -> String {
    switch subject {
    case .ring(let ring): ring.name
    case .amount(let amount): amount.title
    }
  }

  /// `600 kcal`, `8,000`
  static func amount(_ value: Double, _ subject: GoalSubject, mode: MoveMode, formatting: Formatting) -> String {
    switch subject {
    case .ring(let ring): amount(value, ring, mode: mode, formatting: formatting)
    case .amount(let goal): formatting.amount(value, of: goal)
    }
  }

  /// `Move 600 kcal`, or `Move without a goal` for 0.
  package static func words(_ value: Double, _ ring: Ring, mode: MoveMode, formatting: Formatting) -> String {
    words(value, .ring(ring), mode: mode, formatting: formatting)
  }

  /// `600 kcal`
  static func amount(_ value: Double, _ ring: Ring, mode: MoveMode, formatting: Formatting) -> String {
    let unit = ring.unit(mode, energy: formatting.energy)
    let shown = value * unit.scale
    let isWhole = abs(shown - shown.rounded()) < 1e-6
    return formatting.number(shown, isWhole ? 0 : 1) + " " + unit.symbol
  }
}
