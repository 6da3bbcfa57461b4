import HealthModel
import Testing

@testable import HealthAnalysis

@Suite("Periods of charts at the ends of the calendar")
struct ChartPeriodEndTests {
  @Test(
    "contain their day, and are no longer than elsewhere",
    arguments: [Day.distantPast, .distantPast + 1, .distantFuture - 1, .distantFuture])
  func ends(day: Day) {
    let known = Day(number: 18_000)...Day(number: 20_000)
    for period in ChartPeriod.allCases {
      let days = period.days(of: day, weekStart: 1, known: known)
      #expect(days.contains(day) || period == .all)
      #expect(days.count <= known.count)
      let bars = period.buckets(days, weekStart: 1)
      #expect(bars.first?.lowerBound == days.lowerBound && bars.last?.upperBound == days.upperBound)
      #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
      _ = period.daysBefore(days, weekStart: 1)
    }
  }
}
