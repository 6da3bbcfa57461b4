import HealthModel
import Presentation
import Rings
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

  @Test("a goal may have a ring inside the others, which appears with its data and not in the rings of the week")
  func ring() throws {
    let steps = try #require(GoalAmount(named: "steps", .day))
    var scene = Scene(size: CellSize(columns: 120, rows: 40), goals: try goals(), ownRing: steps)
    #expect(scene.context.shownRings.form == .threeAndOwn && scene.context.shownRings.own == 0.765)
    var drawn: [RingSet] = []
    _ = scene.app.frame { rings, _, _, _, _ in drawn.append(rings) }
    #expect(drawn.count { $0.form == .threeAndOwn } == 1 && drawn.count { $0.form == .three } > 1)
    scene.press("z")
    #expect(scene.text.contains("Steps 76%"))
    scene.send(
      .configured(
        AppConfiguration(formatting: .english, keymap: .standard, weekStart: 1, hasMouse: true, ownRing: nil)))
    #expect(scene.context.shownRings.form == .three && !scene.text.contains("Steps 76%"))
    // Without a goal on the day there is none, and until that is known an empty track.
    #expect(Scene(ownRing: steps).context.shownRings.form == .three)
    #expect(Scene(ownRing: steps, summary: nil).context.shownRings.form == .threeAndOwn)
  }

  @Test("the dialog of goals changes those of the user's own, and sets new ones, each with a command")
  func dialog() throws {
    var scene = Scene(size: CellSize(columns: 100, rows: 30), goals: try goals())
    scene.press("o")
    #expect(scene.text.contains("Steps") && scene.text.contains("8,000") && scene.text.contains("14 L"))
    scene.press("tab tab tab ^U 9000 tab ^U tab sleep space 8 space h enter")
    let edits = scene.context.edits
    #expect(
      edits == [
        "goals set stepCount \"9000\"", "goals set dietaryWater none --weekly",
        "goals set \"sleep\" \"8\" \"h\"",
      ], "\(edits)")
  }

  @Test("every size is drawn, however many goals there are", arguments: [(1, 1), (20, 3), (34, 9), (50, 12), (76, 18)])
  func sizes(columns: Int, rows: Int) throws {
    let many = Array(repeating: try goals(), count: 5).flatMap(\.self)
    let scene = Scene(size: CellSize(columns: columns, rows: rows), goals: many)
    #expect(!scene.text.isEmpty)
  }
}
