import TerminalModel

/// All keys in layers. Key handling, footer, clicks on the footer, the help and the configuration read the same rows.
package struct Keymap: Hashable, Sendable {
  package enum Layer: Hashable, Sendable {
    /// Below every screen that fills the terminal.
    case global
    /// Below every dialog.
    case dialog
    case screen(ScreenName)
  }

  private var layers: [Layer: [KeyBinding]]

  /// The keys as they come.
  package static let standard: Keymap = {
    var layers: [Layer: [KeyBinding]] = [.global: Screens.all.compactMap { $0.opening } + global, .dialog: dialog]
    for screen in Screens.all { layers[.screen(screen.name)] = screen.bindings }
    return Keymap(layers: layers)
  }()

  package subscript(layer: Layer) -> [KeyBinding] {
    get { layers[layer] ?? [] }
    set { layers[layer] = newValue }
  }

  /// All rows that a screen listens to, its own before those below.
  func bindings(for screen: any Screen) -> [KeyBinding] {
    self[.screen(screen.name)] + self[screen.presentation == .whole ? .global : .dialog]
  }

  /// What the help lists of a screen.
  func helpLines(of screen: ScreenName) -> [KeyBinding] { self[.screen(screen)] + self[.global] }

  /// The binding of a key on a screen, nil where the key does nothing.
  func binding(for key: Key, on screen: any Screen, in context: ScreenContext) -> KeyBinding? {
    bindings(for: screen).first {
      $0.keys.contains(key) && $0.isLive(in: context) && screen.allows($0.action, in: context)
    }
  }

  private static let global = [
    KeyBinding(
      keys: ["u"], action: .undo, condition: .withStore, label: "undo", rank: 9, help: "Undo the last change."),
    KeyBinding(
      keys: ["m"], action: .toggleMouse, label: "mouse", rank: 7,
      help: "Mouse on or off; Shift selects text while on."),
    KeyBinding(keys: ["q", .control("c")], action: .quit, label: "quit", help: "Quit."),
    KeyBinding(keys: ["d"], action: .runDemo, condition: .withoutData, help: "The dashboard on made-up data."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend; fg comes back."),
    KeyBinding(keys: [.escape], action: .back, help: "Close what is open."),
    KeyBinding(keys: [.control("l")], action: .redraw, help: "Draw the screen anew."),
  ]

  private static let dialog = [
    KeyBinding(keys: [.control("c")], action: .quit, help: "Quit."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend."),
    KeyBinding(keys: [.control("l")], action: .redraw, help: "Draw the screen anew."),
  ]
}
