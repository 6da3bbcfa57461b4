import Rings
import TerminalModel
import Testing

@Suite struct RingDrawingTests {
  @Test func `the corners of the rectangle stay as they were`() {
    var grid = CellGrid(size: CellSize(columns: 40, rows: 20))
    RingRenderer(glyphs: .block, colors: .truecolor)
      .draw(RingSet(move: 0.83, exercise: 1.4, stand: 0.5), in: grid.bounds, on: &grid)
    #expect(grid[0, 0] == .blank)
    #expect(grid[39, 19] == .blank)
    #expect(grid[20, 1] != .blank)
  }
}
