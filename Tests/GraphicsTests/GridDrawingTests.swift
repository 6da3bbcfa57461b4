import Graphics
import TerminalModel
import Testing

@Suite struct GridDrawingTests {
  private static let black = RGB(0, 0, 0)
  private static let red = RGB(255, 0, 0)
  private static let margin = 12
  private static let (width, height) = (Int(GridDrawing.cell.x), Int(GridDrawing.cell.y))

  /// The pixels of one cell, row by row: whether each has ink.
  private func inked(_ cell: Cell) -> [[Bool]] {
    var grid = CellGrid(size: CellSize(columns: 1, rows: 1))
    grid[0, 0] = cell
    let image = Self.image(grid)
    #expect(image.width == Self.width + 2 * Self.margin && image.height == Self.height + 2 * Self.margin)
    return (0..<Self.height).map { row in
      (0..<Self.width).map { column in
        let pixel = 4 * ((row + Self.margin) * image.width + column + Self.margin)
        return image.bytes[pixel] > 127
      }
    }
  }

  private static func image(_ grid: CellGrid, _ pictures: [(rect: CellRect, drawing: Drawing)] = []) -> RasterImage {
    let drawing = GridDrawing(background: black).drawing(of: grid, pictures: pictures)
    return DrawingRaster.image(of: drawing, width: Int(drawing.width), height: Int(drawing.height))
  }

  private func red(_ scalar: Unicode.Scalar) -> Cell { Cell(scalar, style: CellStyle(foreground: .rgb(Self.red))) }

  private func count(_ rows: [[Bool]]) -> Int { rows.joined().count { $0 } }

  @Test func `blocks fill exactly their part of the cell`() {
    let all = Self.width * Self.height
    #expect(count(inked(red("█"))) == all)
    #expect(count(inked(red("▀"))) == all / 2 && inked(red("▀"))[0][0] && !inked(red("▀"))[Self.height - 1][0])
    for eighths in 1...7 {
      let scalar = Unicode.Scalar(0x2580 + UInt32(eighths)) ?? " "
      #expect(count(inked(red(scalar))) == all * eighths / 8, "\(eighths)")
    }
    let corners: [(Unicode.Scalar, [Bool])] = [
      ("▖", [false, false, true, false]), ("▗", [false, false, false, true]), ("▘", [true, false, false, false]),
      ("▝", [false, true, false, false]), ("▙", [true, false, true, true]), ("▚", [true, false, false, true]),
      ("▛", [true, true, true, false]), ("▜", [true, true, false, true]), ("▞", [false, true, true, false]),
      ("▟", [false, true, true, true]), ("▌", [true, false, true, false]), ("▐", [false, true, false, true]),
    ]
    for (scalar, quarters) in corners {
      let rows = inked(red(scalar))
      let seen = [rows[0][0], rows[0][Self.width - 1], rows[Self.height - 1][0], rows[Self.height - 1][Self.width - 1]]
      #expect(seen == quarters, "\(scalar)")
    }
  }

  @Test func `each dot of braille has a distinct position`() {
    var places: Set<[Int]> = []
    for bit in 0..<8 {
      let rows = inked(red(Unicode.Scalar(0x2800 + UInt32(1 << bit)) ?? " "))
      #expect((4...9).contains(count(rows)))
      let row = rows.firstIndex { $0.contains(true) } ?? -1
      places.insert([row, rows.first { $0.contains(true) }?.firstIndex(of: true) ?? -1])
    }
    #expect(places.count == 8)
    #expect(count(inked(red("⠀"))) == 0)
    // Dots 1 to 3 and 7 are on the left side.
    #expect(inked(red("⡇")).allSatisfy { !$0.dropFirst(Self.width / 2).contains(true) })
  }

  @Test func `box-drawing lines meet at the edges of their cells`() {
    let (top, bottom) = (inked(red("│"))[0], inked(red("│"))[Self.height - 1])
    #expect(top == bottom && top.contains(true))
    #expect(inked(red("╭"))[Self.height - 1] == bottom && !inked(red("╭"))[0].contains(true))
    #expect(inked(red("─")).map { $0[0] } == inked(red("╮")).map { $0[0] })
  }

  @Test func `figures are as wide as cells, and words are not wider than their cells`() throws {
    #expect(abs(Typeface.width(of: "8888888888", size: 12 / Typeface.figureWidth) - 120) < 0.01)
    var grid = CellGrid(size: CellSize(columns: 10, rows: 2))
    grid.write("1234  WWWW", at: CellPoint(column: 0, row: 0))
    grid.write(" 567  iiii", at: CellPoint(column: 0, row: 1))
    let texts = GridDrawing(background: Self.black).drawing(of: grid).items.compactMap {
      if case .text(let text) = $0 { text } else { nil }
    }
    try #require(texts.map(\.string) == ["1234", "WWWW", "567", "iiii"])
    #expect(texts[0].place.x == texts[2].place.x && texts[0].anchor == .end)
    #expect(Typeface.width(of: texts[1].string, size: texts[1].size) <= 49)
    #expect(texts[1].size < texts[3].size)
  }

  @Test func `a reversed cell has its colours swapped, and pictures are drawn under cells`() {
    let cell = Cell(" ", style: CellStyle(foreground: .rgb(Self.red), attributes: .reverse))
    #expect(count(inked(cell)) == Self.width * Self.height)
    var grid = CellGrid(size: CellSize(columns: 2, rows: 1))
    grid[0, 0] = red("█")
    let rect = CellRect(column: 1, row: 0, columns: 1, rows: 1)
    var blue = Drawing(width: 1, height: 1)
    blue.fill(Path(rectangle: Point(), size: Point(1, 1)), RGB(0, 0, 255))
    let image = Self.image(grid, [(rect, blue)])
    let row = 4 * (Self.margin + 3) * image.width
    #expect(image.bytes[row + 4 * (Self.margin + 2)] == 255)
    #expect(image.bytes[row + 4 * (Self.margin + Self.width + 2) + 2] == 255)
  }
}
