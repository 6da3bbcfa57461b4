import Rings
import TerminalModel
import Testing

/// The colours in a picture, and their cost in bytes.
@Suite struct RingColorTests {
  private func styles(_ grid: CellGrid) -> Int { Set(grid.cells.map(\.style)).count }

  /// The bytes of a complete frame.
  private func bytes(_ grid: CellGrid) -> Int { ANSIText(colors: .truecolor).text(of: grid).utf8.count }

  @Test func `an arc changes its colour in steps that span several cells`() {
    let grid = RingSamples.draw(RingSamples.all(1), columns: 60, rows: 30)
    let fills = Set(grid.cells.filter { $0.scalar == "█" }.map(\.style.foreground))
    #expect((30...80).contains(fills.count), "\(fills.count)")
  }

  @Test func `an outline has the colours of its ring`() {
    // A closed ring on the background: its cells have its colour steps and the terminal's background, and rarely
    // anything between.
    let ring = RingSet(move: 1, exercise: nil, stand: nil, form: .moveOnly)
    let grid = RingSamples.draw(ring, columns: 60, rows: 30)
    let fills = Set(grid.cells.filter { $0.scalar == "█" }.map(\.style.foreground))
    let edges = grid.cells.filter { $0 != .blank && $0.scalar != "█" && $0.style.background == .terminalDefault }
    let muddy = edges.count { !fills.contains($0.style.foreground) }
    #expect(edges.count > 100 && muddy * 3 < edges.count, "\(muddy) of \(edges.count)")
  }

  /// Below 28 columns a gap is narrower than symbols can draw.
  @Test(arguments: 28...64)
  func `no ring's colour extends across the gap into its neighbour`(columns: Int) {
    let size = CellSize(columns: columns, rows: columns / 2)
    let rings = RingSet(move: 0.97, exercise: 0.7, stand: 1)
    let image = PixelImage(RingSamples.draw(rings, columns: size.columns, rows: size.rows, glyphs: .legacy))
    let geometry = RingGeometry(size: size, cellAspect: 2, count: 3)
    let stand = geometry.bands[2]
    var specks = 0
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (dx, dy) = (Double(x) + 0.5 - geometry.centerX, Double(y) + 0.5 - geometry.centerY)
        guard abs((dx * dx + dy * dy).squareRoot() - stand.radius) < stand.thickness / 2 else { continue }
        // Of the three rings' colours only green has so much less blue than red.
        if image[x, y].x > image[x, y].z + 60, image[x, y].y > 150 { specks += 1 }
      }
    }
    #expect(specks == 0)
  }

  @Test(arguments: [(GlyphLevel.block, 14_500), (.legacy, 10_500)])
  func `a frame takes few bytes`(glyphs: GlyphLevel, most: Int) {
    for rings in RingSamples.pictures {
      let sent = bytes(RingSamples.draw(rings, columns: 46, rows: 23, glyphs: glyphs))
      #expect(sent <= most, "\(sent)")
    }
  }

  @Test(arguments: [GlyphLevel.block, .legacy])
  func `the head of a closed ring in a week does not look like a hole`(glyphs: GlyphLevel) {
    for fraction in [1.05, 1.3, 1.8, 2.2] {
      let image = PixelImage(RingSamples.draw(RingSamples.all(fraction), columns: 16, rows: 8, glyphs: glyphs))
      let geometry = RingGeometry(size: CellSize(columns: 16, rows: 8), cellAspect: 2, count: 3)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let (dx, dy) = (Double(x) + 0.5 - geometry.centerX, Double(y) + 0.5 - geometry.centerY)
          let distance = (dx * dx + dy * dy).squareRoot()
          guard geometry.bands.contains(where: { abs(distance - $0.radius) < $0.thickness / 2 - 4 }) else { continue }
          #expect(image[x, y].max() > 110, "\(fraction): \(x), \(y)")
        }
      }
    }
  }

  @Test(arguments: [RingPalette.standard, .light])
  func `a shadow is a shade of its ring`(palette: RingPalette) {
    var grid = CellGrid(size: CellSize(columns: 40, rows: 20))
    let renderer = RingRenderer(glyphs: .block, colors: .truecolor, palette: palette)
    renderer.draw(RingSamples.all(2.25), in: grid.bounds, on: &grid)
    let image = PixelImage(grid, background: palette.background)
    let geometry = renderer.geometry(of: RingSamples.all(2.25), size: grid.size)
    for (ring, band) in zip(Ring.allCases, geometry.bands) {
      let x = Int(geometry.centerX + band.radius)
      let ahead = image[x, Int(geometry.centerY + band.thickness * 0.7)]
      let behind = image[x, Int(geometry.centerY - band.thickness * 0.7)]
      #expect(ahead.sum() < behind.sum() * 0.85, "\(ring)")
      #expect(ahead.max() > behind.max() * 0.35, "\(ring)")
    }
  }
}
