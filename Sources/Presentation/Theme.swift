package import Rings
package import TerminalModel

/// All colours, by their role.
package struct Theme: Hashable, Sendable {
  package var name: String
  /// A one-sentence description.
  package var about: String
  /// The colours of the rings, their tracks, and the background for which they are designed.
  package var rings: RingPalette
  /// The colours of text and lines; nil for the terminal's default.
  package var border: RGB?
  package var title: RGB?
  package var text: RGB?
  package var muted: RGB?
  package var good: RGB?
  package var warning: RGB?
  /// The background of the selected entry; nil reverses it.
  package var selected: RGB?

  package init(
    name: String, about: String, rings: RingPalette, border: RGB? = nil, title: RGB? = nil, text: RGB? = nil,
    muted: RGB? = nil, good: RGB? = nil, warning: RGB? = nil, selected: RGB? = nil
  ) {
    self.name = name
    self.about = about
    self.rings = rings
    self.border = border
    self.title = title
    self.text = text
    self.muted = muted
    self.good = good
    self.warning = warning
    self.selected = selected
  }

  /// A theme based on another with some colours changed; unknown names are ignored.
  package init(name: String, basedOn base: Theme, colors: [String: RGB]) {
    self = base
    self.name = name
    about = "User-defined."
    func ring(_ key: String, _ colors: inout RingColors, _ all: [String: RGB]) {
      if let color = all[key] { colors = RingColors(color, track: colors.track) }
      if let track = all[key + "_track"] {
        colors.track = track
        colors.trackEntry = track.nearestPaletteEntry
      }
    }
    ring("move", &rings.move, colors)
    ring("exercise", &rings.exercise, colors)
    ring("stand", &rings.stand, colors)
    ring("own", &rings.own, colors)
    rings.background = colors["background"] ?? rings.background
    border = colors["border"] ?? border
    title = colors["title"] ?? title
    text = colors["text"] ?? text
    muted = colors["muted"] ?? muted
    good = colors["good"] ?? good
    warning = colors["warning"] ?? warning
    selected = colors["selected"] ?? selected
  }
}

extension RingColors {
  /// A ring based on one colour: darker at the start, lighter at the end.
  init(_ color: RGB, track: RGB, basic: UInt8? = nil) {
    let start = color.mixed(with: RGB(0, 0, 0), share: 0.12)
    let end = color.mixed(with: RGB(255, 255, 255), share: 0.22)
    let basicArc = basic ?? color.nearestBasicEntry
    self.init(
      start: start, end: end, track: track, shadow: color.mixed(with: RGB(0, 0, 0), share: 0.8),
      arcEntries: [color.nearestPaletteEntry], trackEntry: track.nearestPaletteEntry, basicArc: basicArc,
      basicTrack: basicArc >= 8 ? basicArc - 8 : 8)
  }
}

extension Theme {
  /// The built-in themes, starting with the one for dark backgrounds.
  package static let builtIn = [dark, light, contrast, colorBlind, mono, ember, tide]

  package static let dark = Theme(name: "dark", about: "For dark backgrounds.", rings: .standard)

  /// Terminals fade dim text towards a light background until it can hardly be read.
  package static let light = Theme(
    name: "light", about: "For light backgrounds.", rings: .light, border: RGB(180, 180, 180), muted: RGB(105, 105, 105)
  )

  package static let contrast = Theme(
    name: "contrast", about: "Strong colours, and no dim text.",
    rings: palette(
      RGB(255, 70, 110), RGB(120, 255, 0), RGB(0, 220, 255), RGB(255, 200, 0), track: 0.22, on: RGB(0, 0, 0)),
    border: RGB(200, 200, 200), title: RGB(255, 255, 255), text: RGB(255, 255, 255), muted: RGB(210, 210, 210),
    good: RGB(120, 255, 0), warning: RGB(255, 220, 0), selected: RGB(0, 70, 160))

  /// Orange, blue and yellow, and the purple of one's own ring, also differ in lightness, for every kind of colour
  /// blindness.
  package static let colorBlind = Theme(
    name: "color-blind", about: "Colour-blind safe: orange, blue and yellow.",
    rings: palette(
      RGB(230, 110, 20), RGB(86, 180, 233), RGB(240, 228, 66), RGB(204, 121, 167), track: 0.26, on: RGB(0, 0, 0)),
    good: RGB(86, 180, 233), warning: RGB(230, 159, 0))

  package static let mono = Theme(
    name: "mono", about: "Greys only.",
    rings: palette(
      RGB(255, 255, 255), RGB(200, 200, 200), RGB(150, 150, 150), RGB(230, 230, 230), track: 0.2, on: RGB(0, 0, 0)))

  package static let ember = Theme(
    name: "ember", about: "Warm: coral, amber and rose.",
    rings: palette(
      RGB(255, 94, 58), RGB(255, 179, 64), RGB(255, 120, 170), RGB(236, 214, 170), track: 0.24, on: RGB(24, 16, 14)),
    border: RGB(120, 92, 80), title: RGB(255, 222, 196), muted: RGB(186, 154, 138), good: RGB(255, 179, 64),
    warning: RGB(255, 94, 58), selected: RGB(92, 48, 34))

  package static let tide = Theme(
    name: "tide", about: "Cool: violet, sea green and ice.",
    rings: palette(
      RGB(167, 139, 250), RGB(52, 211, 153), RGB(103, 232, 249), RGB(110, 150, 255), track: 0.24, on: RGB(10, 16, 28)),
    border: RGB(84, 104, 140), title: RGB(214, 228, 255), muted: RGB(146, 164, 196), good: RGB(52, 211, 153),
    warning: RGB(250, 204, 21), selected: RGB(30, 58, 104))

  /// Tracks are the rings' colours, mixed with the background by this share.
  private static func palette(
    _ move: RGB, _ exercise: RGB, _ stand: RGB, _ own: RGB, track: Double, on background: RGB
  ) -> RingPalette {
    func ring(_ color: RGB) -> RingColors { RingColors(color, track: background.mixed(with: color, share: track)) }
    var palette = RingPalette.standard
    palette.move = ring(move)
    palette.exercise = ring(exercise)
    palette.stand = ring(stand)
    palette.own = ring(own)
    palette.background = background
    return palette
  }
}
