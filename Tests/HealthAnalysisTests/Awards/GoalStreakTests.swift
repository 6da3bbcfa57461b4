import HealthModel
import TestSupport
import Testing

@testable import HealthAnalysis

@Suite("Streaks of goals for amounts")
struct GoalStreakTests {
  @Test("counts as the definition says, on random days", arguments: 0..<200)
  func random(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let goal = try #require(GoalAmount(named: "steps", .day))
    let first = Day(number: 20_000)
    let today = first + Int.random(in: 0...30, using: &random)
    // nil: no goal on this day.
    let days = (0...35).map { _ -> Double? in Int.random(in: 0..<6, using: &random) == 0 ? nil : 10 }
    let values = (0...35).map { _ in
      Int.random(in: 0..<5, using: &random) == 0 ? nil : Double.random(in: 5...16, using: &random)
    }
    let paused = Set((0...35).filter { _ in Int.random(in: 0..<8, using: &random) == 0 }.map { first + $0 })
    let progress = days.indices.compactMap { index in
      days[index].map { target in
        GoalProgress(goal, first + index...first + index, RingValue(value: values[index], goal: target))
      }
    }
    let streak = GoalStreak(goal, progress, paused: paused, today: today)
    // From the first day with a goal and data: reached, missed, or neither. Today counts once it has data, but ends nothing.
    var isTodayOpen = false
    var marks: [Bool?] = []
    for day in first...today {
      let index = day - first
      guard days[index] != nil, !marks.isEmpty || values[index] != nil else { continue }
      let isReached = (values[index] ?? 0) >= 10
      marks.append(paused.contains(day) ? nil : isReached ? true : day == today ? nil : false)
      isTodayOpen = day == today && !paused.contains(day) && !isReached && values[index] != nil
    }
    let runs = marks.compactMap(\.self).split(separator: false).map(\.count)
    #expect(streak.longest == runs.max() ?? 0)
    #expect(streak.current == marks.compactMap(\.self).reversed().prefix { $0 }.count)
    #expect(streak.reached == marks.count { $0 == true })
    #expect(streak.counted == marks.compactMap(\.self).count + (isTodayOpen ? 1 : 0))
  }

  @Test("today and the running week count once they have data, as for rings")
  func running() throws {
    let today = Day(number: 20_000)
    let day = try #require(GoalAmount(named: "distance", .day))
    let week = try #require(GoalAmount(named: "distance", .week))
    func streak(_ goal: GoalAmount, _ length: Int, running: Double?) -> GoalStreak {
      let first = today - length + 1
      return GoalStreak(
        goal,
        [
          GoalProgress(goal, first - length...first - 1, RingValue(value: 12, goal: 12)),
          GoalProgress(goal, first...first + length - 1, RingValue(value: running, goal: 12)),
        ], paused: [], today: today)
    }
    for (goal, length) in [(day, 1), (week, 7)] {
      let open = streak(goal, length, running: 11.99)
      #expect((open.reached, open.counted) == (1, 2))
      #expect((open.current, open.longest) == (1, 1))
      #expect(streak(goal, length, running: nil).counted == 1)
      #expect(streak(goal, length, running: 12).reached == 2)
    }
  }
}
