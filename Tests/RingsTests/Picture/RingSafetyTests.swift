import Rings
import TerminalModel
import Testing

@Suite struct RingSafetyTests {
  private static let fractions: [Double?] = [
    nil, .nan, .infinity, -.infinity, -1, -0.0, 0, 1e-300, 0.5, 1, 999.999, 1e9, 1e300, .greatestFiniteMagnitude,
  ]

  @Test(arguments: GlyphLevel.allCases)
  func `every fraction can be drawn`(glyphs: GlyphLevel) {
    for colors in ColorLevel.allCases {
      for fraction in Self.fractions {
        var rings = RingSamples.all(fraction)
        rings.flourish = RingFlourish(move: fraction, exercise: fraction, stand: 0.5)
        _ = RingSamples.draw(rings, columns: 8, rows: 4, glyphs: glyphs, colors: colors)
      }
    }
  }

  @Test func `NaN is no data, and a negative fraction is zero`() {
    #expect(
      RingSamples.draw(RingSamples.all(.nan), columns: 24, rows: 12)
        == RingSamples.draw(RingSamples.all(nil), columns: 24, rows: 12))
    #expect(
      RingSamples.draw(RingSamples.all(-3), columns: 24, rows: 12)
        == RingSamples.draw(RingSamples.all(0), columns: 24, rows: 12))
  }

  @Test(arguments: [ColorLevel.truecolor, .ansi16, .none])
  func `every size can be drawn`(colors: ColorLevel) {
    for columns in [0, 1, 2, 3, 5, 9, 20] {
      for rows in [0, 1, 2, 3, 4, 7] {
        for glyphs in [GlyphLevel.ascii, .block] {
          _ = RingSamples.draw(RingSamples.pictures[1], columns: columns, rows: rows, glyphs: glyphs, colors: colors)
        }
      }
    }
    for (columns, rows) in [(300, 100), (300, 1), (1, 100)] {
      _ = RingSamples.draw(RingSamples.pictures[1], columns: columns, rows: rows, glyphs: .ascii, colors: colors)
    }
  }

  @Test(arguments: [0, -1, .nan, .infinity, 1e-9, 1e9] as [Double])
  func `every aspect of a cell can be drawn`(aspect: Double) {
    var grid = CellGrid(size: CellSize(columns: 20, rows: 10))
    RingRenderer(glyphs: .legacy, colors: .truecolor, cellAspect: aspect)
      .draw(RingSamples.pictures[0], in: grid.bounds, on: &grid)
    #expect(grid == RingSamples.draw(RingSamples.pictures[0], columns: 20, rows: 10))
  }

  @Test func `a rectangle that extends beyond the grid is clipped`() {
    let whole = RingSamples.draw(RingSamples.pictures[0], columns: 40, rows: 20)
    var grid = CellGrid(size: CellSize(columns: 30, rows: 10))
    RingRenderer(glyphs: .legacy, colors: .truecolor)
      .draw(RingSamples.pictures[0], in: CellRect(column: -5, row: -3, columns: 40, rows: 20), on: &grid)
    for row in 0..<10 {
      for column in 0..<30 { #expect(grid[column, row] == whole[column + 5, row + 3]) }
    }
  }
}
