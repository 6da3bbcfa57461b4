package import TerminalModel

/// What a status line lies on.
package enum StatusBackground: Hashable, Sendable {
  case dark
  case light
  /// What the bar may have: one colour, or those that terminals commonly show for a colour's name.
  case colors([RGB])

  /// Reads `dark`, `light`, `#rrggbb`, or a style as tmux writes it: `bg=green,fg=black`. Nil for anything else; a style
  /// that does not name a background is `dark`, as most bars are.
  package init?(_ text: String) {
    switch text {
    case "dark": self = .dark
    case "light": self = .light
    case _ where text.contains("="): self = Self.background(ofTmuxStyle: text).map(Self.colors) ?? .dark
    default:
      guard let color = RGB(hexadecimal: text) else { return nil }
      self = .colors([color])
    }
  }

  /// The background that a style of tmux sets; nil where it sets none, or the terminal's own.
  private static func background(ofTmuxStyle style: String) -> [RGB]? {
    let parts = style.split { $0 == "," || $0 == " " }
    guard let name = parts.last(where: { $0.hasPrefix("bg=") })?.dropFirst(3).lowercased() else { return nil }
    if let color = RGB(hexadecimal: name) { return [color] }
    for prefix in ["colour", "color"] where name.hasPrefix(prefix) {
      return UInt8(name.dropFirst(prefix.count)).map(RGB.commonColors(ofPaletteEntry:))
    }
    // Newer versions name the colours of a theme, which are the terminal's by default.
    let basic = name.hasPrefix("theme") ? String(name.dropFirst(5)) : name
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    if let entry = names.firstIndex(of: basic) { return RGB.commonColors(ofPaletteEntry: UInt8(entry)) }
    guard basic.hasPrefix("bright"), let entry = names.firstIndex(of: String(basic.dropFirst(6))) else { return nil }
    return RGB.commonColors(ofPaletteEntry: UInt8(entry + 8))
  }

  package var palette: StatusPalette { palette(.standard) }

  /// Colours that can be read on it: as they are, or as much darker or lighter as it takes.
  package func palette(_ standard: StatusPalette) -> StatusPalette {
    let backgrounds =
      switch self {
      case .dark: [RGB(0, 0, 0)]
      // White, and what light themes take for it.
      case .light: [RGB(255, 255, 255), RGB(224, 224, 224)]
      case .colors(let colors): colors
      }
    return StatusPalette(
      move: standard.move.readable(on: backgrounds), exercise: standard.exercise.readable(on: backgrounds),
      stand: standard.stand.readable(on: backgrounds), muted: standard.muted.readable(on: backgrounds))
  }
}
