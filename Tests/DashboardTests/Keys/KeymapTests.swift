import HealthModel
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("The keymap")
struct KeymapTests {
  /// The screens that can be opened without a selection on another screen.
  static let openable = Screens.all.map { $0.name }.filter { Screens.named($0)?.opened(in: Scene().context) != nil }

  @Test("No key has two meanings on a screen and the layer below it", arguments: openable)
  func unambiguous(name: ScreenName) throws {
    let screen = try #require(Screens.named(name)?.opened(in: Scene().context))
    let keys = Keymap.standard.bindings(for: screen).flatMap(\.keys)
    let twice = Set(keys.filter { key in keys.count { $0 == key } > 1 })
    #expect(twice.isEmpty, "\(name): \(twice.map { $0.name(.unicode) })")
  }

  @Test(
    "Every key of the day screen changes the state or requests an effect",
    arguments: Keymap.standard.bindings(for: DayScreen()))
  func everyRow(binding: KeyBinding) {
    for key in binding.keys {
      var scene = StateNotation.scene(binding.action == .back ? "11-19 zoom" : "09-03")
      if binding.condition == .withoutData { scene.send(.storeStatus(.empty)) }
      scene.effects = []
      let before = StateNotation.text(scene.app)
      scene.send(.terminal(.key(key)))
      let asked = scene.effects.filter { effect in
        switch effect {
        case .load, .cancel: false
        case .edit, .setMouse, .copy, .savePicture, .redraw, .suspend, .alert, .runDemo, .quit: true
        }
      }
      #expect(
        StateNotation.text(scene.app) != before || !asked.isEmpty || scene.app.context.notice != nil,
        "\(key.name(.unicode)) did nothing")
    }
  }

  @Test("Every entry has a sentence for the help, and every footer label is short", arguments: openable)
  func words(name: ScreenName) throws {
    let screen = try #require(Screens.named(name)?.opened(in: Scene().context))
    let rows = Keymap.standard.bindings(for: screen)
    #expect(!rows.isEmpty)
    for binding in rows {
      #expect(binding.help.hasSuffix(".") && binding.help.count <= 60, "\(binding.help)")
      #expect((binding.label ?? "day").count <= 8)
      #expect(!binding.keys.isEmpty)
    }
  }

  @Test("Every screen handles escape or q", arguments: openable)
  func leaving(name: ScreenName) throws {
    var scene = Scene()
    scene.app.open(name)
    #expect(scene.app.top.name == name)
    scene.press("esc esc esc")
    #expect(scene.app.screens.count == 1)
  }

  @Test("The help lists every key of the dashboard, in both sets of symbols", arguments: [GlyphLevel.block, .ascii])
  func help(level: GlyphLevel) {
    var scene = Scene(
      size: CellSize(columns: 100, rows: 60), appearance: Appearance(glyphLevel: level, colors: .none))
    scene.press("?")
    let text = scene.text
    let lines = Keymap.standard.bindings(for: DayScreen())
    #expect(lines.count > 15)
    for line in lines {
      #expect(text.contains(line.help), "\(line.help)")
      for key in line.keys { #expect(text.contains(key.name(level == .ascii ? .ascii : .unicode))) }
    }
  }

  @Test("The help scrolls to its last line and not beyond")
  func scrolling() {
    var scene = Scene(size: CellSize(columns: 60, rows: 12))
    scene.press("?")
    #expect(!scene.text.contains("Redraw the screen"))
    scene.press(String(repeating: "j", count: 40))
    let end = scene.text
    #expect(end.contains("Redraw the screen"))
    // One key back scrolls one row back, even after extra presses at the end.
    scene.press("k")
    #expect(scene.text != end)
    scene.press("j")
    #expect(scene.text == end)
    scene.press("G g")
    scene.press("k k")
    #expect(scene.text.contains("Previous day."))
  }

  @Test("An unbound key changes nothing visible")
  func unbound() {
    var scene = Scene()
    let before = scene.app.revision
    scene.press("x")
    scene.send(.terminal(.key(.function(9))))
    scene.click(0, 0)
    #expect(scene.app.revision == before)
    scene.press("h")
    #expect(scene.app.revision != before)
  }
}
