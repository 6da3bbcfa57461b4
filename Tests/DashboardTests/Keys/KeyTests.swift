import HealthModel
import TerminalModel
import Testing

@testable import Dashboard

/// State before, keys, state after; in `StateNotation` and `KeyNotation`.
@Suite("Keys change the state")
struct KeyTests {
  @Test(
    "Navigation by days, weeks and months stops at today",
    arguments: [
      ("11-19", "h", "11-18"), ("11-19", "left left", "11-17"), ("11-18", "l", "11-19"), ("11-18", "right", "11-19"),
      ("11-19", "l", "11-19"), ("11-19", "k", "11-12"), ("11-19", "up", "11-12"), ("11-05", "j", "11-12"),
      ("11-05", "down", "11-12"), ("11-16", "j", "11-19"), ("11-19", "H", "10-19"), ("10-31", "pgup", "09-30"),
      ("09-30", "L", "10-30"), ("10-25", "pgdn", "11-19"), ("10-03", "t", "11-19"), ("10-03", "home", "11-19"),
      ("11-19", "t", "11-19"), ("11-19", "hhhhlk", "11-09"),
    ])
  func walking(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "One ring and zoom open and close",
    arguments: [
      ("11-19", "1", "11-19 move"), ("11-19", "2", "11-19 exercise"), ("11-19", "3", "11-19 stand"),
      ("11-19 move", "1", "11-19"), ("11-19 move", "3", "11-19 stand"), ("11-19", "z", "11-19 zoom"),
      ("11-19 zoom", "z", "11-19"), ("11-19 zoom", "esc", "11-19"), ("11-19 move", "esc", "11-19"),
      ("11-19 move", "z", "11-19 move zoom"), ("11-19 move", "z esc", "11-19 move"), ("11-19", "esc", "11-19"),
      ("11-19 stand", "h", "11-18 stand"), ("11-19", "M", "11-19 month"), ("11-19 month", "esc", "11-19"),
    ])
  func focus(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test("Enter in the month opens the selected day, from which escape returns")
  func month() { check("11-19", "M k h enter esc", "11-11 month") }

  @Test(
    "Hours can be selected, and escape or another day ends the selection",
    arguments: [
      ("11-19", "[", "11-19 hour18"), ("11-19", "] ]", "11-19 hour1"), ("11-19", "] esc", "11-19"),
      ("11-19", "] h", "11-18"), ("11-19", "] [ [", "11-19 hour0"), ("11-19", "] 2 ]", "11-19 hour0 exercise hour1"),
    ])
  func hours(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test(
    "The help receives the keys while it is open",
    arguments: [
      ("11-19", "?", "11-19 help"), ("11-19", "F1", "11-19 help"), ("11-19 help", "?", "11-19"),
      ("11-19 help", "esc", "11-19"), ("11-19 help", "q", "11-19"), ("11-19 help", "enter", "11-19"),
      ("11-19 help", "j", "11-19 help+1"), ("11-19 help", "down down up", "11-19 help+1"),
      ("11-19 help", "k", "11-19 help"), ("11-19 help", "h", "11-19 help"), ("11-19 help+2", "g", "11-19 help"),
    ])
  func help(before: String, keys: String, after: String) { check(before, keys, after, rows: 12) }

  @Test(
    "The prompt receives text until enter or escape",
    arguments: [
      ("11-19", "g", "11-19 date:"), ("11-19 date:", "hq?", "11-19 date:hq?"),
      ("11-19 date:mon", "backspace", "11-19 date:mo"), ("11-19 date:", "backspace", "11-19 date:"),
      ("11-19 date:mon", "^U", "11-19 date:"), ("11-19 date:mon", "esc", "11-19"), ("11-19 date:", "enter", "11-19"),
      ("11-19 date:mon", "enter", "11-16"), ("11-19 date:xyz", "enter", "11-19 date:xyz!"),
      ("11-19 date:xyz!", "x", "11-19 date:xyzx"), ("11-19 date:2026-11-20", "enter", "11-19 date:2026-11-20!"),
      ("11-19 date:1969-01-01", "enter", "11-19 date:1969-01-01!"), ("11-19", "g -3 enter", "11-16"),
      ("11-10", "g yesterday enter h", "11-17"), ("11-19 date:20", "home x", "11-19 date:x20"),
      ("11-19 date:mo", "left x up tab", "11-19 date:mxo"),
    ])
  func prompt(before: String, keys: String, after: String) { check(before, keys, after) }

  @Test("m toggles the mouse") func mouse() {
    check("11-19", "m", "11-19 nomouse", effects: [.setMouse(false)])
    check("11-19 nomouse", "m", "11-19", effects: [.setMouse(true)])
  }

  @Test(
    "Quitting works from every screen",
    arguments: ["11-19", "11-19 help", "11-19 date:x", "11-01 zoom", "11-19 stand", "11-19 nomouse"])
  func leaving(before: String) {
    check(before, "^C", before, effects: [.quit])
    check(before, "^Z", before, effects: [.suspend])
  }

  @Test("q quits the dashboard") func quitting() {
    check("11-19", "q", "11-19", effects: [.quit])
  }

  @Test("A key with Alt is another key", arguments: ["11-18", "11-18 help", "11-18 date:x", "11-01 zoom"])
  func alt(before: String) { check(before, "alt-q alt-h alt-left alt-enter alt-esc alt-^C", before) }

  @Test("The length of a typed date is limited") func longText() {
    var scene = StateNotation.scene("11-19 date:")
    scene.press(String(repeating: "x", count: 500))
    #expect(StateNotation.text(scene.app).count < 60)
  }

  @Test("A notice disappears with the next key") func notice() {
    var scene = Scene()
    scene.send(.notice("Something happened."))
    #expect(scene.context.notice?.sentence == "Something happened.")
    scene.press("x")
    #expect(scene.context.notice == nil)
  }

  @Test("Without data only keys that need no data work") func withoutData() {
    var scene = Scene(store: .noStore(path: "~/health.sqlite"))
    scene.press("h k t g 1 z")
    #expect(StateNotation.text(scene.app) == "11-19")
    scene.press("?")
    #expect(StateNotation.text(scene.app) == "11-19 help")
  }

  private func check(
    _ before: String, _ keys: String, _ after: String, effects: [DashboardEffect] = [], rows: Int = 24,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var scene = StateNotation.scene(before)
    scene.send(.terminal(.resize(CellSize(columns: 80, rows: rows))))
    scene.effects = []
    scene.press(keys)
    #expect(StateNotation.text(scene.app) == after, "\(before) | \(keys)", sourceLocation: sourceLocation)
    let others = scene.effects.filter { effect in
      switch effect {
      case .load, .cancel: false
      case .edit, .setMouse, .copy, .savePicture, .redraw, .suspend, .alert, .runDemo, .quit: true
      }
    }
    #expect(others == effects, sourceLocation: sourceLocation)
  }
}
