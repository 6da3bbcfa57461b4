import HealthModel
import Presentation
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("User-defined keys")
struct RemappingTests {
  private func remapped(_ remappings: [(String, [String])]) -> (keymap: Keymap, problems: [Keymap.Problem]) {
    Keymap.standard.remapped(remappings.map { Keymap.Remapping(action: $0.0, keys: $0.1) })
  }

  @Test(
    "keys are parsed by their names in help and footer",
    arguments: [
      ("h", "h"), ("H", "H"), ("^C", .control("c")), ("ctrl-c", .control("c")), ("Ctrl-X", .control("x")), ("^", "^"),
      ("space", " "), ("pgup", .pageUp), ("PageDown", .pageDown), ("F5", .function(5)), ("f12", .function(12)),
      ("alt-left", .alt(.left)), ("shift-tab", .backTab), ("ctrl-alt-x", Key.control("x").with(.alt)), ("-", "-"),
      ("shift-h", "H"), ("é", "é"), ("esc", .escape), ("←", .left), ("alt--", Key.alt("-")),
    ] as [(String, Key)])
  func names(text: String, key: Key) {
    #expect(Key(named: text) == key)
  }

  @Test(
    "invalid keys are rejected",
    arguments: ["", "hh", "ctrl-", "f0", "F25", "nokey", "\u{7}", "\u{301}", "shift-1", " "])
  func noKeys(text: String) {
    #expect(Key(named: text) == nil)
  }

  @Test("every key of every screen is parsed from its name, in both sets of symbols")
  func readBack() {
    for layer in Screens.all.map({ Keymap.Layer.screen($0.name) }) + [.global, .dialog] {
      for key in Keymap.standard[layer].flatMap(\.keys) {
        #expect(Key(named: key.name(.ascii)) == key, "\(key.name(.ascii))")
        #expect(Key(named: key.name(.unicode)) == key, "\(key.name(.unicode))")
      }
    }
  }

  @Test("a remapped action gets its keys on every screen, and other actions lose them")
  func remaps() {
    let (keymap, problems) = remapped([("today", ["X", "ctrl-t"]), ("left", ["O", "t"])])
    #expect(problems.isEmpty)
    #expect(keymap.keys(of: "today") == ["X", .control("t")])
    #expect(keymap.keys(of: "left") == ["O", "t"])
    let day = keymap[.screen(DayScreen.name)]
    #expect(day.first { $0.action == .goToToday }?.keys == ["X", .control("t")])
    #expect(day.first { $0.keys.contains("t") }?.action == .move(.left))
    #expect(Keymap.standard.keys(of: "right") == keymap.keys(of: "right"))
    // Text fields are not affected.
    #expect(keymap[.screen(GoToDateScreen.name)] == Keymap.standard[.screen(GoToDateScreen.name)])
  }

  @Test("conflicts and mistakes are reported, the first in the file wins, and ^C always quits")
  func problems() {
    let (keymap, problems) = remapped([
      ("today", ["~"]), ("left", ["~", "&"]), ("nothing", ["n"]), ("quit", ["Q"]), ("zoom", ["^C", "hh"]),
    ])
    #expect(problems.map(\.index) == [1, 2, 4, 4])
    #expect(problems[0].text.contains("already assigned to today"))
    #expect(problems[1].unknownName == "nothing")
    #expect(keymap.keys(of: "left") == ["&"])
    #expect(keymap.keys(of: "quit") == ["Q", .control("c")])
    #expect(keymap.keys(of: "zoom") == Keymap.standard.keys(of: "zoom"))
  }

  @Test("a key that would hide a key of the layer below a screen is a conflict")
  func shadowed() {
    for words in [[("right", ["~"]), ("help", ["~"])], [("help", ["~"]), ("right", ["~"])]] {
      let (keymap, problems) = remapped(words)
      #expect(problems.map(\.index) == [1] && problems.first?.text.contains("assigned to \(words[0].0)") == true)
      #expect(keymap.keys(of: words[1].0) == Keymap.standard.keys(of: words[1].0))
    }
  }

  @Test("the output of config keys changes nothing when used as configuration")
  func unchanged() {
    let standard = Keymap.standard
    let all = standard.actionNames.map { name in (name, standard.keys(of: name).map { $0.name(.ascii) }) }
    let (keymap, problems) = remapped(all)
    #expect(problems.isEmpty)
    #expect(keymap == standard)
  }

  @Test("an action without a remaining key is reported")
  func nothingLeft() {
    let (_, problems) = remapped([("today", ["g"])])
    #expect(problems.count == 1 && problems[0].text == "no key is left for date")
    #expect(remapped([("date", []), ("today", ["g"])]).problems.isEmpty)
  }

  @Test("the dashboard applies remapped keys, even while it runs")
  func obeys() {
    var scene = Scene()
    let before = scene.app.context.selected
    let (keymap, _) = remapped([("left", ["b"])])
    scene.send(
      .configured(
        AppConfiguration(formatting: .english, keymap: keymap, weekStart: 7, hasMouse: scene.app.context.hasMouse)))
    scene.press("h")
    #expect(scene.app.context.selected == before)
    scene.press("b")
    #expect(scene.app.context.selected == before - 1)
    #expect(scene.app.context.week.lowerBound.isoWeekday == 7)
  }
}
