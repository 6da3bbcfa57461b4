import Foundation
import HealthModel
import HealthQueries
import Testing

@testable import HealthDatabase

@Suite("Goals for amounts")
struct AmountGoalTests {
  private let thursday = day("2026-11-19")

  private func amount(_ name: String, _ period: GoalAmount.Period = .day) throws -> GoalAmount {
    try #require(GoalAmount(named: name, period))
  }

  private func sleep(_ from: String, _ to: String, value: Double = 3) -> FakeSample {
    FakeSample(
      TypeIdentifier.sleepAnalysis, value, from: date(from), seconds: date(to).timeIntervalSince(date(from)),
      source: .watch)
  }

  @Test("a day has the amount of the day, a week that of its days, and what nobody recorded is unknown")
  func progress() throws {
    let test = try TestStore()
    let steps = TypeIdentifier.stepCount
    try FakeExport([
      FakeSample(steps, 3_000, from: date("2026-11-17 10:00"), seconds: 600, source: .watch),
      FakeSample(steps, 5_000, from: date("2026-11-19 10:00"), seconds: 600, source: .watch),
      // At the same time, and so counted once.
      FakeSample(steps, 4_000, from: date("2026-11-19 10:00"), seconds: 600, source: .phone),
    ]).run(into: test.store)
    let (daily, weekly) = (try amount("steps"), try amount("steps", .week))
    try test.store.change(
      .schedule([.amount(daily): 8_000, .amount(weekly): 20_000], from: thursday - 1, weekdays: []), title: "")
    try test.store.change(.schedule([.amount(daily): 2_000], from: thursday - 1, weekdays: [6, 7]), title: "")
    let monday = thursday - 3
    let found = try test.store.goalProgress(monday...monday + 6, weekStart: 1)
    let days = found.filter { $0.goal == daily }
    // There is no goal before the day on which it was set.
    #expect(days.map(\.days.lowerBound) == Array(thursday - 1...thursday + 3))
    #expect(days.map(\.amount.value) == [nil, 5_000, nil, nil, nil])
    #expect(days.map(\.amount.goal) == [8_000, 8_000, 8_000, 2_000, 2_000])
    #expect(
      found.filter { $0.goal == weekly } == [
        GoalProgress(weekly, monday...monday + 6, RingValue(value: 8_000, goal: 20_000))
      ])
    // With weeks from Sunday on, that Sunday is of the next week.
    let sunday = try test.store.goalProgress(monday...monday + 6, weekStart: 7).filter { $0.goal == weekly }
    #expect(sunday.map(\.days) == [monday - 1...monday + 5, monday + 6...monday + 12])
    #expect(sunday.map(\.amount.value) == [8_000, nil])
    // Rings have nothing to do with it.
    #expect(try test.store.summary("2026-11-19").move.goal == 500)
  }

  @Test("sleep and what lasts have a time, which two sources record once")
  func times() throws {
    let test = try TestStore()
    let mindful = "HKCategoryTypeIdentifierMindfulSession"
    func session(_ from: String, minutes: Double, _ source: FakeSource) -> FakeSample {
      FakeSample(mindful, 0, from: date(from), seconds: minutes * 60, source: source)
    }
    try FakeExport([
      sleep("2026-11-18 23:00", "2026-11-19 03:00"), sleep("2026-11-19 03:00", "2026-11-19 06:30", value: 5),
      session("2026-11-19 12:00", minutes: 10, .watch), session("2026-11-19 12:05", minutes: 10, .phone),
      session("2026-11-18 23:50", minutes: 20, .phone),
    ]).run(into: test.store)
    let (asleep, calm) = (try amount("sleep"), try amount("mindful"))
    try test.store.change(
      .schedule([.amount(asleep): 28_800, .amount(calm): 900], from: thursday, weekdays: []), title: "")
    let found = try test.store.goalProgress(thursday...thursday, weekStart: 1)
    #expect(found.first { $0.goal == asleep }?.amount.value == 7.5 * 3_600)
    // Ten minutes after midnight, and fifteen at noon.
    #expect(found.first { $0.goal == calm }?.amount.value?.rounded() == 1_500.0)
    #expect(found.map(\.amount.isClosed) == [true, false] || found.map(\.amount.isClosed) == [false, true])
  }

  @Test("undo takes back a goal, and a later goal keeps its number")
  func undo() throws {
    let test = try TestStore()
    let (steps, water) = (GoalSubject.amount(try amount("steps")), GoalSubject.amount(try amount("water", .week)))
    try test.store.change(.schedule([steps: 8_000], from: thursday, weekdays: []), title: "steps")
    try test.store.change(.schedule([water: 14], from: thursday, weekdays: []), title: "water")
    try test.store.change(.setGoals([steps: 0], on: thursday), title: "none")
    #expect(try test.store.goalProgress(thursday...thursday, weekStart: 1).map(\.amount.goal) == [14])
    #expect(try test.store.goalPlan().dayGoals == [.init(day: thursday, subject: steps, value: 0)])
    _ = try test.store.undo()
    #expect(try test.store.goalProgress(thursday...thursday, weekStart: 1).map(\.amount.goal) == [8_000, 14])
    try test.store.change(.clearSchedule([steps]), title: "clear")
    #expect(try test.store.goalProgress(thursday...thursday, weekStart: 1).map(\.amount.goal) == [14])
    for _ in 0..<3 { _ = try test.store.undo() }
    #expect(try test.store.goalPlan() == GoalPlan())
    #expect(try test.store.goalProgress(thursday...thursday, weekStart: 1).isEmpty)
  }

  @Test("measurements have no amount, and rings have goals of their own")
  func names() {
    #expect(GoalAmount(named: "heartRate", .day) == nil && GoalAmount(named: "bodyMass", .day) == nil)
    #expect(GoalAmount(named: "Move", .day) == nil && GoalAmount(named: "stand", .day) == nil)
    #expect(GoalAmount(named: "menstrualFlow", .day) == nil && GoalAmount(named: "nonsense", .day) == nil)
    #expect(GoalAmount(named: "Water", .day)?.type == "HKQuantityTypeIdentifierDietaryWater")
    #expect(GoalAmount(named: "flightsclimbed", .week)?.key == "flightsClimbed-week")
  }
}
