import TerminalModel
package import Widgets

/// All keys in layers: the single definition for key handling, footer, clicks on the footer, help and configuration.
package struct Keymap: Hashable, Sendable {
  package enum Layer: Hashable, Sendable {
    /// Below every full-size screen.
    case global
    /// Below every dialog.
    case dialog
    case screen(ScreenName)
  }

  private var layers: [Layer: [KeyBinding]]

  /// The default keys.
  package static let standard: Keymap = {
    var layers: [Layer: [KeyBinding]] = [.global: Screens.all.compactMap { $0.opening } + global, .dialog: dialog]
    for screen in Screens.all { layers[.screen(screen.name)] = screen.bindings }
    return Keymap(layers: layers)
  }()

  package subscript(layer: Layer) -> [KeyBinding] {
    get { layers[layer] ?? [] }
    set { layers[layer] = newValue }
  }

  /// All entries that apply to a screen, its own before those of the layers below.
  func bindings(for screen: any Screen) -> [KeyBinding] {
    self[.screen(screen.name)] + self[screen.presentation == .whole ? .global : .dialog]
  }

  /// The entries that the help lists for a screen.
  func helpLines(of screen: ScreenName) -> [KeyBinding] { self[.screen(screen)] + self[.global] }

  /// The binding of a key on a screen, nil if the key is not bound.
  func binding(for key: Key, on screen: any Screen, in context: ScreenContext) -> KeyBinding? {
    bindings(for: screen).first {
      $0.keys.contains(key) && $0.isLive(in: context) && screen.allows($0.action, in: context)
    }
  }

  /// Why a key does nothing without data, or with it; nil for a key that is not bound or that may do something.
  func absence(of key: Key, on screen: any Screen, in context: ScreenContext) -> String? {
    guard screen.presentation == .whole, let binding = bindings(for: screen).first(where: { $0.keys.contains(key) })
    else { return nil }
    switch (binding.condition, context.store) {
    case (.withoutData, .ready): return "There is data. ringtop demo shows made-up data beside it."
    case (.withStore, .empty), (.withStore, .noStore): return "There is no data yet."
    default: return nil
    }
  }

  private static let global = [
    KeyBinding(
      keys: ["u"], action: .undo, condition: .withStore, label: "undo", rank: 9, help: "Undo the last change."),
    KeyBinding(
      keys: ["m"], action: .toggleMouse, label: "mouse", rank: 7,
      help: "Mouse on or off; Shift selects text while on."),
    KeyBinding(
      keys: ["y"], action: .copy, condition: .withStore, label: "copy", rank: 10,
      help: "Copy the view as text to the clipboard."),
    KeyBinding(
      keys: ["W"], action: .savePicture, condition: .withStore,
      help: "Save the view as a picture in the current folder."),
    KeyBinding(keys: ["q", .control("c")], action: .quit, label: "quit", help: "Quit."),
    KeyBinding(
      keys: ["E"], action: .runDemo, condition: .withoutData, help: "Explore made-up data, while the store is empty."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend; fg resumes."),
    KeyBinding(keys: [.escape], action: .back, help: "Close the screen."),
    KeyBinding(keys: [.control("l")], action: .redraw, help: "Redraw the screen."),
  ]

  private static let dialog = [
    KeyBinding(keys: [.control("c")], action: .quit, help: "Quit."),
    KeyBinding(keys: [.control("z")], action: .suspend, help: "Suspend."),
    KeyBinding(keys: [.control("l")], action: .redraw, help: "Redraw the screen."),
  ]
}

extension KeyBinding {
  /// Whether the key applies to what is on the screen, so that the footer shows it.
  func isOffered(in context: ScreenContext) -> Bool {
    switch condition {
    case .always: true
    case .withoutData: !context.store.hasData && !context.isDemo
    default: context.store.hasData
    }
  }

  func isLive(in context: ScreenContext) -> Bool {
    guard isOffered(in: context) else { return false }
    return switch condition {
    case .always, .withStore, .withoutData: true
    case .beforeToday: context.selected < context.today
    case .afterFirst: context.selected > context.oldestDay
    }
  }
}
