import TerminalModel
import Testing

@Suite struct CellGridAreasTests {
  private func plain(_ grid: CellGrid) -> String { PlainText(trimsTrailingBlanks: false).text(of: grid) }

  @Test func `a fill is clipped to the grid`() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 3), filledWith: Cell("."))
    grid.fill(CellRect(column: 2, row: -1, columns: 9, rows: 3), with: Cell("x"))
    #expect(plain(grid) == "..xx\n..xx\n....")
  }

  @Test func `a grid is copied onto another where they overlap`() {
    var grid = CellGrid(size: CellSize(columns: 4, rows: 2), filledWith: Cell("."))
    var other = CellGrid(size: CellSize(columns: 3, rows: 2), filledWith: Cell("x"))
    other.write("ab", at: CellPoint(column: 0, row: 1))
    grid.blit(other, at: CellPoint(column: -1, row: 0))
    #expect(plain(grid) == "xx..\nbx..")
  }

  @Test func `halves of wide characters are not left behind`() {
    var grid = CellGrid(size: CellSize(columns: 6, rows: 1))
    grid.write("漢漢漢", at: CellPoint(column: 0, row: 0))
    grid.fill(CellRect(column: 1, row: 0, columns: 2, rows: 1), with: Cell("x"))
    #expect(plain(grid) == " xx 漢")
  }

  @Test func `rows outside the grid are empty`() {
    let grid = CellGrid(size: CellSize(columns: 4, rows: 2))
    #expect(grid.row(-1).isEmpty)
    #expect(grid.row(2).isEmpty)
    #expect(grid.rows.map(\.count) == [4, 4])
  }

  @Test func `restyling keeps the text`() {
    var grid = CellGrid(size: CellSize(columns: 3, rows: 1))
    grid.write("abc", at: CellPoint(column: 0, row: 0))
    grid.restyle(CellRect(column: 1, row: 0, columns: 5, rows: 1)) { $0.attributes.insert(.bold) }
    #expect(plain(grid) == "abc")
    #expect(grid[0, 0].style.attributes.isEmpty)
    #expect(grid[2, 0].style.attributes == .bold)
  }
}
