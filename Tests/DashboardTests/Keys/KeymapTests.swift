import HealthModel
import TerminalModel
import Testing

@testable import Dashboard

@Suite("The keymap")
struct KeymapTests {
  @Test("No key has two meanings in one place")
  func unambiguous() {
    for context in [KeyBinding.Context.dashboard, .help, .prompt] {
      let keys = Keymap.bindings.filter { $0.context == context }.flatMap(\.keys)
      #expect(Set(keys).count == keys.count, "\(context)")
    }
  }

  @Test("Every key does what its row says, and something that can be seen or is asked for", arguments: Keymap.bindings)
  func everyRow(binding: KeyBinding) {
    for key in binding.keys {
      var scene = StateNotation.scene(Self.start(of: binding))
      scene.effects = []
      let before = scene.state
      #expect(Keymap.binding(for: key, in: scene.state)?.action == binding.action)
      scene.send(.terminal(.key(key)))
      #expect(scene.state != before || !scene.effects.isEmpty, "\(key) did nothing")
    }
  }

  @Test("Every row has a sentence for the help, and every footer word is short")
  func words() {
    for binding in Keymap.bindings {
      #expect(binding.help.hasSuffix(".") && binding.help.count <= 60, "\(binding.help)")
      #expect((binding.label ?? "day").count <= 8)
      #expect(!binding.keys.isEmpty)
    }
  }

  @Test("The help lists every key of the dashboard, in both sets of symbols", arguments: [GlyphLevel.block, .ascii])
  func help(level: GlyphLevel) {
    var scene = Scene(
      size: CellSize(columns: 100, rows: 40), appearance: Appearance(glyphLevel: level, colors: .none))
    scene.press("?")
    let text = scene.text
    for line in Keymap.helpLines {
      #expect(text.contains(line.help), "\(line.help)")
      for key in line.keys { #expect(text.contains(key.name(level == .ascii ? .ascii : .unicode))) }
    }
  }

  @Test("A help that does not fit scrolls to its last line")
  func scrolling() {
    var scene = Scene(size: CellSize(columns: 60, rows: 12))
    scene.press("?")
    #expect(!scene.text.contains("Close what is open"))
    scene.press(String(repeating: "j", count: 40))
    #expect(scene.text.contains("Close what is open"))
  }

  /// A state in which the key has something to change.
  private static func start(of binding: KeyBinding) -> String {
    switch (binding.context, binding.action) {
    case (.help, .scrollHelp(let rows)) where rows < 0: "11-19 help+3"
    case (.help, _): "11-19 help"
    case (.prompt, _): "11-19 date:mon"
    case (.dashboard, .close): "11-19 zoom"
    case (.dashboard, _): "09-03"
    }
  }
}
