import HealthModel
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("The mouse")
struct MouseTests {
  @Test(
    "A click on a day of the week selects it, except for a future day",
    arguments: [(100, 30), (80, 24), (120, 40), (60, 24), (100, 12), (40, 24)])
  func days(columns: Int, rows: Int) throws {
    let before = StateNotation.scene("11-17")
    var scene = before
    scene.send(.terminal(.resize(CellSize(columns: columns, rows: rows))))
    let week = try #require(scene.week)
    for (index, rect) in week.days.enumerated() {
      for row in [rect.rows.lowerBound, rect.rows.upperBound - 1] {
        var clicked = scene
        clicked.click(rect.columns.lowerBound, row)
        let day = scene.context.week.lowerBound + index
        #expect(clicked.context.selected == (day <= SampleDays.today ? day : before.context.selected))
      }
    }
  }

  @Test("A click on the name of a day selects it")
  func names() throws {
    let scene = Scene(size: CellSize(columns: 100, rows: 30))
    let grid = scene.grid
    let week = try #require(scene.week)
    for (rect, name) in zip(week.days, ["Mon 16", "Tue 17", "Wed 18", "Thu 19", "Fri 20", "Sat 21", "Sun 22"]) {
      let row = String(String.UnicodeScalarView(rect.columns.map { grid[$0, rect.origin.row].scalar }))
      #expect(row.contains(name))
    }
  }

  @Test("The wheel moves by days and stops at today")
  func wheel() {
    var scene = StateNotation.scene("11-18")
    func turn(_ action: MouseEvent.Action) { scene.turnWheel(action) }
    turn(.wheelUp)
    #expect(StateNotation.text(scene.app) == "11-17")
    for _ in 0..<5 { turn(.wheelDown) }
    #expect(StateNotation.text(scene.app) == "11-19")
  }

  @Test("The wheel scrolls the help, a click closes it")
  func help() {
    var scene = StateNotation.scene("11-18 help")
    scene.app.context.size.rows = 14
    scene.turnWheel(.wheelDown)
    #expect(StateNotation.text(scene.app) == "11-18 help+1")
    scene.click(30, 10)
    #expect(StateNotation.text(scene.app) == "11-18")
  }

  @Test("A click on a ring's numbers opens it, escape closes it")
  func rings() throws {
    let scene = Scene(size: CellSize(columns: 100, rows: 30))
    let numbers = try #require(scene.layout.numbers)
    let plan = NumbersPlan(in: numbers, hasHeading: false)
    for ring in Ring.allCases {
      var clicked = scene
      let index = try #require(plan.rows(of: ring)?.lowerBound)
      clicked.click(numbers.origin.column + 1, numbers.origin.row + index)
      #expect((clicked.app.top as? RingScreen)?.ring == ring)
      clicked.press("esc")
      #expect(clicked.app.top is DayScreen)
    }
  }

  @Test("The arrows before the date can be clicked")
  func arrows() {
    var scene = Scene()
    let back = CellPoint(column: 3, row: 0)
    let forward = CellPoint(column: 5, row: 0)
    scene.click(back.column, back.row)
    #expect(StateNotation.text(scene.app) == "11-18")
    scene.click(forward.column, forward.row)
    #expect(StateNotation.text(scene.app) == "11-19")
    let row = Array(scene.lines[0])
    #expect(row[back.column] == "‹" && row[forward.column] == "›")
  }

  @Test("Hovering over a bar shows its hour and value, until the pointer leaves or a key is pressed")
  func hints() throws {
    var scene = Scene(size: CellSize(columns: 100, rows: 30))
    scene.app.note(scene.frame)
    #expect(scene.app.followsPointer)
    // The hours of today, the last of which are in the future.
    let bars = scene.app.hints.filter { $0.words.hasPrefix("Move ") }
    #expect(bars.count == 24 && bars[8].words == "Move 08:00 110 kcal" && bars[23].words == "Move 23:00 to come")
    let bar = bars[8].rect
    func move(_ column: Int, _ row: Int) {
      scene.send(.terminal(.mouse(MouseEvent(action: .move, position: CellPoint(column: column, row: row)))))
    }
    let before = scene.text
    move(bar.origin.column, bar.origin.row)
    #expect(scene.text.contains("[Move 08:00 110 kcal]"))
    // Nothing is redrawn while moving within a bar.
    let revision = scene.app.revision
    move(bar.columns.upperBound - 1, bar.rows.upperBound - 1)
    #expect(scene.app.revision == revision)
    move(0, 0)
    #expect(scene.text == before)
    move(bar.origin.column, bar.origin.row)
    scene.press("h l")
    #expect(scene.text == before)
    // There are no hints below a dialog.
    scene.press("?")
    scene.app.note(scene.frame)
    #expect(!scene.app.followsPointer)
  }

  @Test("Hovering over a day of the last weeks shows its value")
  func hintsOfDays() throws {
    var scene = Scene(size: CellSize(columns: 100, rows: 30))
    scene.press("1")
    let words = scene.frame.hints.map(\.words)
    #expect(words.contains("Thu 19 Nov Move 462 kcal 77%"))
    #expect(words.contains("Wed 18 Nov Move 1,380 kcal 230%"))
  }

  @Test("A disabled mouse is ignored")
  func off() {
    var scene = StateNotation.scene("11-18 nomouse")
    scene.click(30, 23)
    scene.turnWheel(.wheelUp)
    #expect(StateNotation.text(scene.app) == "11-18 nomouse")
  }
}
