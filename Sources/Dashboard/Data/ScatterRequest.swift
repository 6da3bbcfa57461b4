package import HealthModel

/// Which two quantity types against each other, on which days.
package struct ScatterRequest: Hashable, Sendable {
  /// The raw identifiers.
  package var x: String
  package var y: String
  package var days: ClosedRange<Day>

  package init(x: String, y: String, days: ClosedRange<Day>) {
    self.x = x
    self.y = y
    self.days = days
  }
}
