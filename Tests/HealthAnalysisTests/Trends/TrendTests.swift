import Foundation
import HealthAnalysis
import HealthModel
import Testing

@Suite("Trends")
struct TrendTests {
  private static func random(_ count: Int, using random: inout some RandomNumberGenerator) -> [Double?] {
    let known = Double.random(in: 0.2...1, using: &random)
    let drift = Double.random(in: -0.4...0.4, using: &random)
    return (0..<count).map { index in
      guard Double.random(in: 0..<1, using: &random) < known else { return nil }
      return 100 * (1 + drift * Double(index) / 365) * Double.random(in: 0.7...1.3, using: &random)
    }
  }

  /// The two means, added up one day at a time; nil if there is no data.
  private static func means(_ days: [Double?]) -> (recent: Double, usual: Double)? {
    var (recent, recentCount, all, allCount) = (0.0, 0, 0.0, 0)
    for (index, value) in days.enumerated() {
      guard let value else { continue }
      let age = days.count - index
      if age <= 365 { (all, allCount) = (all + value, allCount + 1) }
      if age <= 90 { (recent, recentCount) = (recent + value, recentCount + 1) }
    }
    return recentCount > 0 && allCount > 0 ? (recent / Double(recentCount), all / Double(allCount)) : nil
  }

  private static func direction(_ days: [Double?]) -> Trend.Direction? {
    means(days).map { means in
      abs(means.recent - means.usual) < 0.01 * means.usual
        ? .level : means.recent > means.usual ? .up : .down
    }
  }

  @Test("results for random days match a model that adds up the days one by one", arguments: 0..<80)
  func model(run: Int) {
    var random = SystemRandomNumberGenerator()
    let days = Self.random(Int.random(in: 150...365, using: &random), using: &random)
    let metric: TrendMetric = run.isMultiple(of: 2) ? .steps : .restingHeartRate
    let trend = Trend(metric, days: days)
    let oldest = days.firstIndex { $0 != nil }.map { days.count - $0 } ?? 0
    guard oldest >= 180, let means = Self.means(days) else {
      #expect(trend == nil)
      return
    }
    guard let trend else {
      Issue.record("no trend in \(days)")
      return
    }
    #expect(abs(trend.recent - means.recent) < 1e-9 && abs(trend.usual - means.usual) < 1e-9)
    #expect(trend.direction == Self.direction(days))
    #expect(trend.weeks.count == 52)
    let last = days.suffix(7).compactMap { $0 }
    #expect(trend.weeks[51] == (last.isEmpty ? nil : last.reduce(0, +) / Double(last.count)))
  }

  @Test("the value reported to turn a trend turns it, and a slightly weaker one does not", arguments: 0..<80)
  func turning(run: Int) {
    var random = SystemRandomNumberGenerator()
    let days = Self.random(365, using: &random)
    let metric: TrendMetric = run.isMultiple(of: 2) ? .move : .restingHeartRate
    guard let trend = Trend(metric, days: days) else { return }
    let bad: Trend.Direction = metric.isBetterLower ? .up : .down
    guard trend.direction == bad else {
      #expect(trend.turning == nil)
      return
    }
    guard let value = trend.turning, value > 0 else { return }
    /// The direction after thirty days with a value.
    func after(_ value: Double) -> Trend.Direction? {
      Self.direction(Array((days + Array(repeating: value, count: 30)).suffix(365)))
    }
    let more = metric.isBetterLower ? 0.999 : 1.001
    #expect(after(value * more) != bad, "\(value)")
    #expect(after(value / more) == bad, "\(value)")
  }

  @Test("an arrow requires a change of 1 %, and a trend half a year")
  func limits() {
    func direction(_ recent: Double) -> Trend.Direction { Trend.direction(recent: recent, usual: 100) }
    #expect(direction(101) == .up && direction(99) == .down)
    #expect(direction(100.99) == .level && direction(99.01) == .level)
    #expect(Trend.direction(recent: 0, usual: 0) == .level)
    let half: [Double?] = Array(repeating: nil, count: 185) + Array(repeating: 5, count: 180)
    #expect(Trend(.steps, days: half) != nil)
    #expect(Trend(.steps, days: [nil] + half.dropFirst(186)) == nil)
    #expect(Trend(.steps, days: Array(half.prefix(275)) + Array(repeating: nil, count: 90)) == nil)
  }

  @Test("paused days and days without data have no values")
  func rings() {
    var random = SystemRandomNumberGenerator()
    let days = RandomDays.make(300, isGood: 0.7, using: &random)
    let values = TrendReport.values(.exercise, days, moveMode: .activeEnergy)
    for (day, value) in zip(days, values) {
      #expect(value == (day.isPaused || day.basis == .none ? nil : day.exercise.value))
    }
    let report = TrendReport([.exercise: values], today: RandomDays.first + 300, moveMode: .activeEnergy)
    let first = days.first { !$0.isPaused && $0.exercise.value != nil }?.day
    #expect(report.firstDay == first && report.firstTrendDay == first.map { $0 + 180 })
  }
}
