package import HealthModel

/// Two quantity types plotted against each other over a range of days.
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
