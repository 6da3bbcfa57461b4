import Foundation
import HealthAnalysis
import HealthModel
import Presentation
import Testing

@testable import Processes
@testable import Reports

/// Every view that says how many days were closed, on the same days.
@Suite("Counted days")
struct CountedDaysTests {
  private static let known = day("2026-01-20")...day("2026-03-05")
  private static let today = day("2026-11-14")

  private static func day(_ text: String) -> Day { Day(text) ?? .distantPast }

  /// In the known days every fifth has no data, every seventh is paused, and every third of the others is open. There
  /// are pauses before and after them.
  private static let summaries = (day("2026-01-01")...today).map { day in
    let start = Date(timeIntervalSince1970: Double(day.number) * 86_400)
    var summary = DaySummary(day: day, interval: start..<(start + 86_400))
    summary.isPaused = day.number.isMultiple(of: 7)
    let goal = RingValue(goal: 10)
    (summary.move, summary.exercise, summary.stand) = (goal, goal, goal)
    guard known.contains(day), !day.number.isMultiple(of: 5) || day == known.lowerBound || day == known.upperBound
    else { return summary }
    let value = RingValue(value: day.number.isMultiple(of: 3) ? 9 : 10, goal: 10)
    (summary.move, summary.exercise, summary.stand) = (value, value, value)
    summary.basis = .computed
    return summary
  }

  private static func summaries(in days: ClosedRange<Day>) -> [DaySummary] {
    summaries.filter { days.contains($0.day) }
  }

  private struct Counts: Hashable, Decodable {
    var closed: Int
    var counted: Int
  }

  private static func counts(_ report: any ViewReport) throws -> Counts {
    struct Years: Decodable { var years: [Counts] }
    let data = Data(try Output.json(report.json).utf8)
    guard let years = try? JSONDecoder().decode(Years.self, from: data) else {
      return try JSONDecoder().decode(Counts.self, from: data)
    }
    return Counts(
      closed: years.years.reduce(0) { $0 + $1.closed }, counted: years.years.reduce(0) { $0 + $1.counted })
  }

  @Test("the views of streaks, years, months and weeks count the same days, from the first to the last with data")
  func views() throws {
    let own = Self.summaries(in: Self.known).filter { !$0.isPaused }
    let expected = Counts(closed: own.count { $0.isClosed }, counted: own.count)
    #expect(expected.closed > 10 && expected.closed < expected.counted)

    let streaks = StreakReport(
      Self.summaries(in: Self.known.lowerBound...Self.today), known: Self.known, workouts: [], today: Self.today,
      weekStart: 1)
    for line in streaks.lines {
      #expect(Counts(closed: line.days.closed, counted: line.days.counted) == expected)
    }
    #expect(streaks.days == Self.known)
    let years = YearReport(
      summaries: Self.summaries(in: Self.known), known: Self.known, day: Self.today, today: Self.today,
      formatting: .english, weekStart: 1)
    #expect(try Self.counts(years) == expected)
    #expect(years.plain?.contains("\(expected.closed) of \(expected.counted)") == true)

    var months = Counts(closed: 0, counted: 0)
    for month in 1...12 {
      guard let first = Day(year: 2026, month: month, day: 1) else { continue }
      let report = DaysReport(
        .month, of: first.month, today: Self.today, summaries: Self.summaries(in: first.month), known: Self.known,
        formatting: .english)
      let found = try Self.counts(report)
      #expect(report.plain?.contains("\(found.closed) of \(found.counted) days closed") == true)
      months.closed += found.closed
      months.counted += found.counted
    }
    #expect(months == expected)

    var weeks = Counts(closed: 0, counted: 0)
    for monday in stride(from: Self.known.lowerBound.monday - 7, through: Self.known.upperBound + 14, by: 7) {
      let week = monday...(monday + 6)
      let page = DayPage(
        day: monday, today: Self.today, week: week, summaries: Self.summaries(in: week), known: Self.known,
        activity: DayActivity(day: monday, steps: 0, distance: 0, flights: 0, hours: []))
      guard let found = try #/closed on (\d+) of (\d+) day/#.firstMatch(in: page.sentences) else { continue }
      weeks.closed += try #require(Int(found.1))
      weeks.counted += try #require(Int(found.2))
    }
    #expect(weeks == expected)
  }

  @Test("a year is printed from the month of its first data on, which is said")
  func firstMonth() throws {
    func lines(_ known: ClosedRange<Day>) -> [Substring] {
      YearReport(summaries: [], known: known, day: Self.today, today: Self.today, formatting: .english, weekStart: 1)
        .plain?.split(separator: "\n") ?? []
    }
    let late = lines(Self.day("2026-09-09")...Self.today)
    #expect(late.last == "No data before 2026-09-09." && late.contains("2026 Sep Oct Nov  Dec"))
    // The first Monday is that of the week of 1 September.
    #expect(late.contains { $0 == "Mon   ----------" })
    let all = lines(Self.known.lowerBound...Self.today)
    #expect(all.contains { $0.hasPrefix("2026 Jan") } && all.last?.hasPrefix("Digits") == true)
  }
}
