package import TerminalModel

/// Colours as the terminal's description numbers them: -1 its own, 0...255 the palette, `0x1000000 | rrggbb`.
package struct ColorEncoder: Hashable, Sendable {
  package let level: ColorLevel

  package init(level: ColorLevel) {
    self.level = level
  }

  package func code(for color: CellColor) -> Int32 {
    switch (level, color) {
    case (_, .terminalDefault), (.none, _), (.mono, _): -1
    case (.truecolor, .rgb(let rgb)): 0x1000000 | Int32(rgb.packed)
    case (.truecolor, .palette(let entry)), (.ansi256, .palette(let entry)): Int32(entry)
    case (.ansi256, .rgb(let rgb)): Int32(XtermPalette.nearestFixedEntry(to: rgb))
    case (.ansi16, .palette(let entry)):
      Int32(entry < 16 ? entry : XtermPalette.nearestUserEntry(to: XtermPalette.color(of: entry)))
    case (.ansi16, .rgb(let rgb)): Int32(XtermPalette.nearestUserEntry(to: rgb))
    }
  }
}

extension RGB {
  /// `0xrrggbb`.
  fileprivate var packed: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
