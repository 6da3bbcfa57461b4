package import HealthModel
package import Presentation
import Processes

/// The goal of a ring as users type and read it.
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
    guard value <= Self.largest[ring, default: 0] else {
      throw Failure(.usage, "Too large for one day of \(ring.name): \(text.prefix(40)).")
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

  /// `Move 600 kcal`, or `Move without a goal` for 0.
  package static func words(_ value: Double, _ ring: Ring, mode: MoveMode, formatting: Formatting) -> String {
    guard value > 0 else { return "\(ring.name) without a goal" }
    return "\(ring.name) \(amount(value, ring, mode: mode, formatting: formatting))"
  }

  /// `600 kcal`
  static func amount(_ value: Double, _ ring: Ring, mode: MoveMode, formatting: Formatting) -> String {
    let unit = ring.unit(mode, energy: formatting.energy)
    let shown = value * unit.scale
    let isWhole = abs(shown - shown.rounded()) < 1e-6
    return formatting.number(shown, isWhole ? 0 : 1) + " " + unit.symbol
  }
}
