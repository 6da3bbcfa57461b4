import Foundation
import Rings
import TerminalModel
import TerminalRings
import Testing

@Suite("The product TerminalRings")
struct TerminalRingsTests {
  @Test("draws the same as the dashboard, at every level of symbols and colours")
  func sameAsDashboard() {
    let levels: [(TerminalRings.Symbols, GlyphLevel)] = [
      (.ascii, .ascii), (.blocks, .block), (.sextants, .legacy), (.octants, .octant),
    ]
    let colors: [(TerminalRings.Colors, ColorLevel)] = [
      (.none, .none), (.palette16, .ansi16), (.trueColor, .truecolor),
    ]
    for (symbols, glyphs) in levels {
      for (color, level) in colors {
        var rings = TerminalRings(move: 0.82, exercise: 1.4, stand: nil)
        (rings.symbols, rings.colors) = (symbols, color)
        var grid = CellGrid(size: CellSize(columns: 24, rows: 12))
        RingRenderer(glyphs: glyphs, colors: level)
          .draw(
            RingSet(move: 0.82, exercise: 1.4, stand: nil), in: CellRect(column: 0, row: 0, columns: 24, rows: 12),
            on: &grid)
        #expect(
          rings.ansi(columns: 24, rows: 12) == ANSIText(colors: level, trimsTrailingBlanks: true).text(of: grid))
        let cells = rings.cells(columns: 24, rows: 12)
        #expect(cells.map { $0.map(\.symbol) } == (0..<12).map { grid.row($0).map(\.scalar) })
      }
    }
  }

  @Test("accepts any number as a fraction and any size for a picture")
  func oddNumbers() {
    for odd in [Double.nan, .infinity, -1, 1e300] {
      let rings = TerminalRings(move: odd, exercise: odd, stand: nil)
      #expect(rings.cells(columns: 8, rows: 4).map(\.count) == [8, 8, 8, 8])
      #expect(rings.svg(side: odd).hasPrefix("<svg"))
    }
    let rings = TerminalRings(move: 1, exercise: 1, stand: 1)
    #expect(rings.cells(columns: 0, rows: -3).isEmpty)
    #expect(rings.cells(columns: 2_000_000, rows: 1).map(\.count) == [TerminalRings.largestSide])
    let pixels = rings.pixels(width: 30, height: 20)
    #expect(pixels.width == 30 && pixels.rgba.count == 2_400 && pixels.rgba.contains { $0 != 0 })
  }

  @Test("the program in the article is the one in the README")
  func article() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let article = try String(
      contentsOf: root.appending(path: "Sources/TerminalRings/TerminalRings.docc/TerminalRings.md"), encoding: .utf8)
    // These are its lines; the picture is not empty.
    var rings = TerminalRings(move: 412 / 500, exercise: 42 / 30, stand: 7 / 12)
    rings.symbols = .sextants
    rings.colors = .trueColor
    #expect(rings.ansi(columns: 40, rows: 20).contains("\u{1B}["))
    for line in [
      "var rings = TerminalRings(move: 412 / 500, exercise: 42 / 30, stand: 7 / 12)", "rings.symbols = .sextants",
      "rings.colors = .trueColor", "print(rings.ansi(columns: 40, rows: 20))",
    ] {
      #expect(article.contains(line))
    }
  }
}
