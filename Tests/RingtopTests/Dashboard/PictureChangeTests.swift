import TerminalModel
import TestSupport
import Testing

@testable import TerminalPictures

/// The difference between two images.
@Suite("Changes of images")
struct PictureChangeTests {
  @Test("are sent as the smallest rectangle of cells around all pixels that differ", arguments: 1...40)
  func smallestRectangle(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let cells = CellSize(columns: Int.random(in: 1...9, using: &random), rows: Int.random(in: 1...9, using: &random))
    let cell = (width: Int.random(in: 1...5, using: &random), height: Int.random(in: 1...5, using: &random))
    let (width, height) = (cells.columns * cell.width, cells.rows * cell.height)
    let old = RasterImage(
      width: width, height: height,
      bytes: (0..<4 * width * height).map { _ in UInt8.random(in: 0...255, using: &random) })
    var new = old
    var points: [CellPoint] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let (x, y) = (Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random))
      let place = 4 * (y * width + x) + Int.random(in: 0..<4, using: &random)
      new.bytes[place] = old.bytes[place] &+ 1
      points.append(CellPoint(column: x / cell.width, row: y / cell.height))
    }
    let change = new.changedCells(from: old, cells: cells)
    guard let left = points.map(\.column).min(), let right = points.map(\.column).max(),
      let top = points.map(\.row).min(), let bottom = points.map(\.row).max()
    else {
      #expect(change == nil)
      return
    }
    #expect(change == CellRect(column: left, row: top, columns: right - left + 1, rows: bottom - top + 1))
    let part = new.part(try #require(change), cells: cells)
    #expect(part.width == (right - left + 1) * cell.width && part.height == (bottom - top + 1) * cell.height)
    for y in 0..<part.height {
      for x in 0..<part.width {
        let place = 4 * ((top * cell.height + y) * width + left * cell.width + x)
        #expect(
          Array(part.bytes[4 * (y * part.width + x)..<4 * (y * part.width + x) + 4])
            == Array(new.bytes[place..<place + 4]))
      }
    }
  }
}
