import HealthModel
import Rings
import TerminalModel
import Testing

@testable import StatusLine

/// The colours of a status line are readable on its background.
@Suite("The background of a status line")
struct StatusBackgroundTests {
  private func colors(_ palette: StatusPalette) -> [RGB] {
    [palette.move, palette.exercise, palette.stand, palette.muted]
  }

  @Test(
    "Every colour has enough contrast for text",
    arguments: [
      ("dark", [RGB(0, 0, 0)]), ("light", [RGB(255, 255, 255), RGB(224, 224, 224)]),
      ("bg=green,fg=black", RGB.commonColors(ofPaletteEntry: 2)),
      ("fg=black bg=white", RGB.commonColors(ofPaletteEntry: 7)),
      ("bg=colour235", [RGB(paletteEntry: 235)]), ("bg=color250,bold", [RGB(paletteEntry: 250)]),
      ("bg=brightyellow", RGB.commonColors(ofPaletteEntry: 11)), ("bg=themegreen", RGB.commonColors(ofPaletteEntry: 2)),
      ("=,bg=#002b36", [RGB(0, 0x2B, 0x36)]), ("#eee8d5", [RGB(0xEE, 0xE8, 0xD5)]), ("#808080", [RGB(128, 128, 128)]),
      ("bg=default", [RGB(0, 0, 0)]), ("=,", [RGB(0, 0, 0)]), ("bg=#{?pane,red,blue}", [RGB(0, 0, 0)]),
    ])
  func contrast(text: String, backgrounds: [RGB]) throws {
    let palette = try #require(StatusBackground(text)).palette
    for color in colors(palette) {
      for background in backgrounds {
        let contrast = color.contrast(with: background)
        #expect(contrast >= RGB.textContrast, "\(text): \(color.hexadecimal) on \(background.hexadecimal): \(contrast)")
      }
    }
  }

  @Test("The same holds for random backgrounds, as far as possible with black and white")
  func random() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<500 {
      let background = RGB(
        .random(in: 0...255, using: &generator), .random(in: 0...255, using: &generator),
        .random(in: 0...255, using: &generator))
      for color in colors(StatusBackground.colors([background]).palette) {
        #expect(color.contrast(with: background) >= RGB.textContrast, "\(background)")
      }
    }
  }

  @Test("A dark bar keeps the colours of the rings, and a coloured one their hues")
  func hues() {
    #expect(StatusBackground.dark.palette == .standard)
    let light = StatusBackground.light.palette
    #expect(light.move.red > light.move.green && light.exercise.green > light.exercise.blue)
    #expect(light.stand.blue > light.stand.red)
  }

  @Test("Invalid backgrounds are rejected", arguments: ["", "auto", "blue", "#12345", "#12345g", "#+12345", "002b36"])
  func unknown(text: String) {
    #expect(StatusBackground(text) == nil)
  }
}
