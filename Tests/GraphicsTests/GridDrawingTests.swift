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

  /// The texts of a frame with the columns at which they begin and end.
  private static func texts(
    _ rows: [String], _ pictures: [(rect: CellRect, drawing: Drawing)] = [],
    style: (Int) -> CellStyle = { _ in .init() }
  ) -> [(string: String, start: Double, end: Double)] {
    var grid = CellGrid(size: CellSize(columns: 40, rows: rows.count))
    for (row, text) in rows.enumerated() { grid.write(text, at: CellPoint(column: 0, row: row), style: style(row)) }
    return GridDrawing(background: black, margin: 0).drawing(of: grid, pictures: pictures).items.compactMap {
      guard case .text(let text) = $0 else { return nil }
      let width = Typeface.width(of: text.string, size: text.size, weight: text.weight)
      let start = text.place.x - (text.anchor == .start ? 0 : text.anchor == .end ? width : width / 2)
      return (text.string, start / Double(Self.width), (start + width) / Double(Self.width))
    }
  }

  @Test
  func `columns that end in the same cells end so in the picture, and those that begin in the same cells begin so`() {
    let texts = Self.texts([
      "  Name                Duration   best", "  Fitness                   41   of 2026",
      "  Active week        101.8 min   28 days",
      "  VO2max        44.1 mL/kg/min   steady",
    ])
    let values = texts.filter { ["Duration", "41", "101.8 min", "44.1 mL/kg/min"].contains($0.string) }
    #expect(values.count == 4 && values.allSatisfy { abs($0.end - values[1].end) < 0.01 }, "\(texts)")
    let names = texts.filter { ["Name", "Fitness", "Active week", "VO2max"].contains($0.string) }
    #expect(names.count == 4 && names.allSatisfy { $0.start == 2 }, "\(texts)")
  }

  @Test func `words of several styles are one sentence, and what divides it is no column`() {
    var grid = CellGrid(size: CellSize(columns: 40, rows: 1))
    grid.write("31", at: CellPoint(column: 4, row: 0), style: CellStyle(attributes: .bold))
    grid.write(" / 30 min  ·  3 mL/min·kg", at: CellPoint(column: 6, row: 0))
    let texts = GridDrawing(background: Self.black).drawing(of: grid).items.compactMap { item -> Drawing.Text? in
      if case .text(let text) = item { text } else { nil }
    }
    #expect(texts.map(\.string) == ["31", " / 30 min  ·  3 mL/min·kg"])
    let end = texts[0].place.x + Typeface.width(of: "31", size: texts[0].size, weight: .semibold)
    #expect(abs(texts[1].place.x - end) < 0.01)
  }

  @Test func `dots stay in their cells, labels of an axis end beside it, and titles at the end of a chart end there`() {
    let chart = CellRect(column: 8, row: 1, columns: 22, rows: 2)
    let texts = Self.texts(
      ["  Load                 30 days", " 50 bpm", "  5 bpm", "  ·   ·   ·"], [(chart, Drawing(width: 1, height: 1))])
    #expect(texts.filter { $0.string == "·" }.map { ($0.start + $0.end) / 2 } == [2.5, 6.5, 10.5])
    for (text, end) in [("30 days", 30.0), ("50 bpm", 7), ("5 bpm", 7)] {
      #expect(texts.contains { $0.string == text && abs($0.end - end) < 0.01 }, "\(text): \(texts)")
    }
  }

  @Test func `the lines of a box go on to its titles`() {
    var grid = CellGrid(size: CellSize(columns: 40, rows: 1))
    grid.write("╭─ illicit ─────────── lilliputian ────╮", at: CellPoint(column: 0, row: 0))
    var (starts, ends): ([Double], [Double]) = ([], [])
    var texts: [Range<Double>] = []
    for item in GridDrawing(background: Self.black, margin: 0).drawing(of: grid).items {
      switch item {
      case .stroke(let path, _, _):
        guard let bounds = path.bounds else { continue }
        starts.append(bounds.low.x)
        ends.append(bounds.high.x)
      case .text(let text):
        let width = Typeface.width(of: text.string, size: text.size, weight: text.weight)
        let start = text.anchor == .end ? text.place.x - width : text.place.x
        texts.append(start..<(start + width))
      default: continue
      }
    }
    #expect(texts.count == 2)
    for text in texts {
      #expect(ends.contains { abs($0 - (text.lowerBound - 12)) < 0.01 }, "\(text)")
      #expect(starts.contains { abs($0 - (text.upperBound + 12)) < 0.01 }, "\(text)")
    }
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
