package import TerminalModel

/// The background of a status line.
package enum StatusBackground: Hashable, Sendable {
  case dark
  case light
  /// The possible backgrounds: one colour, or those that terminals commonly use for a colour's name.
  case colors([RGB])

  /// Parses `dark`, `light`, `#rrggbb`, or a style in tmux's syntax: `bg=green,fg=black`. Nil for anything else; a
  /// style without a background is `dark`, as in most bars.
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

  /// The background in a tmux style; nil if it sets none, or the terminal's default.
  private static func background(ofTmuxStyle style: String) -> [RGB]? {
    let parts = style.split { $0 == "," || $0 == " " }
    guard let name = parts.last(where: { $0.hasPrefix("bg=") })?.dropFirst(3).lowercased() else { return nil }
    if let color = RGB(hexadecimal: name) { return [color] }
    for prefix in ["colour", "color"] where name.hasPrefix(prefix) {
      return UInt8(name.dropFirst(prefix.count)).map(RGB.commonColors(ofPaletteEntry:))
    }
    // Newer versions have names for theme colours, which are the terminal's by default.
    let basic = name.hasPrefix("theme") ? String(name.dropFirst(5)) : name
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    if let entry = names.firstIndex(of: basic) { return RGB.commonColors(ofPaletteEntry: UInt8(entry)) }
    guard basic.hasPrefix("bright"), let entry = names.firstIndex(of: String(basic.dropFirst(6))) else { return nil }
    return RGB.commonColors(ofPaletteEntry: UInt8(entry + 8))
  }

  package var palette: StatusPalette { palette(.standard) }

  /// Colours that are readable on the background: unchanged, or darkened or lightened as necessary.
  package func palette(_ standard: StatusPalette) -> StatusPalette {
    let backgrounds =
      switch self {
      case .dark: [RGB(0, 0, 0)]
      // White, and typical backgrounds of light themes.
      case .light: [RGB(255, 255, 255), RGB(224, 224, 224)]
      case .colors(let colors): colors
      }
    return StatusPalette(
      move: standard.move.readable(on: backgrounds), exercise: standard.exercise.readable(on: backgrounds),
      stand: standard.stand.readable(on: backgrounds), muted: standard.muted.readable(on: backgrounds))
  }
}
