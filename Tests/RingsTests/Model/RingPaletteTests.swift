import Rings
import TerminalModel
import Testing

@Suite struct RingPaletteTests {
  /// The hue angle in degrees.
  private func hue(_ color: RGB) -> Double {
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let (most, least) = (max(red, green, blue), min(red, green, blue))
    guard most > least else { return 0 }
    let span = most - least
    let sixths =
      most == red ? (green - blue) / span : most == green ? 2 + (blue - red) / span : 4 + (red - green) / span
    return (sixths * 60 + 360).truncatingRemainder(dividingBy: 360)
  }

  private func difference(_ first: Double, _ second: Double) -> Double {
    let difference = abs(first - second)
    return min(difference, 360 - difference)
  }

  @Test(arguments: [RingPalette.standard, .light])
  func `with few colours a lap has the hues of the ring, and Move has one`(palette: RingPalette) {
    for ring in [palette.move, palette.exercise, palette.stand] {
      let hues = ring.arcEntries.map { hue(RGB(paletteEntry: $0)) }
      for (index, hue) in hues.enumerated() {
        let place = (Double(index) + 0.5) / Double(hues.count)
        let own = self.hue(ring.start.mixed(with: ring.end, share: place))
        #expect(difference(hue, own) < 25, "\(hue), \(own)")
      }
    }
    // Its ends differ by less than the resolution of the colour cube.
    let hues = palette.move.arcEntries.map { hue(RGB(paletteEntry: $0)) }
    #expect(hues.allSatisfy { difference($0, hues[0]) < 7 }, "\(hues)")
  }
}
