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
    var layers: [Layer: [KeyBinding]] = [.global: global, .dialog: dialog]
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

  /// The binding of a key on a screen, nil where the key does nothing.
  func binding(for key: Key, on screen: any Screen, in context: ScreenContext) -> KeyBinding? {
    bindings(for: screen).first {
      $0.keys.contains(key) && $0.isLive(in: context) && screen.allows($0.action, in: context)
    }
  }

  private static let global = [
    KeyBinding(
      keys: ["m"], action: .toggleMouse, label: "mouse", rank: 7,
      help: "Mouse on or off; with Shift text can be selected while on."),
    KeyBinding(keys: ["?", .function(1)], action: .open("help"), label: "help", help: "These keys."),
    KeyBinding(keys: ["q", .control("c")], action: .quit, label: "quit", help: "Leave."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend; fg comes back."),
    KeyBinding(keys: [.escape], action: .back, help: "Close what is open: help, prompt, zoom, one ring."),
  ]

  private static let dialog = [
    KeyBinding(keys: [.control("c")], action: .quit, help: "Leave."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend."),
  ]
}
