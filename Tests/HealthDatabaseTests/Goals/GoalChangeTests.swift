import Foundation
import GRDB
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Changes to goals and pauses")
struct GoalChangeTests {
  private let thursday = day("2026-11-19")

  private func storeWithSamples(days: Int = 30) throws -> TestStore {
    let test = try TestStore()
    let first = date("2026-11-01 10:00")
    try FakeExport((0..<days).map { .energy(1, at: first + Double($0) * 86_400) }).run(into: test.store)
    return test
  }

  @Test("overlapping and adjacent pauses become one; resuming removes only the given days")
  func pauses() throws {
    let test = try storeWithSamples()
    func paused() throws -> [Int] {
      try test.store.summaries(thursday...thursday + 8).enumerated().filter { $1.isPaused }.map(\.offset)
    }
    func change(_ change: GoalChange) throws { _ = try test.store.change(change, title: "") }
    try change(.pause(thursday...thursday + 4))
    #expect(try paused() == [0, 1, 2, 3, 4])
    try change(.pause(thursday...thursday + 1))
    #expect(try paused() == [0, 1, 2, 3, 4])
    try change(.pause(thursday + 6...thursday + 7))
    #expect(try paused() == [0, 1, 2, 3, 4, 6, 7])
    #expect(try test.store.goalPlan().pauses == [thursday...thursday + 4, thursday + 6...thursday + 7])
    try change(.pause(thursday + 5...thursday + 5))
    #expect(try test.store.goalPlan().pauses == [thursday...thursday + 7])
    try change(.resume(thursday + 2...thursday + 3))
    #expect(try paused() == [0, 1, 4, 5, 6, 7])
    #expect(try test.store.goalPlan().pauses == [thursday...thursday + 1, thursday + 4...thursday + 7])
    // From the last day of a pause on.
    try change(.resume(thursday + 7...thursday + 9))
    try change(.resume(thursday + 1...thursday + 1))
    #expect(try paused() == [0, 4, 5, 6])
  }

  @Test("a goal for every weekday replaces those for single weekdays that start on the same day")
  func everyWeekday() throws {
    let test = try storeWithSamples()
    _ = try test.store.change(.schedule([.move: 700], from: thursday, weekdays: [6, 7]), title: "")
    _ = try test.store.change(.schedule([.move: 600], from: thursday, weekdays: []), title: "")
    let goals = try test.store.goals(thursday...thursday + 6)
    #expect(goals.map(\.move.value) == Array(repeating: 600, count: 7))
    #expect(goals.allSatisfy { $0.move.origin == .schedule && $0.exercise.origin == .standard })
    _ = try test.store.change(.schedule([.move: 700], from: thursday, weekdays: [6, 7]), title: "")
    #expect(try test.store.goals(thursday...thursday + 6).map(\.move.value) == [600, 600, 700, 700, 600, 600, 600])
  }

  @Test("edits are undone latest first, and undo is refused if another edit came in between")
  func undo() throws {
    let test = try storeWithSamples()
    let first = try test.store.change(.setGoals([.move: 321], on: thursday), title: "first")
    let second = try test.store.change(.pause(thursday...thursday), title: "second")
    #expect(try test.store.edits() == [second, first])
    #expect(storeErrorCode { _ = try test.store.undo(expected: first.id) } == .invalidArgument)
    #expect(try test.store.undo(expected: second.id) == second)
    #expect(try test.store.summary("2026-11-19").isPaused == false)
    #expect(try test.store.summary("2026-11-19").move.goal == 321)
    #expect(try test.store.undo() == first)
    #expect(try test.store.summary("2026-11-19").move.goal == 500)
    #expect(try test.store.undo() == nil)
  }

  @Test("undoing entered samples deletes them, and is harmless if they are already gone")
  func undoSamples() throws {
    let test = try storeWithSamples()
    let uuid = UUID()
    var tables = FakeTables()
    var record = tables.record(.energy(120, at: date("2026-11-19 11:00")))
    record.uuid = uuid
    var batch = SampleBatch()
    batch.samples = [record]
    batch.tables = tables.tables
    try test.store.save(batch)
    let before = try test.store.summary("2026-11-19").move.value
    _ = try test.store.recordEntered([uuid], title: "add")
    #expect(try test.store.undo()?.title == "add")
    #expect(try test.store.summary("2026-11-19").move.value == before.map { $0 - 120 })
    _ = try test.store.recordEntered([uuid], title: "add")
    #expect(try test.store.undo()?.title == "add")
  }

  @Test("every change agrees with a naive model, and undoing all of them restores every table", arguments: 0..<6)
  func randomChanges(seed: UInt64) throws {
    var generator = SplitMix(seed: seed)
    let test = try storeWithSamples()
    let kept: Set<String> = ["change", "edit", "sqlite_sequence", "goal_subject"]
    let start = try test.store.dump(without: kept)
    let days = (thursday - 18)...(thursday + 11)
    var model = NaivePlan()
    var count = 0
    for _ in 0..<40 {
      let change = randomChange(days, &generator)
      _ = try test.store.change(change, title: "\(count)")
      count += 1
      model.apply(change)
      for (goals, summary) in zip(try test.store.goals(days), try test.store.summaries(days)) {
        #expect(goals.isPaused == model.paused.contains(goals.day), "seed \(seed), \(goals.day) after \(change)")
        #expect(summary.isPaused == goals.isPaused)
        for ring in Ring.allCases {
          let expected = model.goal(.ring(ring), on: goals.day)
          #expect(goals[ring].value == expected, "seed \(seed), \(ring) on \(goals.day) after \(change)")
          #expect(summary[ring].goal == goals[ring].value)
        }
        let own = try test.store.goalProgress(goals.day...goals.day, weekStart: 1)
        for amount in Self.amounts {
          let last = amount.days(around: goals.day, weekStart: 1).upperBound
          #expect(
            own.first { $0.goal == amount }?.amount.goal == model.goal(.amount(amount), on: last),
            "seed \(seed), \(amount) on \(goals.day) after \(change)")
        }
      }
    }
    while let entry = try test.store.undo() {
      count -= 1
      #expect(entry.title == "\(count)")
    }
    #expect(count == 0)
    #expect(try test.store.dump(without: kept) == start)
  }

  private static let amounts = [
    GoalAmount(TypeIdentifier.stepCount, .day), GoalAmount(TypeIdentifier.stepCount, .week),
    GoalAmount(TypeIdentifier.sleepAnalysis, .day),
  ].compactMap(\.self)

  private func randomChange(_ days: ClosedRange<Day>, _ generator: inout SplitMix) -> GoalChange {
    let day = days.lowerBound + Int.random(in: 0..<days.count, using: &generator)
    let span = day...(day + Int.random(in: 0...5, using: &generator))
    let subjects = Ring.allCases.map { GoalSubject.ring($0) } + Self.amounts.map { .amount($0) }
    let rings = Set(subjects.filter { _ in Bool.random(using: &generator) })
    let values = Dictionary(
      uniqueKeysWithValues: rings.map { ($0, Double(Int.random(in: 0...3, using: &generator) * 100)) })
    switch Int.random(in: 0..<10, using: &generator) {
    case 0, 1: return .setGoals(values, on: day)
    case 2: return .clearGoals(rings, on: day)
    case 3, 4: return .schedule(values, from: day, weekdays: [])
    case 5, 6:
      return .schedule(
        values, from: day, weekdays: Set((1...7).filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }))
    case 7: return Int.random(in: 0..<4, using: &generator) == 0 ? .clearSchedule(rings) : .pause(span)
    case 8: return .pause(span)
    default: return .resume(span)
    }
  }
}

/// A model of goals and pauses as lists that are searched from the end.
private struct NaivePlan {
  var dayGoals: [Day: [GoalSubject: Double]] = [:]
  var schedule: [(ring: GoalSubject, first: Day, weekday: Int?, value: Double)] = []
  var paused: Set<Day> = []

  mutating func apply(_ change: GoalChange) {
    switch change {
    case .setGoals(let values, let day): dayGoals[day, default: [:]].merge(values) { $1 }
    case .clearGoals(let rings, let day): for ring in rings { dayGoals[day]?[ring] = nil }
    case .schedule(let values, let first, let weekdays):
      for (ring, value) in values {
        schedule.removeAll {
          $0.ring == ring && $0.first == first && (weekdays.isEmpty || $0.weekday.map(weekdays.contains) == true)
        }
        for weekday in weekdays.isEmpty ? [nil] : weekdays.map(Optional.some) {
          schedule.append((ring, first, weekday, value))
        }
      }
    case .clearSchedule(let rings): schedule.removeAll { rings.contains($0.ring) }
    case .pause(let days): paused.formUnion(days)
    case .resume(let days): paused.subtract(days)
    }
  }

  func goal(_ ring: GoalSubject, on day: Day) -> Double? {
    func stated(_ value: Double) -> Double? { value > 0 ? value : nil }
    if let value = dayGoals[day]?[ring] { return stated(value) }
    var date = day
    while let first = schedule.map(\.first).min(), date >= first {
      let begun = schedule.filter { $0.ring == ring && $0.first == date }
      if let own = begun.first(where: { $0.weekday == day.isoWeekday }) ?? begun.first(where: { $0.weekday == nil }) {
        return stated(own.value)
      }
      date = date - 1
    }
    return [.move: 500, .exercise: 30, .stand: 12][ring]
  }
}
