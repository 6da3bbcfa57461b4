import TerminalModel
import Testing

@testable import TerminalImages

@Suite struct GridRasterTests {
  private static let black = RGB(0, 0, 0)
  private static let red = RGB(255, 0, 0)
  private static let margin = 12
  private static let (width, height) = GridRaster.cell

  /// The pixels of one cell, row by row: whether each has ink.
  private func inked(_ cell: Cell) -> [[Bool]] {
    var grid = CellGrid(size: CellSize(columns: 1, rows: 1))
    grid[0, 0] = cell
    let image = GridRaster(background: Self.black).image(of: grid)
    #expect(image.width == Self.width + 2 * Self.margin && image.height == Self.height + 2 * Self.margin)
    return (0..<Self.height).map { row in
      (0..<Self.width).map { column in
        let pixel = 4 * ((row + Self.margin) * image.width + column + Self.margin)
        return image.bytes[pixel] > 127
      }
    }
  }

  private func red(_ scalar: Unicode.Scalar) -> Cell { Cell(scalar, style: CellStyle(foreground: .rgb(Self.red))) }

  private func count(_ rows: [[Bool]]) -> Int { rows.joined().count { $0 } }

  @Test func `blocks fill exactly their part of the cell`() {
    let all = Self.width * Self.height
    #expect(count(inked(red("█"))) == all)
    #expect(count(inked(red("▀"))) == all / 2 && inked(red("▀"))[0][0] && !inked(red("▀"))[Self.height - 1][0])
    for eighths in 1...7 {
      let scalar = Unicode.Scalar(0x2580 + UInt32(eighths)) ?? " "
      #expect(count(inked(red(scalar))) == all * eighths / 8)
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
      #expect(count(rows) == 4)
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

  @Test func `all printable characters of ASCII are distinct`() {
    var seen: [[UInt8]: Unicode.Scalar] = [:]
    for value in UInt32(0x20)...0x7E {
      guard let scalar = Unicode.Scalar(value), let dots = PixelFont.dots(of: scalar) else {
        Issue.record("\(value) is not drawn")
        continue
      }
      #expect(dots.count == PixelFont.rows && dots.allSatisfy { $0 < 32 })
      #expect(seen[dots] == nil, "\(scalar) looks like \(seen[dots] ?? " ")")
      #expect((scalar == " ") == dots.allSatisfy { $0 == 0 })
      seen[dots] = scalar
    }
    #expect(count(inked(red("A"))) == 4 * 18)
    #expect(count(inked(red("\u{E000}"))) == 0)
  }

  @Test func `a reversed cell has its colours swapped, and pictures are drawn over cells`() {
    let cell = Cell(" ", style: CellStyle(foreground: .rgb(Self.red), attributes: .reverse))
    #expect(count(inked(cell)) == Self.width * Self.height)
    var grid = CellGrid(size: CellSize(columns: 2, rows: 1))
    grid[0, 0] = red("█")
    grid[1, 0] = red("█")
    let rect = CellRect(column: 1, row: 0, columns: 1, rows: 1)
    let blank = RasterImage(width: Self.width, height: Self.height)
    let image = GridRaster(background: Self.black).image(of: grid, pictures: [(rect, blank)])
    let row = 4 * (Self.margin + 3) * image.width
    #expect(image.bytes[row + 4 * (Self.margin + 2)] == 255)
    #expect(image.bytes[row + 4 * (Self.margin + Self.width + 2)] == 0)
  }
}
