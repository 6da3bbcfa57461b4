import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard

@Suite("Layouts of a large screen")
struct CompositionTests {
  private func scene(_ size: CellSize = CellSize(columns: 200, rows: 60)) -> Scene {
    Scene(size: size, store: .ready(newest: SampleDays.today, oldest: SampleDays.today - 400))
  }

  @Test("A key shows the next one, loads its data, and returns to the first")
  func cycle() throws {
    var scene = scene()
    #expect(scene.text.contains("November 2026"))
    try Pictures.check(scene.text, named: "layout-overview-200x60")
    scene.press("C")
    #expect(scene.context.composition.name == "training")
    #expect(scene.text.contains("layout = \"training\" in the configuration"))
    scene.press("esc")
    #expect(scene.text.contains("Load by week"))
    #expect(scene.text.contains(" Workouts "))
    try Pictures.check(scene.text, named: "layout-training-200x60")
    scene.press("C esc")
    #expect(scene.text.contains(" Night "))
    #expect(scene.text.contains("No data for this night."))
    #expect(scene.text.contains("Heart rate"))
    try Pictures.check(scene.text, named: "layout-recovery-200x60")
    scene.press("C esc")
    #expect(scene.context.composition == .overview)
  }

  @Test("On a smaller screen the key tells what it needs")
  func small() {
    var scene = scene(CellSize(columns: 120, rows: 40))
    scene.press("C")
    #expect(scene.text.contains("160 columns and 49 rows"))
  }

  @Test("The user's own is one of them, and a changed setting takes effect")
  func own() throws {
    var scene = scene()
    let own = try #require(DayComposition([.night, .month]))
    scene.send(
      .configured(
        AppConfiguration(
          formatting: scene.context.formatting, keymap: scene.context.keymap, weekStart: 1, hasMouse: true,
          composition: own)))
    #expect(scene.context.composition == own)
    scene.press("C C C C")
    #expect(scene.context.composition == own)
    #expect(DayComposition([]) == nil)
    #expect(DayComposition([.heart, .heart]) == nil)
    #expect(DayComposition([.month, .weeks, .facts]) == .overview)
  }

  @Test("Every composition fits every large screen without overlaps")
  func sizes() {
    for columns in stride(from: 160, through: 300, by: 35) {
      for rows in stride(from: 48, through: 90, by: 6) {
        for composition in DayComposition.presets {
          let area = CellRect(column: 0, row: 0, columns: columns, rows: rows)
          guard let layout = WideLayout(area, mode: .normal, composition: composition) else {
            Issue.record("no layout of \(columns)x\(rows)")
            continue
          }
          #expect(layout.panels.count == composition.panels.count)
          var row = 0
          for (_, rect) in layout.panels {
            #expect(rect.origin.row == row && rect.size.rows >= 8, "\(columns)x\(rows)")
            row = rect.rows.upperBound
          }
          #expect(row <= rows)
        }
      }
    }
  }

  @Test("A click on a workout opens it, and one on a night its screen")
  func clicks() throws {
    var scene = scene()
    scene.press("C esc")
    let row = try #require(scene.lines.firstIndex { $0.contains("Running") && $0.contains(":") })
    scene.click(150, row)
    #expect(scene.app.top is WorkoutScreen)
    scene.press("esc C esc")
    scene.click(150, 4)
    #expect(scene.app.top is SleepScreen)
  }
}
