package import HealthModel

/// A chart of a quantity type over a period.
package struct ChartRequest: Hashable, Sendable {
  /// The raw identifier.
  package var type: String
  package var period: ChartPeriod
  package var days: ClosedRange<Day>
  package var weekStart: Int

  package init(type: String, period: ChartPeriod, days: ClosedRange<Day>, weekStart: Int) {
    self.type = type
    self.period = period
    self.days = days
    self.weekStart = weekStart
  }
}
