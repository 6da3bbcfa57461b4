import Rings
import TerminalModel
import Testing

@Suite struct RingPropertyTests {
  /// The total brightness of the picture's middle, over all channels.
  private func light(_ grid: CellGrid) -> Double {
    PixelImage(grid).pixels.reduce(0) { $0 + $1.x + $1.y + $1.z }
  }

  @Test(arguments: [GlyphLevel.block, .legacy], [24, 33])
  func `half a ring is as wide on the left as the other half on the right`(glyphs: GlyphLevel, columns: Int) {
    // At half the goal, the lit part on the right is track on the left: shapes are mirrored although colours differ.
    let grid = RingSamples.draw(RingSamples.all(nil), columns: columns, rows: 14, glyphs: glyphs)
    let image = PixelImage(grid)
    for y in 0..<image.height {
      for x in 0..<image.width / 2 {
        let difference = image[x, y] - image[image.width - 1 - x, y]
        if (difference * difference).sum() > 3 * 90 * 90 { Issue.record("pixel \(x), \(y)") }
      }
    }
    let half = PixelImage(RingSamples.draw(RingSamples.all(0.5), columns: columns, rows: 14, glyphs: glyphs))
    let isLit: (Int, Int) -> Bool = { half[$0, $1].max() > 140 }
    let right = (half.width / 2 + 24)..<half.width
    let lit = right.reduce(0) { sum, x in sum + (0..<half.height).count { isLit(x, $0) } }
    let mirrored = right.reduce(0) { sum, x in sum + (0..<half.height).count { isLit(half.width - 1 - x, $0) } }
    #expect(lit > 1000)
    #expect(mirrored == 0)
  }

  @Test(arguments: [GlyphLevel.block, .legacy], [(12, 6), (28, 14)])
  func `the greater the progress, the more is lit`(glyphs: GlyphLevel, size: (Int, Int)) {
    var before = 0.0
    for percent in stride(from: 0, through: 96, by: 8) {
      let now = light(
        RingSamples.draw(RingSamples.all(Double(percent) / 100), columns: size.0, rows: size.1, glyphs: glyphs))
      #expect(now > before, "at \(percent) %")
      before = now
    }
  }

  @Test(arguments: GlyphLevel.allCases, ColorLevel.allCases)
  func `nothing outside the circle is changed`(glyphs: GlyphLevel, colors: ColorLevel) {
    let mark = Cell("x", style: CellStyle(foreground: .palette(5)))
    for (columns, rows) in [(12, 6), (31, 10)] {
      var grid = CellGrid(size: CellSize(columns: columns + 4, rows: rows + 4), filledWith: mark)
      let rect = CellRect(column: 2, row: 2, columns: columns, rows: rows)
      RingRenderer(glyphs: glyphs, colors: colors).draw(RingSamples.pictures[0], in: rect, on: &grid)
      let radius = Double(min(columns * 8, rows * 16)) / 2
      for row in 0..<grid.size.rows {
        for column in 0..<grid.size.columns {
          let x = abs(Double(column - 2) * 8 + 4 - Double(columns) * 4)
          let y = abs(Double(row - 2) * 16 + 8 - Double(rows) * 8)
          let nearest = (max(0, x - 4) * max(0, x - 4) + max(0, y - 8) * max(0, y - 8)).squareRoot()
          if nearest > radius, grid[column, row] != mark { Issue.record("\(columns)x\(rows): \(column), \(row)") }
        }
      }
    }
  }

  @Test(arguments: [GlyphLevel.block, .legacy])
  func `a closed ring has no seam`(glyphs: GlyphLevel) {
    let rings = RingSamples.all(1)
    let renderer = RingRenderer(glyphs: glyphs, colors: .truecolor)
    var grid = CellGrid(size: CellSize(columns: 40, rows: 20))
    renderer.draw(rings, in: grid.bounds, on: &grid)
    let image = PixelImage(grid)
    let geometry = renderer.geometry(of: rings, size: grid.size)
    let tracks = Ring.allCases.map { RingPalette.standard.colors(of: $0, isPaused: false).track }
    for (band, track) in zip(geometry.bands, tracks) {
      let dark = Double(max(track.red, track.green, track.blue))
      for column in -6...6 {
        // The shadow of the head may darken the start, but never down to the track's colour.
        let pixel = image[image.width / 2 + column, Int(geometry.centerY - band.radius)]
        #expect(pixel.max() > dark * 1.2, "radius \(band.radius), \(column)")
      }
    }
  }

  @Test(arguments: GlyphLevel.allCases, ColorLevel.allCases)
  func `no data, zero and one percent look different`(glyphs: GlyphLevel, colors: ColorLevel) {
    for (columns, rows) in [(12, 6), (18, 9)] {
      let frames = [nil, 0, 0.01].map {
        RingSamples.draw(RingSamples.all($0), columns: columns, rows: rows, glyphs: glyphs, colors: colors)
      }
      #expect(Set(frames).count == 3, "\(columns)x\(rows)")
    }
  }

  @Test func `the head of a lap is visible`() {
    let frames = [0.4, 1.4, 2.4].map { RingSamples.draw(RingSamples.all($0), columns: 40, rows: 20) }
    #expect(Set(frames).count == 3)
    // The shadow is just ahead of the head, and not just behind it.
    let lap = PixelImage(RingSamples.draw(RingSamples.all(2.25), columns: 40, rows: 20))
    let geometry = RingGeometry(size: CellSize(columns: 40, rows: 20), cellAspect: 2, count: 3)
    let band = geometry.bands[0]
    let x = Int(geometry.centerX + band.radius)
    let ahead = lap[x, Int(geometry.centerY + band.thickness * 0.7)]
    let behind = lap[x, Int(geometry.centerY - band.thickness * 0.7)]
    #expect(ahead.sum() < behind.sum() * 0.7)
  }

  @Test func `a paused day is grey`() {
    var rings = RingSamples.pictures[0]
    rings.isPaused = true
    let image = PixelImage(RingSamples.draw(rings, columns: 40, rows: 20))
    #expect(image.pixels.allSatisfy { $0.max() - $0.min() < 16 })
  }

  @Test func `a single ring leaves the middle empty`() {
    let rings = RingSet(move: 0.7, exercise: nil, stand: nil, form: .moveOnly)
    let grid = RingSamples.draw(rings, columns: 40, rows: 20)
    #expect(grid[20, 10] == .blank && grid[13, 10] == .blank)
    #expect(grid[37, 10] != .blank)
  }

  @Test func `a running light brightens only its own ring`() {
    var rings = RingSamples.all(1)
    let still = RingSamples.draw(rings, columns: 40, rows: 20)
    rings.flourish.move = 0.5
    let lit = RingSamples.draw(rings, columns: 40, rows: 20)
    #expect(lit[20, 19] != still[20, 19] || lit[20, 18] != still[20, 18])
    #expect(light(lit) > light(still))
    #expect(lit[20, 12] == still[20, 12])
  }

  @Test func `rings are round whatever the aspect of a cell`() {
    for aspect in [1.8, 2.3] {
      var grid = CellGrid(size: CellSize(columns: 60, rows: 30))
      let renderer = RingRenderer(glyphs: .block, colors: .truecolor, cellAspect: aspect)
      renderer.draw(RingSamples.all(1), in: grid.bounds, on: &grid)
      let columns = (0..<60).filter { column in (0..<30).contains { grid[column, $0] != .blank } }
      let rows = (0..<30).filter { row in (0..<60).contains { grid[$0, row] != .blank } }
      let ratio = Double(columns.count) / (Double(rows.count) * aspect)
      #expect((0.93...1.07).contains(ratio), "aspect \(aspect): \(columns.count)x\(rows.count)")
    }
  }
}
