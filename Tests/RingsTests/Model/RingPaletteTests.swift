import Rings
import TerminalModel
import Testing

@Suite struct RingPaletteTests {
  /// The angle on the circle of hues, in degrees.
  private func hue(_ color: RGB) -> Double {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    guard most > least else { return 0 }
    let span = most - least
    let sixths =
      most == red ? (green - blue) / span : most == green ? 2 + (blue - red) / span : 4 + (red - green) / span
    return (sixths * 60 + 360).truncatingRemainder(dividingBy: 360)
  }

  @Test(arguments: [RingPalette.standard, .light])
  func `a lap has one hue where colours are few`(palette: RingPalette) {
    for ring in [palette.move, palette.exercise, palette.stand] {
      let hues = ring.arcEntries.map { hue(RGB(paletteEntry: $0)) }
      let spread = (hues.max() ?? 0) - (hues.min() ?? 0)
      #expect(spread < 7, "\(hues)")
      // And not more than one hue from the ring's own colours.
      let own = hue(ring.start.mixed(with: ring.end, share: 0.5))
      for hue in hues { #expect(abs(hue - own) < 20, "\(hue), \(own)") }
    }
  }
}
