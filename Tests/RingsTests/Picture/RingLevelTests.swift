import Rings
import TerminalModel
import Testing

@Suite struct RingLevelTests {
  private func colors(_ grid: CellGrid) -> Set<CellColor> {
    Set(grid.cells.flatMap { [$0.style.foreground, $0.style.background] }).subtracting([.terminalDefault])
  }

  @Test(arguments: GlyphLevel.allCases)
  func `no level uses colours that it does not support`(glyphs: GlyphLevel) {
    for rings in RingSamples.pictures {
      let draw = { RingSamples.draw(rings, columns: 28, rows: 14, glyphs: glyphs, colors: $0) }
      #expect(colors(draw(.none)).isEmpty && colors(draw(.mono)).isEmpty)
      for color in colors(draw(.ansi16)) {
        guard case .palette(0..<16) = color else { Issue.record("\(color)"); continue }
      }
      for color in colors(draw(.ansi256)) {
        guard case .palette(16...255) = color else { Issue.record("\(color)"); continue }
      }
    }
  }

  @Test func `without colours there are no attributes`() {
    for rings in RingSamples.pictures {
      let grid = RingSamples.draw(rings, columns: 28, rows: 14, glyphs: .block, colors: .none)
      #expect(grid.cells.allSatisfy { $0.style == CellStyle() })
    }
  }

  @Test(arguments: ColorLevel.allCases)
  func `the ASCII level uses only ASCII`(colors: ColorLevel) {
    let grid = RingSamples.draw(RingSamples.pictures[0], columns: 40, rows: 20, glyphs: .ascii, colors: colors)
    #expect(grid.cells.allSatisfy { $0.scalar.isASCII })
    #expect(grid.cells.contains { $0.scalar == "O" } && grid.cells.contains { $0.scalar == "." })
  }

  @Test func `no level uses symbols that it does not have`() {
    for rings in RingSamples.pictures {
      let block = RingSamples.draw(rings, columns: 28, rows: 14, glyphs: .block)
      #expect(block.cells.allSatisfy { $0.scalar == " " || (0x2580...0x259F).contains($0.scalar.value) })
      let legacy = RingSamples.draw(rings, columns: 28, rows: 14, glyphs: .legacy)
      #expect(legacy.cells.contains { (0x1FB3C...0x1FB6F).contains($0.scalar.value) })
      #expect(!legacy.cells.contains { $0.scalar.value >= 0x1FB8C || (0x1CD00...0x1CDE5).contains($0.scalar.value) })
    }
  }

  @Test func `the terminal's own background is visible outside the rings and in their middle`() {
    let grid = RingSamples.draw(RingSamples.all(1), columns: 40, rows: 20)
    #expect(grid[20, 10] == .blank)
    let rim = grid.row(0).filter { $0 != .blank }
    #expect(!rim.isEmpty)
    #expect(rim.contains { $0.style.background == .terminalDefault })
  }
}
