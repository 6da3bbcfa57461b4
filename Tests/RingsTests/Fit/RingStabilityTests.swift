import Rings
import TerminalModel
import Testing

@Suite struct RingStabilityTests {
  /// The bytes that turn one frame into another: for each change, a cursor movement and the cell.
  private func bytes(from old: CellGrid, to new: CellGrid, colors: ColorLevel) -> Int {
    var sum = 0
    for row in 0..<new.size.rows {
      for column in 0..<new.size.columns where new[column, row] != old[column, row] {
        let cell = CellGrid(size: CellSize(columns: 1, rows: 1), filledWith: new[column, row])
        sum += "\u{1B}[\(row + 1);\(column + 1)H".utf8.count + ANSIText(colors: colors).text(of: cell).utf8.count
      }
    }
    return sum
  }

  @Test(arguments: [GlyphLevel.block, .legacy], [ColorLevel.truecolor, .ansi256])
  func `drawing the same rings again changes no cell`(glyphs: GlyphLevel, colors: ColorLevel) {
    for rings in RingSamples.pictures {
      let first = RingSamples.draw(rings, columns: 28, rows: 14, glyphs: glyphs, colors: colors)
      let again = RingSamples.draw(rings, columns: 28, rows: 14, glyphs: glyphs, colors: colors, previous: first)
      #expect(first == again)
    }
  }

  @Test(arguments: [GlyphLevel.block, .legacy], [(Ring.move, 0.3), (.move, 2.3), (.exercise, 0.98), (.stand, 1.4)])
  func `a step of one percent sends at most two kilobytes`(glyphs: GlyphLevel, start: (Ring, Double)) {
    var rings = RingSet(move: 0.6, exercise: 0.7, stand: 0.4)
    rings[start.0] = start.1
    var frame = RingSamples.draw(rings, columns: 40, rows: 20, glyphs: glyphs)
    for step in 1...3 {
      rings[start.0] = start.1 + Double(step) / 100
      let next = RingSamples.draw(rings, columns: 40, rows: 20, glyphs: glyphs, previous: frame)
      #expect(bytes(from: frame, to: next, colors: .truecolor) <= 2048)
      #expect(next != frame)
      frame = next
    }
  }

  @Test func `an invisible step changes almost nothing`() {
    let before = RingSamples.draw(RingSamples.all(0.4), columns: 40, rows: 20)
    let next = RingSamples.all(0.4004)
    let changes = { (frame: CellGrid) in zip(frame.cells, before.cells).count { $0 != $1 } }
    let fresh = changes(RingSamples.draw(next, columns: 40, rows: 20))
    let kept = changes(RingSamples.draw(next, columns: 40, rows: 20, previous: before))
    #expect(fresh <= 16)
    #expect(kept <= fresh, "\(kept) of \(fresh)")
  }

  @Test func `a long animation ends as close to the exact picture as a new frame`() {
    let size = CellSize(columns: 24, rows: 12)
    var frame: CellGrid?
    var rings = RingSamples.all(0)
    for step in 0...60 {
      rings = RingSamples.all(Double(step) / 50)
      frame = RingSamples.draw(rings, columns: 24, rows: 12, previous: frame)
    }
    let geometry = RingGeometry(size: size, cellAspect: 2, count: 3)
    let truth = TruthPicture(rings: rings, geometry: geometry).image(size: size)
    let fresh = PictureScore(of: PixelImage(RingSamples.draw(rings, columns: 24, rows: 12)), against: truth)
    let moved = PictureScore(of: PixelImage(frame ?? CellGrid(size: size)), against: truth)
    #expect(moved.psnr > fresh.psnr - 0.1)
    #expect(moved.ssim > fresh.ssim - 0.005)
  }

  @Test func `the previous content of the screen is not kept if it was another picture`() {
    var other = CellGrid(
      size: CellSize(columns: 40, rows: 20),
      filledWith: Cell(
        "▀",
        style: CellStyle(
          foreground: .rgb(RGB(200, 200, 0)), background: .palette(3))))
    other.write("some text", at: CellPoint(column: 10, row: 10))
    let fresh = RingSamples.draw(RingSamples.pictures[0], columns: 40, rows: 20)
    #expect(RingSamples.draw(RingSamples.pictures[0], columns: 40, rows: 20, previous: other) == fresh)
  }
}
