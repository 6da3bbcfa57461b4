import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Every size")
struct FrameSizeTests {
  @Test("The whole layout is on the screen, at every size up to 220x60", arguments: 0...60)
  func layout(rows: Int) {
    var problems: [String] = []
    for columns in 0...220 {
      let size = CellSize(columns: columns, rows: rows)
      for mode in [ScreenContext.Mode.normal, .pane] {
        for isZoomed in [false, true] {
          for aspect in [1.8, 2.0, 2.3] {
            problems += self.problems(
              DayLayout(Self.area(size), mode: mode, aspect: aspect, isZoomed: isZoomed), size, mode)
          }
        }
      }
    }
    #expect(problems.isEmpty, "\(problems.prefix(5))")
  }

  /// The errors of a layout; a list, because a quarter of a million expectations would take minutes.
  private func problems(_ layout: DayLayout, _ size: CellSize, _ mode: ScreenContext.Mode) -> [String] {
    var problems: [String] = []
    let rects =
      [layout.body, layout.dayBox, layout.rings, layout.numbers, layout.week?.frame].compactMap { $0 }
      + (layout.week?.days ?? [])
    let screen = CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    for rect in rects where rect.size.columns > 0 && rect.size.rows > 0 {
      let last = CellPoint(column: rect.columns.upperBound - 1, row: rect.rows.upperBound - 1)
      if !screen.contains(rect.origin) || !screen.contains(last) { problems.append("outside: \(rect)") }
    }
    if let rings = layout.rings, let numbers = layout.numbers {
      if Self.overlap(rings, numbers) { problems.append("rings lie on numbers") }
      if rings.size.rows < 5 { problems.append("rings of \(rings.size.rows) rows") }
    }
    if let week = layout.week, let numbers = layout.numbers, Self.overlap(week.frame, numbers) {
      problems.append("the week lies on numbers")
    }
    return problems.map { "\(size.columns)x\(size.rows) \(mode): \($0)" }
  }

  private static func area(_ size: CellSize) -> CellRect {
    CellRect(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  private static func overlap(_ one: CellRect, _ other: CellRect) -> Bool {
    one.columns.overlaps(other.columns) && one.rows.overlaps(other.rows)
  }

  @Test("From 9 columns on all three percentages are shown", arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 14, 15, 21])
  func percentages(rows: Int) {
    var scene = Scene()
    for columns in Array(9...44) + [60, 71, 72, 90, 100] {
      scene.send(.terminal(.resize(CellSize(columns: columns, rows: rows))))
      let text = scene.text
      for number in ["77", "126", "50"] {
        #expect(text.contains(number), "\(columns)x\(rows) lacks \(number)")
      }
    }
  }

  @Test("A narrow pane shows the names of all rings or none", arguments: 12...17)
  func names(columns: Int) {
    let scene = Scene(size: CellSize(columns: columns, rows: 20), mode: .pane)
    let named = ["Move", "Exercise", "Stand"].filter(scene.text.contains)
    #expect(named.isEmpty || named.count == 3, "\(scene.text)")
  }

  @Test("Every small size draws in every situation", arguments: 0...12)
  func small(rows: Int) {
    var scenes = [Scene(), Scene(store: .noStore(path: "~/h.sqlite")), Scene(store: .empty), Scene(mode: .pane)]
    scenes.append(Scene(store: .unreadable(.newer, reason: "/a/health.sqlite was written by a newer version.")))
    for keys in ["?", "g x enter", "z", "1 z", "m", "Y", "Y 1", "A", "R"] {
      var scene = Scene()
      scene.press(keys)
      scenes.append(scene)
    }
    for columns in [0, 1, 2, 3, 5, 8, 13, 20, 23, 24, 31, 40, 72] {
      for var scene in scenes {
        scene.app.context.size = CellSize(columns: columns, rows: rows)
        let grid = scene.grid
        #expect(grid.size == scene.context.size)
        #expect(columns == 0 || rows == 0 || grid.cells.contains { $0.scalar != " " }, "\(columns)x\(rows) is empty")
      }
    }
  }

  @Test("Every height and every width up to 220x60 draws, in the ASCII symbols too", arguments: 0...60)
  func every(rows: Int) {
    var block = Scene()
    var ascii = Scene(mode: .pane, appearance: Appearance(glyphLevel: .ascii, colors: .none, animates: false))
    // Every number of columns with a twentieth of the numbers of rows.
    for columns in stride(from: rows * 7 % 20, through: 220, by: 20) {
      let size = CellSize(columns: columns, rows: rows)
      block.app.context.size = size
      #expect(block.grid.size == size)
      ascii.app.context.size = size
      #expect(ascii.grid.cells.allSatisfy { $0.scalar.isASCII }, "\(columns)x\(rows)")
    }
  }

  @Test("The large sizes draw", arguments: [(220, 60), (220, 10), (100, 60), (73, 60), (150, 24), (219, 59), (16, 60)])
  func large(columns: Int, rows: Int) {
    let scene = Scene(size: CellSize(columns: columns, rows: rows))
    // The largest sizes draw the percentage in digits of several rows.
    #expect(scene.text.contains("77") || scene.text.contains("462 / 600"))
    #expect(!scene.text.contains("…"))
  }

  @Test(
    "Every layout variant occurs",
    arguments: [
      (100, 30, DayLayout.Form.boxes), (80, 24, .boxes), (40, 12, .rings), (24, 8, .rings), (30, 6, .rings),
      (20, 3, .bars),
      (20, 5, .bars), (80, 1, .line), (5, 1, .line), (1, 1, .line), (0, 5, .nothing), (5, 0, .nothing),
    ])
  func variants(columns: Int, rows: Int, form: DayLayout.Form) {
    #expect(DayLayout(Self.area(CellSize(columns: columns, rows: rows - (rows >= 8 ? 1 : 0)))).form == form)
  }

  @Test(
    "Nothing is cut off at common sizes",
    arguments: [
      (120, 40), (100, 30), (80, 24), (80, 25), (132, 43), (40, 12), (30, 6), (60, 20), (200, 50),
    ])
  func nothingCut(columns: Int, rows: Int) {
    for day in 0..<14 {
      let scene = Scene(size: CellSize(columns: columns, rows: rows), selected: SampleDays.today - day)
      #expect(!scene.text.contains("…"), "\(scene.text)")
    }
  }
}
