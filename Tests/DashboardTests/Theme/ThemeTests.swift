import HealthModel
import Presentation
import Rings
import TerminalModel
import Testing

@testable import Dashboard
@testable import Widgets

@Suite("Themes")
struct ThemeTests {
  @Test("Text of every role and of every ring is readable on the background of its theme", arguments: Theme.builtIn)
  func contrast(theme: Theme) {
    var appearance = Appearance(palette: theme.rings)
    appearance.use(theme)
    let background = appearance.palette.background
    var styles = HealthModel.Ring.allCases.map { appearance.name(of: $0) }
    styles += [CellStyle.plain, .faint, .strong].map(appearance.themed)
    styles.append(appearance.themed(CellStyle(attributes: [.bold, .reverse])))
    for style in styles {
      guard case .rgb(let color) = style.foreground else { continue }
      var behind = background
      if case .rgb(let own) = style.background { behind = own }
      #expect(color.contrast(with: behind) >= 4.5, "\(theme.name): \(color) on \(behind)")
    }
  }

  @Test("Faint and coloured text in a selected row looks like the rest of the row", arguments: Theme.builtIn)
  func selection(theme: Theme) {
    var appearance = Appearance(palette: theme.rings)
    appearance.use(theme)
    var canvas = Canvas(size: CellSize(columns: 20, rows: 1), appearance: appearance)
    canvas.write("first", 0, 0, .faint)
    canvas.write("now", 8, 0)
    canvas.write("Move", 12, 0, appearance.name(of: .move))
    canvas.select(canvas.grid.bounds)
    let cells = canvas.grid.cells
    #expect(!cells.contains { $0.style.attributes.contains(.dim) })
    #expect(Set(cells.map(\.style.foreground)).count == 1 && Set(cells.map(\.style.background)).count == 1)
  }

  @Test(
    "The names of the rings are readable at every colour level",
    arguments: [RingPaletteCase.standard, .light], [ColorLevel.truecolor, .ansi256, .ansi16])
  func names(palette: RingPaletteCase, level: ColorLevel) {
    let appearance = Appearance(colors: level, palette: palette.palette)
    for ring in HealthModel.Ring.allCases {
      for isPaused in [false, true] {
        let shown: [RGB]
        switch appearance.textColor(of: ring, isPaused: isPaused) {
        case .terminalDefault: continue
        case .rgb(let color): shown = [color]
        case .palette(let entry): shown = RGB.commonColors(ofPaletteEntry: entry)
        }
        for color in shown {
          #expect(color.contrast(with: palette.palette.background) >= RGB.textContrast, "\(ring) \(color.hexadecimal)")
        }
      }
    }
  }

  @Test("The rings of a theme differ visibly from their tracks and from the background", arguments: Theme.builtIn)
  func rings(theme: Theme) {
    for colors in [theme.rings.move, theme.rings.exercise, theme.rings.stand] {
      let lit = colors.start.mixed(with: colors.end, share: 0.5)
      #expect(lit.contrast(with: colors.track) >= 2, "\(theme.name)")
      #expect(lit.contrast(with: theme.rings.background) >= 2, "\(theme.name)")
    }
  }

  @Test("Contrast is computed as in WCAG")
  func wcag() {
    #expect(abs(RGB(0, 0, 0).contrast(with: RGB(255, 255, 255)) - 21) < 0.01)
    #expect(abs(RGB(119, 119, 119).contrast(with: RGB(255, 255, 255)) - 4.48) < 0.01)
    #expect(abs(RGB(255, 0, 0).relativeLuminance - 0.2126) < 1e-4)
    #expect(RGB(128, 128, 128).contrast(with: RGB(128, 128, 128)) == 1)
  }

  @Test("A user-defined theme changes only the roles it names")
  func own() {
    let theme = Theme(
      name: "mine", basedOn: .dark, colors: ["move": RGB(1, 2, 3), "border": RGB(9, 9, 9), "x": RGB(0, 0, 0)])
    #expect(theme.rings.exercise == Theme.dark.rings.exercise)
    #expect(theme.rings.move != Theme.dark.rings.move)
    #expect(theme.border == RGB(9, 9, 9) && theme.muted == nil)
  }

  @Test("The dialog previews the selected theme, keeps it on enter and discards it on escape")
  func choosing() {
    var scene = Scene()
    scene.press("T j j")
    #expect(scene.context.appearance.theme.name == Theme.builtIn[2].name)
    scene.press("esc")
    #expect(scene.context.appearance.theme.name == "dark")
    scene.press("T G enter")
    #expect(scene.context.appearance.theme.name == Theme.builtIn.last?.name)
    // The only match.
    scene.press("T / mono enter")
    #expect(scene.context.appearance.theme.name == "mono")
    #expect(scene.app.screens.count == 1)
    #expect(scene.context.notice?.sentence.contains("theme = \"mono\"") == true)
  }
}

/// The palettes by name, for the names of tests.
enum RingPaletteCase: Sendable {
  case standard, light

  var palette: RingPalette {
    switch self {
    case .standard: .standard
    case .light: .light
    }
  }
}
