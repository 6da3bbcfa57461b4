import Foundation
import HealthModel
import Testing

@testable import HealthDatabase
@testable import HealthQueries

@Suite("Goals and pauses")
struct GoalTests {
  private enum Step {
    /// The user's goal for the day itself.
    case userDay(Double?)
    /// Apple's row for the day, or for earlier days.
    case apple(daysBefore: Int, goal: Double)
    case schedule(daysBefore: Int, goal: Double, weekday: Int?)
  }

  private let thursday = day("2026-11-19")

  @Test(
    "take precedence in the order: user's for the day, Apple's for the day, newer of schedule and Apple's last, default"
  )
  func order() throws {
    // Each line: the given goals, and the resulting Move goal of Thursday the 19th.
    let table: [(steps: [Step], goal: Double?, isDefault: Bool)] = [
      ([], 500, true),
      ([.schedule(daysBefore: 0, goal: 700, weekday: nil)], 700, false),
      ([.schedule(daysBefore: -1, goal: 700, weekday: nil)], 500, true),
      ([.schedule(daysBefore: 9, goal: 700, weekday: nil)], 700, false),
      ([.schedule(daysBefore: 9, goal: 700, weekday: 4)], 700, false),
      ([.schedule(daysBefore: 9, goal: 700, weekday: 5)], 500, true),
      (
        [.schedule(daysBefore: 9, goal: 700, weekday: nil), .schedule(daysBefore: 9, goal: 710, weekday: 4)], 710, false
      ),
      ([.schedule(daysBefore: 9, goal: 700, weekday: 4), .schedule(daysBefore: 2, goal: 710, weekday: 5)], 700, false),
      (
        [.schedule(daysBefore: 9, goal: 700, weekday: 4), .schedule(daysBefore: 2, goal: 710, weekday: nil)], 710, false
      ),
      ([.apple(daysBefore: 5, goal: 620)], 620, false),
      ([.apple(daysBefore: 5, goal: 620), .schedule(daysBefore: 6, goal: 700, weekday: nil)], 620, false),
      ([.apple(daysBefore: 5, goal: 620), .schedule(daysBefore: 5, goal: 700, weekday: nil)], 700, false),
      ([.apple(daysBefore: 5, goal: 620), .schedule(daysBefore: 4, goal: 700, weekday: nil)], 700, false),
      ([.apple(daysBefore: 5, goal: 620), .schedule(daysBefore: 4, goal: 700, weekday: 5)], 620, false),
      ([.apple(daysBefore: 0, goal: 640), .schedule(daysBefore: 0, goal: 700, weekday: nil)], 700, false),
      ([.apple(daysBefore: 0, goal: 640), .schedule(daysBefore: 1, goal: 700, weekday: nil)], 640, false),
      ([.apple(daysBefore: 0, goal: 0), .schedule(daysBefore: 1, goal: 700, weekday: nil)], nil, false),
      ([.apple(daysBefore: 0, goal: 640), .userDay(800)], 800, false),
      ([.apple(daysBefore: 0, goal: 640), .userDay(0)], nil, false),
      ([.apple(daysBefore: 0, goal: 640), .userDay(800), .userDay(nil)], 640, false),
      ([.apple(daysBefore: -1, goal: 640)], 500, true),
      ([.schedule(daysBefore: 3, goal: 0, weekday: nil)], nil, false),
    ]
    for (index, line) in table.enumerated() {
      let test = try TestStore()
      try FakeExport([.energy(100, at: date("2026-11-19 10:00"))]).run(into: test.store)
      for step in line.steps {
        switch step {
        case .userDay(let goal?): _ = try test.store.change(.setGoals([.move: goal], on: thursday), title: "")
        case .userDay(nil): _ = try test.store.change(.clearGoals([.move], on: thursday), title: "")
        case .apple(let daysBefore, let goal):
          let row = AppleSummaryRecord.row((thursday - daysBefore).description, 90, 9, 9, goals: (goal, 30, 12))
          try FakeExport(date: date("2026-11-25 00:00"), summaries: [row]).run(into: test.store)
        case .schedule(let daysBefore, let goal, let weekday):
          try test.store.setGoal(goal, for: .move, from: thursday - daysBefore, weekday: weekday)
        }
      }
      let stored = try test.store.summaries(thursday...thursday)[0].move
      #expect(stored.goal == line.goal, "line \(index)")
      #expect(stored.goalIsDefault == line.isDefault, "line \(index)")
      // The same rule applies to a day without its own row, and to a day that is read together with others.
      let among = try test.store.summaries(thursday - 20...thursday + 1)
      #expect(among[20].move == stored, "line \(index)")
      try test.store.write { try SummaryTable.markAllStale($0) }
      #expect(try test.store.summaries(thursday...thursday)[0].move == stored, "line \(index)")
    }
  }

  @Test("the default goals are 500 kcal, 30 minutes and 12 hours, and progress is never clamped")
  func defaults() throws {
    let test = try TestStore()
    try FakeExport([.energy(1_250, at: date("2026-11-19 10:00"))]).run(into: test.store)
    let summary = try test.store.summary("2026-11-19")
    #expect(Ring.allCases.map { summary[$0].goal } == [500, 30, 12])
    #expect(Ring.allCases.allSatisfy { summary[$0].goalIsDefault })
    #expect(summary.move.progress == 2.5)
    _ = try test.store.change(.setGoals([.move: 0], on: thursday), title: "")
    #expect(try test.store.summary("2026-11-19").move.progress == 0)
  }

  @Test("a goal that is not a number, negative, or for an eighth weekday is refused", arguments: [-1, .nan, .infinity])
  func refused(value: Double) throws {
    let test = try TestStore()
    let changes: [GoalChange] = [
      .setGoals([.move: value, .stand: 1], on: thursday), .schedule([.move: value], from: thursday, weekdays: []),
      .schedule([.move: 1], from: thursday, weekdays: [1, 8]),
      .pause(thursday...(thursday + GoalChange.longestPause)),
    ]
    for change in changes {
      #expect(storeErrorCode { _ = try test.store.change(change, title: "") } == .invalidArgument)
    }
    #expect(storeErrorCode { try test.store.setGoal(value, for: .move, from: thursday) } == .invalidArgument)
    #expect(try test.store.goalPlan() == GoalPlan())
    #expect(try test.store.edits().isEmpty)
  }

  @Test("the user's source order applies, even to sources that are added later under the same name")
  func sourceOrder() throws {
    let test = try TestStore()
    let at = date("2026-11-19 10:00")
    func both(_ type: String) -> [FakeSample] {
      [
        FakeSample(type, 10, from: at, seconds: 600, source: .watch),
        FakeSample(type, 70, from: at, seconds: 600, source: .phone),
      ]
    }
    try FakeExport(both(RingType.activeEnergy) + both(RingType.stepCount)).run(into: test.store)
    #expect(try test.store.summary("2026-11-19").move.value == 10)
    let phone = FakeSource.phone.provenance.source.name
    let before = try test.store.latestChange()
    try test.store.setSourceOrder([phone], forType: RingType.activeEnergy)
    #expect(try test.store.summary("2026-11-19").move.value == 70)
    #expect(try test.store.activity(thursday).steps == 10)
    try test.store.setSourceOrder([phone], forType: RingType.stepCount)
    #expect(try test.store.activity(thursday).steps == 70)
    #expect(try test.store.latestChange() == before + 2)
    var newPhone = FakeSample.energy(5, at: at, seconds: 600, source: .phone)
    newPhone.provenance.device?.hardwareVersion = "iPhone18,1"
    newPhone.start += 60
    try FakeExport([newPhone]).run(into: test.store)
    // The newer of two phones counts first where it has data, the older elsewhere: 70 in 10 minutes, 7 in the first.
    #expect(abs((try test.store.summary("2026-11-19").move.value ?? 0) - 12) < 1e-9)
    try test.store.setSourceOrder([], forType: RingType.activeEnergy)
    #expect(try test.store.summary("2026-11-19").move.value == 10)
  }
}
