import HealthAnalysis
import HealthModel
import Testing

@Suite("Chart periods")
struct ChartPeriodTests {
  @Test("bars cover the period without gaps, whatever the day and the first weekday", arguments: ChartPeriod.allCases)
  func bars(period: ChartPeriod) {
    for number in stride(from: 15_000, through: 21_000, by: 37) {
      let day = Day(number: number)
      for weekStart in [1, 6, 7] {
        let known = (day - number % 5_000)...(day + 20)
        let days = period.days(of: day, weekStart: weekStart, known: known)
        #expect(days.contains(day))
        let bars = period.buckets(days, weekStart: weekStart)
        #expect(bars.first?.lowerBound == days.lowerBound && bars.last?.upperBound == days.upperBound)
        #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
        #expect(bars.count <= 64)
        guard let before = period.daysBefore(days, weekStart: weekStart) else {
          #expect(period == .all)
          continue
        }
        #expect(before.upperBound + 1 == days.lowerBound)
      }
    }
  }

  @Test("the periods of a day match their everyday meaning")
  func names() throws {
    let day = try #require(Day("2026-11-19"))
    func days(_ period: ChartPeriod) -> String {
      let days = period.days(of: day, weekStart: 1, known: (day - 10)...day)
      return "\(days.lowerBound) \(days.upperBound)"
    }
    #expect(days(.day) == "2026-11-19 2026-11-19")
    #expect(days(.week) == "2026-11-16 2026-11-22")
    #expect(days(.month) == "2026-11-01 2026-11-30")
    #expect(days(.sixMonths) == "2026-06-01 2026-11-30")
    #expect(days(.year) == "2026-01-01 2026-12-31")
    #expect(days(.all) == "2026-11-09 2026-11-19")
  }

  @Test("the summary of several days equals that of their samples")
  func summary() {
    func day(_ values: [Double]) -> BucketStatistics {
      var day = BucketStatistics()
      day.count = values.count
      day.sum = values.reduce(0, +)
      day.average = values.reduce(0, +) / Double(values.count)
      day.minimum = values.min()
      day.maximum = values.max()
      return day
    }
    let discrete = ChartSeries.Summary(days: [day([50, 60]), nil, day([100])], isCumulative: false)
    #expect(discrete.average == 70 && discrete.minimum == 50 && discrete.maximum == 100 && discrete.count == 3)
    let sums = ChartSeries.Summary(days: [day([50, 60]), nil, day([100])], isCumulative: true)
    #expect(sums.sum == 210 && sums.average == 105)
    #expect(ChartSeries.Summary(days: [nil], isCumulative: true).average == nil)
  }
}
