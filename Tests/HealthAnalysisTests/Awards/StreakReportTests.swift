import Foundation
import HealthAnalysis
import HealthModel
import Testing

/// Compares the report with a model that tries every span of days and every calendar period.
@Suite("Streaks, perfect periods and awards")
struct StreakReportTests {
  @Test("results for random days match a model that tries every span and every period", arguments: 0..<12)
  func model(run: Int) throws {
    var random = SystemRandomNumberGenerator()
    let isGood = [0.5, 0.9, 0.99][run % 3]
    let summaries = RandomDays.make(Int.random(in: 1...150, using: &random), isGood: isGood, using: &random)
    let today = try #require(summaries.last?.day)
    let weekStart = Int.random(in: 1...7, using: &random)
    let first = try #require(summaries.first?.day)
    let known = first...(first + Int.random(in: 0..<summaries.count, using: &random))
    let report = StreakReport(summaries, known: known, workouts: [], today: today, weekStart: weekStart)
    #expect(report.lines.map(\.ring) == [nil, .move, .exercise, .stand])
    for line in report.lines {
      let model = Model(summaries: summaries, today: today, ring: line.ring)
      #expect(line.current.days == model.currentStreak, "\(run) \(String(describing: line.ring))")
      #expect(line.longest.days == model.longestStreak)
      #expect(line.days.closed == model.closed(in: known) && line.days.counted == model.counted(in: known))
      for (length, found) in [(Calendar.Component.weekOfYear, line.perfectWeeks), (.month, line.perfectMonths)] {
        let expected = model.perfect(length, weekStart: weekStart)
        #expect(found.count == expected.count, "\(length) \(isGood)")
        #expect(found.first?.lowerBound == expected.first && found.latest?.lowerBound == expected.last)
      }
      guard let ring = line.ring else { continue }
      let values = summaries.compactMap { $0[ring].value }
      // What nothing recorded has no total.
      #expect(line.total == (values.isEmpty ? nil : values.reduce(0, +)))
      let best = summaries.max { ($0[ring].value ?? 0, -$0.day.number) < ($1[ring].value ?? 0, -$1.day.number) }
      if let best, let value = best[ring].value, value > 0 {
        #expect(line.best?.day == best.day && line.best?.value == value)
      }
    }
    // Each streak in the list starts and ends with a closed day and is not empty.
    let all = Model(summaries: summaries, today: today, ring: nil)
    #expect(report.longestStreaks.first?.days ?? 0 == all.longestStreak)
    #expect(report.longestStreaks.map(\.days) == report.longestStreaks.map(\.days).sorted(by: >))
  }

  private struct Model {
    let summaries: [DaySummary]
    let today: Day
    let ring: Ring?

    private func isClosed(_ summary: DaySummary) -> Bool {
      let rings = ring.map { [$0] } ?? Ring.allCases.filter { summary[$0].goal != nil && summary[$0].value != nil }
      return !rings.isEmpty
        && rings.allSatisfy { ring in
          guard let value = summary[ring].value, let goal = summary[ring].goal, goal > 0 else { return false }
          return value >= goal
        }
    }

    /// Neither for nor against a streak.
    private func isLeftOut(_ summary: DaySummary) -> Bool {
      let rings = ring.map { [$0] } ?? Ring.allCases
      return summary.isPaused
        || summary.basis != .none && rings.allSatisfy { summary[$0].value == nil || summary[$0].goal == nil }
    }

    private func length(_ span: ClosedRange<Int>) -> Int? {
      let days = summaries[span]
      if days.contains(where: { !isLeftOut($0) && !isClosed($0) && $0.day != today }) { return nil }
      return days.count { !isLeftOut($0) && isClosed($0) }
    }

    var currentStreak: Int {
      summaries.indices.compactMap { length($0...(summaries.count - 1)) }.max() ?? 0
    }

    var longestStreak: Int {
      summaries.indices.flatMap { low in (low..<summaries.count).compactMap { length(low...$0) } }.max() ?? 0
    }

    func closed(in known: ClosedRange<Day>) -> Int {
      summaries.count { known.contains($0.day) && !$0.isPaused && isClosed($0) }
    }

    func counted(in known: ClosedRange<Day>) -> Int {
      let days = summaries.filter { known.contains($0.day) }
      let rings = ring.map { [$0] } ?? Ring.allCases
      if days.allSatisfy({ day in rings.allSatisfy { day[$0].value == nil } }) { return 0 }
      return days.count { !isLeftOut($0) }
    }

    /// The first days of perfect periods, according to Foundation's calendar.
    func perfect(_ length: Calendar.Component, weekStart: Int) -> [Day] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = .gmt
      calendar.firstWeekday = weekStart % 7 + 1
      var periods: [Int: [DaySummary]] = [:]
      var lengths: [Int: Int] = [:]
      for summary in summaries {
        let noon = Date(timeIntervalSince1970: Double(summary.day.number) * 86_400 + 43_200)
        guard let interval = calendar.dateInterval(of: length, for: noon) else { continue }
        let first = Int(interval.start.timeIntervalSince1970 / 86_400)
        periods[first, default: []].append(summary)
        lengths[first] = Int((interval.duration / 86_400).rounded())
      }
      return periods.keys.sorted().filter { first in
        let days = periods[first] ?? []
        return days.count == lengths[first] && days.allSatisfy { $0.day <= today && (isLeftOut($0) || isClosed($0)) }
          && days.contains { !$0.isPaused && isClosed($0) }
      }.map(Day.init(number:))
    }
  }

  @Test("awards have their counts, and first and last days", arguments: 0..<6)
  func awards(run: Int) throws {
    var random = SystemRandomNumberGenerator()
    let summaries = RandomDays.make(Int.random(in: 20...400, using: &random), isGood: 0.9, using: &random)
    let today = try #require(summaries.last?.day)
    let workouts = (0..<Int.random(in: 0...60, using: &random)).map { _ in
      WorkoutMark(
        day: RandomDays.first + Int.random(in: 0..<summaries.count, using: &random),
        activity: [13, 37, 52].randomElement(using: &random) ?? 37,
        duration: Double(Int.random(in: 200...4_000, using: &random)),
        energy: Int.random(in: 0..<5, using: &random) == 0 ? nil : Double(Int.random(in: 1...500, using: &random)))
    }.sorted { $0.day < $1.day }
    let awards = StreakReport(
      summaries, known: summaries[0].day...today, workouts: workouts, today: today, weekStart: 1
    ).awards
    func award(_ kind: Award.Kind) -> Award? { awards.first { $0.kind == kind } }

    let met = summaries.filter { ($0.move.value ?? -1) >= ($0.move.goal ?? .infinity) }
    for times in 2...4 {
      let days = summaries.filter { ($0.move.value ?? -1) >= Double(times) * ($0.move.goal ?? .infinity) }
      let found = award(.moveMultiple(times))
      #expect(found?.count ?? 0 == days.count && found?.first == days.first?.day && found?.latest == days.last?.day)
    }
    for goals in [100, 250, 500] {
      #expect(award(.moveGoals(goals))?.first == (met.count >= goals ? met[goals - 1].day : nil))
    }
    let records = summaries.indices.filter { index in
      let before = summaries[..<index].compactMap(\.move.value).filter { $0 > 0 }
      guard let value = summaries[index].move.value, let highest = before.max() else { return false }
      return value > highest
    }
    #expect(award(.moveRecord)?.count ?? 0 == records.count)
    #expect(award(.moveRecord)?.latest == records.last.map { summaries[$0].day })
    #expect(award(.moveRecord)?.value == records.last.flatMap { summaries[$0].move.value })
    for activity in [13, 37, 52] {
      let own = workouts.filter { $0.activity == activity }
      let first = award(.firstWorkout(activity))
      // A first workout happens once.
      #expect(first?.count == (own.isEmpty ? nil : 1))
      #expect(first?.first == own.first?.day && first?.latest == own.first?.day)
      let energies = own.filter { $0.duration >= 300 }.compactMap { mark in mark.energy.map { (mark.day, $0) } }
      let beaten = energies.indices.filter { index in
        energies[..<index].map(\.1).max().map { energies[index].1 > $0 } ?? false
      }
      let record = award(.workoutRecord(activity))
      #expect(record?.count ?? 0 == beaten.count && record?.value == beaten.last.map { energies[$0].1 })
    }
  }

  @Test("a week of only pauses is not perfect, and one with paused days ahead is not before it is over")
  func pausedWeek() {
    func day(_ index: Int, paused: Bool) -> DaySummary {
      let start = Date(timeIntervalSince1970: 0)
      var summary = DaySummary(day: Day(number: 20_094) + index, interval: start..<start, isPaused: paused)
      if !paused { summary.move = RingValue(value: 600, goal: 600) }
      return summary
    }
    let first = Day(number: 20_094)  // a Monday
    func weeks(_ days: [DaySummary], today: Int) -> Int {
      PerfectPeriods(.week, in: days, ring: .move, today: first + today, weekStart: 1).count
    }
    #expect(first.isoWeekday == 1)
    #expect(weeks((0..<7).map { day($0, paused: true) }, today: 6) == 0)
    #expect(weeks((0..<7).map { day($0, paused: $0 > 0) }, today: 6) == 1)
    #expect(weeks((0..<7).map { day($0, paused: $0 > 3) }, today: 3) == 0)
    #expect(weeks((0..<7).map { day($0, paused: $0 > 3) }, today: 6) == 1)
    #expect(weeks((0..<6).map { day($0, paused: false) }, today: 5) == 0)
  }
}
