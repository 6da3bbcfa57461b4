import HealthModel
import Presentation
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Texts in a frame")
struct FrameContentTests {
  @Test("Each ring shows its value, goal, unit, percentage and remainder")
  func numbers() {
    let text = Scene(size: CellSize(columns: 100, rows: 30)).text
    for words in [
      "462 / 600 kcal", "77%", "138 kcal left", "38 / 30 min", "126%", "closed, +26%", "6 / 12 h", "50%",
      "6 h left",
      "8,432 steps", "6.1 km", "Thursday 19 November 2026", "today", "computed from samples",
    ] { #expect(text.contains(words), "\(words)") }
  }

  @Test("The week has values, totals and closed days; future days are empty")
  func week() {
    let scene = Scene(size: CellSize(columns: 100, rows: 30))
    #expect(scene.text.contains("of 4 days closed"))
    let sum = (0..<4).compactMap { SampleDays.summary(SampleDays.today.monday + $0)?.move.value }.reduce(0, +)
    #expect(scene.text.contains(Formatting.english.number(sum.rounded(.down), 0) + " kcal"))
  }

  @Test("The origin of the numbers and of the goal is shown")
  func marks() {
    #expect(Scene(selected: SampleDays.today - 3).text.contains("Apple's summary"))
    let scene = Scene(summary: { day in
      var summary = SampleDays.summary(day)
      summary?.move.goalIsDefault = true
      return summary
    })
    #expect(scene.text.contains("600* kcal"))
    #expect(scene.text.contains("* default goal"))
  }

  @Test("Move time counts in minutes, energy in the user's unit")
  func units() {
    let young = Scene(summary: { day in
      var summary = SampleDays.summary(day)
      summary?.moveMode = .moveTime
      return summary
    })
    #expect(young.text.contains("462 / 600 min"))
    var formatting = Formatting.english
    formatting.energy = .kilojoules
    var scene = Scene(size: CellSize(columns: 100, rows: 30))
    scene.app.context.formatting = formatting
    let text = scene.text
    #expect(text.contains("1,933 / 2,510 kJ"))
  }

  @Test(
    "The ASCII level contains only ASCII",
    arguments: [(100, 30), (80, 24), (40, 12), (24, 8), (20, 3), (9, 1)])
  func ascii(columns: Int, rows: Int) {
    for keys in ["", "?", "g xyz enter", "z", "1 z", "h", "m"] {
      var scene = Scene(
        size: CellSize(columns: columns, rows: rows),
        appearance: Appearance(glyphLevel: .ascii, colors: .none, animates: false))
      scene.press(keys)
      #expect(scene.grid.cells.allSatisfy { $0.scalar.isASCII }, "\(columns)x\(rows) after \(keys)")
    }
    for store in [
      StoreStatus.noStore(path: "~/h.sqlite"), .unreadable(.newer, reason: "Newer."), .empty, .loading,
    ] {
      let scene = Scene(
        size: CellSize(columns: columns, rows: rows),
        appearance: Appearance(glyphLevel: .ascii, colors: .none, animates: false), store: store)
      #expect(scene.grid.cells.allSatisfy { $0.scalar.isASCII })
    }
  }

  @Test("Text has the terminal's default colours")
  func colors() {
    let scene = Scene(
      size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: .truecolor, animates: false))
    let grid = scene.grid
    let layout = scene.layout
    for row in 0..<30 {
      for column in 0..<100 where layout.rings?.contains(CellPoint(column: column, row: row)) != true {
        if layout.week?.content.contains(CellPoint(column: column, row: row)) == true { continue }
        // The background of a full block in a bar has the bar's colour, and a full cell of a chart has no symbol.
        if ["█", " "].contains(grid[column, row].scalar) { continue }
        #expect(grid[column, row].style.background == .terminalDefault, "\(column),\(row)")
      }
    }
  }

  @Test("There are no colours if the terminal has none", arguments: [ColorLevel.mono, .none])
  func colourless(level: ColorLevel) {
    for keys in ["", "2 z", "?"] {
      var scene = Scene(size: CellSize(columns: 100, rows: 30), appearance: Appearance(colors: level, animates: false))
      scene.press(keys)
      #expect(
        scene.grid.cells.allSatisfy {
          $0.style.foreground == .terminalDefault && $0.style.background == .terminalDefault
        })
    }
  }

  @Test("The selected day is marked by more than colour, today by a symbol")
  func selected() throws {
    let scene = StateNotation.scene("11-17")
    let grid = scene.grid
    let week = try #require(scene.week)
    let reversed = week.days.filter { rect in
      rect.columns.contains { grid[$0, rect.origin.row].style.attributes.contains(.reverse) }
    }
    #expect(reversed == [week.days[1]])
    #expect(scene.text.contains("•Thu"))
  }

  @Test("The rings are drawn in the area of the layout", arguments: [(60, 20), (30, 6), (80, 24)])
  func rings(columns: Int, rows: Int) throws {
    let scene = Scene(size: CellSize(columns: columns, rows: rows), appearance: Appearance(animates: false))
    let first = scene.app.frame().grid
    let rings = try #require(scene.layout.rings)
    for column in [rings.columns.lowerBound, rings.columns.upperBound - 1] {
      #expect(rings.rows.contains { first[column, $0] != .blank })
    }
    #expect(scene.app.frame(previous: first).grid == first)
  }
}
