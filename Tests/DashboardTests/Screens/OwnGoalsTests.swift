import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("The user's own goals in the dashboard")
struct OwnGoalsTests {
  private func goals() throws -> [GoalProgress] {
    let day = SampleDays.today
    return [
      GoalProgress(
        try #require(GoalAmount(named: "steps", .day)), day...day, RingValue(value: 6_120, goal: 8_000)),
      GoalProgress(
        try #require(GoalAmount(named: "water", .week)), (day - 3)...(day + 3), RingValue(value: nil, goal: 14_000)),
    ]
  }

  @Test("a day shows each goal with its amount and its percentage", arguments: [(80, 24), (120, 40), (200, 60)])
  func day(columns: Int, rows: Int) throws {
    let scene = Scene(size: CellSize(columns: columns, rows: rows), goals: try goals())
    let text = scene.text
    #expect(text.contains("Steps") && text.contains("6,120 / 8,000") && text.contains("76%"), "\(text)")
    #expect(text.contains("Water, week"), "\(text)")
    let without = Scene(size: CellSize(columns: columns, rows: rows)).text
    #expect(!without.contains("Water"))
  }

  @Test("every size is drawn, however many goals there are", arguments: [(1, 1), (20, 3), (34, 9), (50, 12), (76, 18)])
  func sizes(columns: Int, rows: Int) throws {
    let many = Array(repeating: try goals(), count: 5).flatMap(\.self)
    let scene = Scene(size: CellSize(columns: columns, rows: rows), goals: many)
    #expect(!scene.text.isEmpty)
  }
}
