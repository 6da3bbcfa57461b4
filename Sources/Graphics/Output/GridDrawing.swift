package import TerminalModel

/// A frame of cells as a drawing: blocks and lines as shapes, so that fonts leave no gaps, the rest as text.
package struct GridDrawing {
  /// The size of a cell.
  package static let cell = Point(12, 24)
  /// The usual space around the cells.
  package static let margin = 12.0
  /// Figures are as wide as cells, so that those below one another stay so; words are somewhat narrower than their cells.
  private static let textSize = cell.x / Typeface.figureWidth

  private let background: RGB
  private let foreground: RGB
  private let margin: Double

  /// - Parameter background: the colour under the cells; text is light on a dark one.
  package init(background: RGB, margin: Double = Self.margin) {
    (self.background, self.margin) = (background, margin)
    foreground = background.relativeLuminance > 0.4 ? RGB(30, 30, 30) : RGB(225, 225, 225)
  }

  /// - Parameter pictures: drawings under the cells of rectangles.
  package func drawing(of grid: CellGrid, pictures: [(rect: CellRect, drawing: Drawing)] = []) -> Drawing {
    let size = Point(Double(grid.size.columns), Double(grid.size.rows)) * Self.cell + 2 * margin
    var drawing = Drawing(width: size.x, height: size.y, background: background)
    for (rect, picture) in pictures {
      let size = Point(Double(rect.size.columns), Double(rect.size.rows)) * Self.cell
      drawing.place(picture, at: corner(rect.origin.column, rect.origin.row), size: size)
    }
    let phrases = Self.phrases(of: grid)
    let anchors = Self.anchors(of: phrases, on: grid, pictures.map(\.rect))
    for row in 0..<grid.size.rows {
      draw(Array(grid.row(row)), row: row, on: &drawing)
    }
    for (phrase, anchor) in zip(phrases, anchors) {
      draw(phrase, anchor, Array(grid.row(phrase.row)), on: &drawing)
    }
    return drawing
  }

  private func corner(_ column: Int, _ row: Int) -> Point {
    Point(Double(column), Double(row)) * Self.cell + margin
  }

  // MARK: - Cells

  /// Draws what is below text, and equal symbols beside each other at once.
  private func draw(_ cells: [Cell], row: Int, on drawing: inout Drawing) {
    var column = 0
    while column < cells.count {
      let first = cells[column]
      let symbol = first.symbol
      let end =
        cells[column...].firstIndex { cell in
          cell.style != first.style || (symbol == nil ? cell.symbol != nil : cell.text != first.text)
        } ?? cells.count
      draw(Array(cells[column..<end]), symbol, at: corner(column, row), on: &drawing)
      column = end
    }
  }

  private func draw(_ run: [Cell], _ symbol: GridSymbol?, at corner: Point, on drawing: inout Drawing) {
    guard let style = run.first?.style else { return }
    let (ink, paper, opacity) = colors(style)
    let size = Point(Double(run.count) * Self.cell.x, Self.cell.y)
    if paper != background { drawing.fill(Path(rectangle: corner, size: size), paper) }
    if style.attributes.contains(.underline) {
      drawing.fill(Path(rectangle: corner + Point(0, 21), size: Point(size.x, 1)), .color(ink, opacity: opacity))
    }
    switch symbol {
    case .parts(let parts):
      for part in parts {
        // Parts as wide as their cells are one with those beside them.
        let count = part.width == 1 ? 1 : run.count
        for index in 0..<count {
          let width = part.width == 1 ? size.x : part.width * Self.cell.x
          drawing.fill(
            Path(
              rectangle: corner + Point((Double(index) + part.x) * Self.cell.x, part.y * Self.cell.y),
              size: Point(width, part.height * Self.cell.y)), .color(ink, opacity: opacity * part.share))
        }
      }
    case .lines(let lines):
      for index in run.indices {
        let origin = corner + Point(Double(index) * Self.cell.x, 0)
        drawing.stroke(
          lines.transformed(Transform(scale: Self.cell, offset: origin)), Stroke(1.5, isRound: false),
          .color(ink, opacity: opacity))
      }
    case .dots(let dots):
      for (index, dot) in run.indices.flatMap({ index in dots.map { (index, $0) } }) {
        let center = corner + (Point(Double(index), 0) + dot) * Self.cell
        drawing.fill(Path(circle: center, radius: 1.5), .color(ink, opacity: opacity))
      }
    case nil: break
    }
  }

  // MARK: - Text

  /// Words between which there is one blank; those further apart are columns of a table.
  private struct Phrase {
    var row: Int
    var columns: Range<Int>
    var cells: [Cell]

    var text: String { cells.map(\.text.string).joined() }
    var isNumber: Bool { !text.contains { !$0.isNumber && !"+-−.,:%".contains($0) } }
  }

  private static func phrases(of grid: CellGrid) -> [Phrase] {
    var phrases: [Phrase] = []
    for row in 0..<grid.size.rows {
      let cells = Array(grid.row(row))
      for (column, cell) in cells.enumerated() where cell.text != " " && cell.symbol == nil {
        if let last = phrases.last, last.row == row, cell.hasPaper(of: cells[last.columns.upperBound - 1]),
          cells[last.columns.upperBound..<column].allSatisfy({ $0.text == " " }),
          joins(cell, last, gap: column - last.columns.upperBound)
        {
          phrases.removeLast()
          let columns = last.columns.lowerBound..<(column + 1)
          phrases.append(Phrase(row: row, columns: columns, cells: Array(cells[columns])))
        } else {
          phrases.append(Phrase(row: row, columns: column..<(column + 1), cells: [cell]))
        }
      }
    }
    return phrases
  }

  /// Whether a cell continues a phrase. Dots between words divide them, and others stand in cells of their own.
  private static func joins(_ cell: Cell, _ phrase: Phrase, gap: Int) -> Bool {
    if cell.text == "·" || phrase.text.hasSuffix("·") { return gap <= 2 && phrase.text != "·" }
    return gap <= 1
  }

  /// The sides on which phrases stand where their cells do: letters are narrower than cells, so that columns that begin or
  /// end in the same cells must do so in the picture.
  private static func anchors(
    of phrases: [Phrase], on grid: CellGrid, _ pictures: [CellRect]
  ) -> [Drawing.Text.Anchor] {
    let starts = variety(of: phrases, with: \.columns.upperBound, \.columns.lowerBound)
    let ends = variety(of: phrases, with: \.columns.lowerBound, \.columns.upperBound)
    return phrases.indices.map { index in
      let phrase = phrases[index]
      let (start, end) = (phrase.columns.lowerBound, phrase.columns.upperBound)
      if phrase.text == "·" { return .middle }
      let cells = Array(grid.row(phrase.row))
      if let before = cells.line(before: start), let after = cells.line(after: end) {
        return before > after ? .end : .start
      }
      // Beside an axis, and above the end of a chart.
      let isAtChart = pictures.contains { rect in
        rect.columns.lowerBound == end + 1 && rect.rows.contains(phrase.row)
          || rect.columns.upperBound == end && (rect.rows.lowerBound - 3...rect.rows.upperBound).contains(phrase.row)
      }
      if isAtChart { return .end }
      // The margin is no column of a table.
      if start <= 1 && !phrase.isNumber || starts[index] < ends[index] { return .start }
      if starts[index] > ends[index] { return .end }
      let columns = grid.size.columns
      return phrase.isNumber || end >= columns - 2 && start > columns / 2 ? .end : .start
    }
  }

  /// How many different values of one edge the phrases have that share the other edge, near each other.
  private static func variety(
    of phrases: [Phrase], with shared: KeyPath<Phrase, Int>, _ other: KeyPath<Phrase, Int>
  ) -> [Int] {
    var counts = Array(repeating: 1, count: phrases.count)
    for column in Dictionary(grouping: phrases.indices, by: { phrases[$0][keyPath: shared] }).values {
      var rest = column[...]
      while !rest.isEmpty {
        let gap = zip(rest, rest.dropFirst()).first { phrases[$1].row - phrases[$0].row > 6 }?.1
        let group = rest[..<(gap.flatMap(rest.firstIndex) ?? rest.endIndex)]
        for index in group { counts[index] = Set(group.map { phrases[$0][keyPath: other] }).count }
        rest = rest[group.endIndex...]
      }
    }
    return counts
  }

  private func draw(_ phrase: Phrase, _ anchor: Drawing.Text.Anchor, _ cells: [Cell], on drawing: inout Drawing) {
    let corner = corner(phrase.columns.lowerBound, phrase.row)
    let room = Double(phrase.columns.count) * Self.cell.x
    var spans: [(text: String, style: CellStyle)] = []
    for cell in phrase.cells {
      if spans.last?.style == cell.style {
        spans[spans.count - 1].text += cell.text.string
      } else {
        spans.append((cell.text.string, cell.style))
      }
    }
    func weight(_ style: CellStyle) -> Typeface.Weight { style.attributes.contains(.bold) ? .semibold : .regular }
    let widths = spans.map { Typeface.width(of: $0.text, size: Self.textSize, weight: weight($0.style)) }
    let width = widths.reduce(0, +)
    let scale = min(1, (room + 1) / max(1, width))
    let left = corner.x + (room - width * scale) * (anchor == .start ? 0 : anchor == .end ? 1 : 0.5)
    var x = left
    for ((text, style), width) in zip(spans, widths) {
      let (ink, _, opacity) = colors(style)
      drawing.write(
        text, anchor == .end ? x + width * scale : x, corner.y + 17.5, ink, size: Self.textSize * scale,
        weight: weight(style), anchor: anchor == .end ? .end : .start, opacity: opacity)
      x += width * scale
    }
    extendLines(beside: left..<max(left, x), phrase, cells, on: &drawing)
  }

  /// The line of a box goes on to the text in it.
  private func extendLines(
    beside text: Range<Double>, _ phrase: Phrase, _ cells: [Cell], on drawing: inout Drawing
  ) {
    let (start, end) = (phrase.columns.lowerBound, phrase.columns.upperBound)
    guard cells.line(before: start) != nil, cells.line(after: end) != nil else { return }
    let y = corner(0, phrase.row).y + Self.cell.y / 2
    let lines = [
      (corner(start - 1, 0).x, text.lowerBound - Self.cell.x, cells[start - 2].style),
      (text.upperBound + Self.cell.x, corner(end + 1, 0).x, cells[end + 1].style),
    ]
    for (from, to, style) in lines where from < to {
      let (ink, _, opacity) = colors(style)
      drawing.stroke(
        Path(lineFrom: Point(from, y), to: Point(to, y)), Stroke(1.5, isRound: false), .color(ink, opacity: opacity))
    }
  }

  private func colors(_ style: CellStyle) -> (ink: RGB, paper: RGB, opacity: Double) {
    var ink = rgb(style.foreground) ?? foreground
    var paper = rgb(style.background) ?? background
    if style.attributes.contains(.reverse) { (ink, paper) = (paper, ink) }
    return (ink, paper, style.attributes.contains(.dim) ? 0.65 : 1)
  }

  private func rgb(_ color: CellColor) -> RGB? {
    switch color {
    case .terminalDefault: nil
    case .rgb(let rgb): rgb
    case .palette(let entry): RGB(paletteEntry: entry)
    }
  }
}

extension Cell {
  fileprivate var symbol: GridSymbol? { text.clusterIndex == nil ? GridSymbol(scalar) : nil }

  fileprivate func hasPaper(of other: Cell) -> Bool {
    style.background == other.style.background
      && style.attributes.contains(.reverse) == other.style.attributes.contains(.reverse)
  }
}

extension [Cell] {
  /// The length of the line that ends one blank before a column; nil if there is none.
  fileprivate func line(before column: Int) -> Int? {
    let length = column >= 2 ? self[..<(column - 1)].reversed().prefix { $0.text == "─" }.count : 0
    return length > 0 ? length : nil
  }

  /// The length of the line that begins one blank after a column; nil if there is none.
  fileprivate func line(after column: Int) -> Int? {
    let length = column < count ? self[(column + 1)...].prefix { $0.text == "─" }.count : 0
    return length > 0 ? length : nil
  }
}

/// A character that is drawn as a shape, in units of the cell; nil for letters.
private enum GridSymbol {
  case parts([Part])
  case lines(Path)
  case dots([Point])

  struct Part {
    var x = 0.0
    var y = 0.0
    var width = 1.0
    var height = 1.0
    /// The coverage.
    var share = 1.0
  }

  init?(_ scalar: Unicode.Scalar) {
    let value = scalar.value
    switch value {
    case 0x2580: self = .parts([Part(height: 0.5)])
    case 0x2581...0x2588:
      let filled = Double(value - 0x2580) / 8
      self = .parts([Part(y: 1 - filled, height: filled)])
    case 0x2589...0x258F: self = .parts([Part(width: Double(0x2590 - value) / 8)])
    case 0x2590: self = .parts([Part(x: 0.5, width: 0.5)])
    case 0x2591...0x2593: self = .parts([Part(share: Double(value - 0x2590) / 4)])
    case 0x2594: self = .parts([Part(height: 0.125)])
    case 0x2595: self = .parts([Part(x: 0.875, width: 0.125)])
    case 0x2596...0x259F:
      // Bits from the upper left, row by row.
      let patterns = [0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110]
      let pattern = patterns[Int(value - 0x2596)]
      let quarters = (0..<4).filter { pattern >> $0 & 1 == 1 }
      self = .parts(
        quarters.map { quarter -> Part in
          Part(x: Double(quarter % 2) / 2, y: Double(quarter / 2) / 2, width: 0.5, height: 0.5)
        })
    case 0x2800...0x28FF:
      // Unicode numbers dots 1, 2, 3, 7 and 4, 5, 6, 8 downwards.
      let bits: [UInt32] = [0, 1, 2, 6, 3, 4, 5, 7]
      let places = bits.indices.filter { value >> bits[$0] & 1 == 1 }
      self = .dots(places.map { place -> Point in Point(place < 4 ? 0.25 : 0.75, (Double(place % 4) + 0.5) / 4) })
    default:
      guard let lines = Self.arms[scalar].map(Self.lines) else { return nil }
      self = .lines(lines)
    }
  }

  /// The arms of box-drawing characters: left, right, up, down; lower case for those that meet in a curve.
  private static let arms: [Unicode.Scalar: String] = [
    "─": "LR", "━": "LR", "┈": "LR", "│": "UD", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "┌": "RD", "┐": "LD",
    "└": "RU",
    "┘": "LU", "├": "RUD", "┤": "LUD", "┬": "LRD", "┴": "LRU", "┼": "LRUD",
  ]

  private static func lines(_ arms: String) -> Path {
    let middle = Point(0.5, 0.5)
    let ends = arms.uppercased().map { arm in
      switch arm {
      case "L": Point(0, 0.5)
      case "R": Point(1, 0.5)
      case "U": Point(0.5, 0)
      default: Point(0.5, 1)
      }
    }
    var path = Path()
    if arms == arms.lowercased() {
      path.move(to: ends[0])
      path.curve(middle, middle, to: ends[1])
    } else {
      for end in ends { path.append(Path(lineFrom: end, to: middle)) }
    }
    return path
  }
}
