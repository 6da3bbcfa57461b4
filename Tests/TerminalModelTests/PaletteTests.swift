import TerminalModel
import Testing

@Suite struct PaletteTests {
  @Test func `every fixed entry is its own nearest colour`() {
    for entry in UInt8(16)...255 {
      let color = RGB(paletteEntry: entry)
      #expect(RGB(paletteEntry: color.nearestPaletteEntry) == color, "entry \(entry)")
    }
  }

  @Test func `no other entry is nearer than the nearest`() {
    var seed: UInt32 = 7
    for _ in 0..<500 {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      let color = RGB(UInt8(seed >> 24), UInt8(seed >> 16 & 0xFF), UInt8(seed >> 8 & 0xFF))
      let found = color.squaredDistance(to: RGB(paletteEntry: color.nearestPaletteEntry))
      let best = (16...255).map { color.squaredDistance(to: RGB(paletteEntry: UInt8($0))) }.min()
      #expect(found == best, "\(color)")
    }
  }

  @Test func `an entry of the 256-colour palette is reduced to one of 16`() {
    #expect(CellColor.palette(196).reduced(to: .ansi16) == .palette(9))
    #expect(CellColor.palette(3).reduced(to: .ansi16) == .palette(3))
    #expect(CellColor.palette(3).reduced(to: .mono) == .terminalDefault)
  }
}
