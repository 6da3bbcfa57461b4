import Rings
import TerminalModel
import TestSupport
import Testing

@testable import Dashboard
@testable import TerminalPictures
@testable import Widgets
@testable import ringtop

/// What remains of an image when something is drawn over it.
@Suite("Parts of images")
struct PicturePartTests {
  private let rect = CellRect(column: 3, row: 2, columns: 12, rows: 6)

  private func placed(on grid: CellGrid) -> PlacedPicture {
    PlacedPicture(
      .rings(RingSet(move: 0.5, exercise: 0.25, stand: 1), .standard), rect: rect, cells: grid.copy(of: rect))
  }

  @Test(
    "are all of it, or everything above, below and beside the rectangle around the covered cells", arguments: 1...30)
  func parts(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var grid = CellGrid(size: CellSize(columns: 20, rows: 10), filledWith: Cell("█"))
    let placed = placed(on: grid)
    #expect(CursorPlacement.uncoveredParts(of: placed, on: grid).map(\.size) == [rect.size])
    let box = CellRect(
      column: .random(in: 0..<14, using: &random), row: .random(in: 0..<7, using: &random),
      columns: .random(in: 1...8, using: &random), rows: .random(in: 1...5, using: &random))
    grid.fill(box, with: Cell("x"))
    var owners = CellGrid(size: rect.size)
    for (number, part) in CursorPlacement.uncoveredParts(of: placed, on: grid).enumerated() {
      for row in part.rows {
        for column in part.columns {
          #expect(owners[column, row] == .blank, "overlapping parts")
          owners[column, row] = Cell(number == 0 ? "0" : "1")
        }
      }
    }
    for row in 0..<rect.size.rows {
      for column in 0..<rect.size.columns {
        let isCovered = box.contains(CellPoint(column: rect.origin.column + column, row: rect.origin.row + row))
        #expect((owners[column, row] == .blank) == isCovered, "\(column), \(row)")
      }
    }
  }

  @Test("are everything but the covered rows' cells, if something covers rows far apart")
  func labels() {
    var grid = CellGrid(size: CellSize(columns: 20, rows: 10), filledWith: Cell("█"))
    let placed = placed(on: grid)
    grid[4, 3] = Cell("1")
    grid[12, 6] = Cell("2")
    let parts = CursorPlacement.uncoveredParts(of: placed, on: grid)
    #expect(parts.reduce(0) { $0 + $1.size.columns * $1.size.rows } == 12 * 6 - 2)
    #expect(parts.count == 7)
  }

  @Test("are also what is between two labels in a row, but not between many")
  func row() {
    var grid = CellGrid(size: CellSize(columns: 20, rows: 10), filledWith: Cell("█"))
    let placed = placed(on: grid)
    func columns() -> [Range<Int>] {
      CursorPlacement.uncoveredParts(of: placed, on: grid).filter { $0.rows == 2..<3 }.map(\.columns)
    }
    (grid[5, 4], grid[9, 4]) = (Cell("1"), Cell("2"))
    #expect(columns() == [0..<2, 3..<6, 7..<12])
    for column in [7, 11, 13] { grid[column, 4] = Cell("3") }
    #expect(columns() == [0..<2, 11..<12])
  }

  @Test("are none where an image would make the screen scroll")
  func lastRow() {
    let grid = CellGrid(size: CellSize(columns: 20, rows: 8), filledWith: Cell("█"))
    #expect(CursorPlacement.uncoveredParts(of: placed(on: grid), on: grid).isEmpty)
  }
}
