import HealthAnalysis
package import HealthModel

/// What is said of a ring whose samples add up to another number than Apple's, which counts.
package struct RingDifference: Hashable, Sendable {
  /// `The samples add up to 480 kcal, Apple counted 512: ringtop audit says why.`
  package let sentence: String
  /// `Samples 480, Apple 512 kcal`
  package let short: String

  /// - Returns: nil if the two numbers are shown alike, or Apple has none.
  package init?(_ ring: Ring, of summary: DaySummary, _ activity: DayActivity, _ formatting: Formatting) {
    guard summary.basis == .apple, let value = summary[ring].value else { return nil }
    let unit = ring.unit(summary.moveMode, energy: formatting.energy)
    let hours = Rounding.down(activity.hours.reduce(0) { $0 + ring.amount(in: $1) } * unit.scale)
    let apple = Rounding.down(value * unit.scale)
    guard hours != apple else { return nil }
    let (samples, counted) = (formatting.number(hours, 0), formatting.number(apple, 0))
    sentence = "The samples add up to \(samples) \(unit.symbol), Apple counted \(counted): ringtop audit says why."
    short = "Samples \(samples), Apple \(counted) \(unit.symbol)"
  }
}
