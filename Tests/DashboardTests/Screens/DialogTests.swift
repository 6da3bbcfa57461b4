import Graphics
import HealthAnalysis
import HealthModel
import Rings
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Dialogs and commands")
struct DialogTests {
  /// The requested changes of the store.
  private func edits(_ scene: Scene) -> [String] {
    scene.effects.compactMap { if case .edit(let line) = $0 { line } else { nil } }
  }

  @Test("The add dialog has the fields of ringtop add")
  func add() {
    var scene = Scene()
    scene.press("a move tab 120 space kcal tab 9:30 enter")
    #expect(edits(scene) == ["add move 120 kcal --at \"9:30\""])
    #expect(scene.app.screens.count == 1)
    scene.send(.edited("Added 120 kcal to Move."))
    #expect(scene.text.contains("Added 120 kcal to Move."))
    scene.press("u")
    #expect(edits(scene).last == "undo")
  }

  @Test("A dialog whose change is refused opens again, with what was entered and the whole reason")
  func reopened() {
    var scene = Scene(size: CellSize(columns: 90, rows: 30))
    scene.press("a hrate tab 62 enter")
    let reason =
      "There is no type \"hrate\". Did you mean heartRate? A type has a name such as stepCount, heartRate or bodyMass."
    scene.send(.edited(reason, isRefused: true))
    #expect(scene.app.screens.count == 2 && scene.text.contains("Add a sample"))
    #expect(scene.text.contains("hrate") && scene.text.contains("62") && scene.text.contains("bodyMass."))
    // What was to follow in the same dialog is not done, and the rest of the queue is.
    scene.press("esc o ctrl-u 700 tab ctrl-u x tab tab steps space 9 enter u")
    let before = edits(scene).count
    scene.send(.edited("\"x\" is not a number.", isRefused: true))
    #expect(scene.text.contains("Goals") && edits(scene).count == before + 1 && edits(scene).last == "undo")
    // With another dialog open, the reason is a notice.
    scene.send(.edited("Undone."))
    scene.press("enter a")
    scene.send(.edited("\"x\" is not a number.", isRefused: true))
    scene.press("esc")
    #expect(scene.app.screens.count == 1)
  }

  @Test("A change waits for the previous one, and a held key stops at eight")
  func queued() {
    var scene = Scene()
    scene.press("a move tab 120 space kcal enter u")
    #expect(edits(scene) == ["add move 120 kcal"])
    scene.send(.edited("Added 120 kcal to Move."))
    #expect(edits(scene) == ["add move 120 kcal", "undo"])
    scene.press("u u u u u u u u u")
    #expect(scene.text.contains("Earlier changes are still being stored."))
    for _ in 0..<12 { scene.send(.edited("Undone.")) }
    #expect(edits(scene).count == 9)
  }

  @Test("Return does nothing while exports are being looked for, and imports the selected one afterwards")
  func earlyReturn() {
    var scene = Scene()
    scene.press("i")
    #expect(scene.text.contains("Looking for exports."))
    scene.press("enter")
    #expect(scene.text.contains("Looking for exports."))
    let file = ExportFile(
      path: "/home/kim/export.zip", shownPath: "~/export.zip", bytes: 7_000, modified: SampleDays.today)
    scene.send(.loaded(LoadedQuery(ExportsQuery(), [file])))
    scene.press("enter")
    #expect(edits(scene) == ["import \"/home/kim/export.zip\""])
  }

  @Test("An incomplete dialog names the missing field, and escape changes nothing")
  func refused() {
    var scene = Scene()
    scene.press("a enter")
    #expect(scene.text.contains("Enter a type"))
    scene.press("esc o enter")
    #expect(scene.text.contains("No goal was changed."))
    scene.press("esc p esc")
    #expect(scene.app.screens.count == 1 && edits(scene).isEmpty)
  }

  @Test("The goals dialog sets only changed goals, from a day on, on weekdays, or for one day")
  func goals() {
    var scene = Scene()
    scene.press("o ^U 650 tab tab tab tab monday tab sat,sun enter")
    #expect(edits(scene) == ["goals set --move=\"650\" --from \"monday\" --weekdays \"sat,sun\""])
    scene.send(.edited("Done."))
    scene.press("o tab ^U tab tab tab tab tab today enter")
    #expect(edits(scene).last == "goals set --exercise=none --on \"today\"")
  }

  @Test("The pause dialog starts a pause, or ends the current one")
  func pause() {
    var scene = Scene()
    scene.press("p tab monday enter")
    #expect(edits(scene) == ["goals pause --from \"today\" --until \"monday\""])
    var paused = Scene(summary: { day in
      var summary = SampleDays.summary(day)
      summary?.isPaused = true
      return summary
    })
    paused.press("p enter")
    #expect(edits(paused) == ["goals resume --from \"today\""])
  }

  @Test(
    "A command does what its name suggests",
    arguments: [
      (": le ft enter", "11-18"), (": month enter", "11-19 month"), (": stand enter", "11-19 stand"),
      (": date space 14 space nov enter", "11-14"), (": mon tab enter", "11-19 month"), (": enter", "11-19"),
      (": zo enter", "11-19 zoom"), (": esc", "11-19"), (": xyz enter", "11-19 command"),
    ])
  func commands(keys: String, after: String) {
    var scene = Scene()
    scene.press(keys)
    #expect(StateNotation.text(scene.app) == after)
  }

  @Test("each group of measures is a command", arguments: MeasureGroup.allCases)
  func measureGroups(_ group: MeasureGroup) {
    var scene = StateNotation.scene("11-19")
    scene.press(": \(group.rawValue) enter")
    #expect(scene.app.top.name == MeasuresScreen.name)
    #expect((scene.app.top as? MeasuresScreen)?.group == group)
  }

  @Test("A command that changes the store is passed on verbatim, and an unknown one is reported")
  func storeCommands() {
    var scene = Scene()
    scene.press(": add space move space 120 space kcal enter")
    #expect(edits(scene) == ["add move 120 kcal"])
    scene.press(": xyz enter")
    #expect(scene.text.contains("There is no command xyz."))
    scene.press("esc : theme space nope enter")
    #expect(scene.text.contains("There is no theme nope."))
    scene.press("esc : date space foo enter")
    #expect(scene.text.contains("foo is not a date."))
  }

  @Test("In few columns a form's labels are cut before its values begin")
  func narrowForm() {
    var scene = Scene(size: CellSize(columns: 20, rows: 3))
    scene.press("o")
    let line = scene.text.split(separator: "\n").first.map(String.init) ?? ""
    #expect(line.contains("Move, k") && !line.contains("kcal"), "\(line)")
  }

  @Test("Quoted text in a line is one word")
  func words() {
    #expect(
      ShellWord.words(of: "add move  120 --at \"yesterday 14:30\" \"\"") == [
        "add", "move", "120", "--at", "yesterday 14:30", "",
      ])
    for word in ["a\"b\\c d", "\\", "\"", "", " --yes", "Robin’s \u{A0}Watch"] {
      #expect(ShellWord.words(of: "sources " + ShellWord.quoted(word) + " x") == ["sources", word, "x"])
    }
  }

  @Test("Text is inserted at the cursor, pasted as one line, and limited in length")
  func textField() {
    var field = TextField(limit: 10)
    field.insert("hello\nrm -rf")
    #expect(field.text == "hello")
    for action in [Action.move(.left), .move(.left), .insert("X"), .first, .insert("\u{1B}Y"), .last, .erase(.before)] {
      let isTaken = field.handle(action)
      #expect(isTaken)
    }
    #expect(field.text == "YhelXl")
    field.insert(String(repeating: "z", count: 99))
    #expect(field.text.unicodeScalars.count == 10)
    let isTaken = field.handle(.erase(.word))
    #expect(isTaken && field.text.isEmpty)
  }

  @Test("Scrolling ends at the last row")
  func viewport() {
    var random = SplitMix(seed: 9)
    for _ in 0..<2_000 {
      var viewport = Viewport()
      let count = Int.random(in: 0...40, using: &random)
      let height = Int.random(in: 0...20, using: &random)
      for _ in 0..<10 {
        let rows = Bool.random(using: &random) ? Int.random(in: -50...50, using: &random) : Int.max
        viewport.scroll(by: rows, of: count, height: height)
        let seen = viewport.rows(of: count, height: height)
        #expect(seen.count == min(count, height) && seen.lowerBound >= 0 && seen.upperBound <= count)
      }
    }
  }

  @Test("After a shorter month, the original day of the month is restored")
  func months() {
    var scene = StateNotation.scene("03-31")
    scene.press("H H")
    #expect(scene.context.selected.description == "2026-01-31")
    scene.press("L")
    #expect(scene.context.selected.description == "2026-02-28")
    scene.press("L")
    #expect(scene.context.selected.description == "2026-03-31")
  }

  @Test("Navigation stops at the first day with data")
  func firstDay() {
    let first = SampleDays.today - 10
    var scene = Scene(store: .ready(newest: SampleDays.today, oldest: first))
    scene.press("k k k H")
    #expect(scene.context.selected == first)
    scene.press("g 2020-01-01 enter")
    #expect(scene.context.selected == first && scene.text.contains("There is nothing before"))
  }

  @Test("Without colours the selected day is still marked", arguments: ["", "M"])
  func selectedWithoutColours(keys: String) {
    var scene = StateNotation.scene("11-17")
    scene.press(keys)
    let page = ANSIText(colors: .none).text(of: scene.grid)
    scene.press("h")
    #expect(ANSIText(colors: .none).text(of: scene.grid) != page)
  }

  @Test(
    "Without colours the selected day has a mark, at every size",
    arguments: [
      ("", 200, 60, "[Tue 17]"), ("", 80, 24, "[Tue 17]"), ("", 60, 20, "[Tue]"), ("", 30, 20, "[Tu]"),
      ("M", 200, 60, "[17]"), ("M", 80, 24, "[17]"), ("M", 60, 20, "[17]"), ("M", 30, 6, "17‹"),
      ("T", 80, 24, "▸dark"),
    ])
  func markWithoutColours(keys: String, columns: Int, rows: Int, mark: String) {
    var scene = StateNotation.scene("11-17")
    scene.send(.terminal(.resize(CellSize(columns: columns, rows: rows))))
    scene.press(keys)
    #expect(scene.text.contains(mark), "\(scene.text)")
  }

  @Test("Cached rings are not drawn again")
  func pictures() {
    var scene = Scene(size: CellSize(columns: 120, rows: 40), appearance: Appearance(animates: false))
    let pictures = RingPictures()
    let first = scene.app.frame(pictures: pictures).grid
    let drawn = pictures.drawn
    #expect(drawn > 1)
    #expect(scene.app.frame(pictures: pictures).grid == first)
    scene.press("h l")
    #expect(scene.app.frame(pictures: pictures).grid == first)
    #expect(pictures.drawn == drawn)
    #expect(first == scene.app.frame().grid)
  }

  @Test("Records agree with a naive count", arguments: [1, 2, 3] as [UInt64])
  func records(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let today = SampleDays.today
    let days = ((today - 200)...today).map { day in
      SampleDays.summary(
        day, Double.random(in: 0.6...1.6, using: &random), 1, 1, isPaused: Int.random(in: 0..<9, using: &random) == 0)
    }
    var longest = 0
    for start in days.indices {
      var length = 0
      for day in days[start...] {
        if day.isPaused { continue }
        if !day.isClosed, day.day != today { break }
        if day.isClosed { length += 1 }
      }
      longest = max(longest, length)
    }
    let records = Records(days, today: today)
    #expect(records.longestStreak == longest)
    #expect(records.bestMove?.move.value == days.compactMap(\.move.value).max())
  }

  @Test("Pictures do not show through the blank cells of a dialog, nor beside it any less")
  func covered() throws {
    var canvas = Canvas(
      size: CellSize(columns: 60, rows: 20),
      appearance: Appearance(
        glyphLevel: .block, colors: .truecolor, cellAspect: 2, palette: .standard, animates: false),
      recordsPictures: true)
    canvas.paint(in: canvas.grid.bounds) { _ in Drawing(width: 480, height: 320) }
    RingsView(rings: RingSet(move: 1, exercise: 1, stand: 1)).draw(
      on: &canvas, in: CellRect(column: 10, row: 0, columns: 40, rows: 20))
    let dialog = Dialog(in: canvas.grid.bounds, columns: 30, rows: 8)
    dialog.draw("Keys", on: &canvas)
    #expect(canvas.pictures.count == 2)
    for placed in canvas.pictures {
      for (row, column) in placed.rect.rows.flatMap({ row in placed.rect.columns.map { (row, $0) } }) {
        let isUncovered = placed.isUncovered(
          column - placed.rect.origin.column, row - placed.rect.origin.row, on: canvas.grid)
        guard placed == canvas.pictures[1] || !canvas.pictures[1].rect.contains(CellPoint(column: column, row: row))
        else { continue }
        #expect(isUncovered == !dialog.frame.contains(CellPoint(column: column, row: row)), "\(column), \(row)")
      }
    }
  }
}
