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
    for row in 0..<grid.size.rows {
      draw(Array(grid.row(row)), row: row, on: &drawing)
      drawing.words.append(
        PlainText().text(of: grid.copy(of: CellRect(column: 0, row: row, columns: grid.size.columns, rows: 1))))
    }
    return drawing
  }

  private func corner(_ column: Int, _ row: Int) -> Point {
    Point(Double(column), Double(row)) * Self.cell + margin
  }

  /// Draws runs of cells of one style: equal symbols at once, sentences as a whole.
  private func draw(_ cells: [Cell], row: Int, on drawing: inout Drawing) {
    var column = 0
    while column < cells.count {
      let first = cells[column]
      let symbol = first.text.clusterIndex == nil ? GridSymbol(first.scalar) : nil
      let isBlank = first.text == " "
      var end =
        cells[column...].firstIndex { cell in
          if cell.isWideTail { return false }
          guard cell.style == first.style else { return true }
          if symbol != nil || isBlank { return cell.text != first.text }
          return cell.text.clusterIndex == nil && GridSymbol(cell.scalar) != nil
        } ?? cells.count
      // Words between which there is one blank are a sentence, and those further apart are columns of a table.
      if symbol == nil, !isBlank,
        let gap = (column..<end).first(where: { cells[$0...].prefix(2).allSatisfy { $0.text == " " } })
      {
        end = gap
      }
      draw(Array(cells[column..<end]), symbol, at: corner(column, row), on: &drawing)
      column = end
    }
  }

  private func draw(_ run: [Cell], _ symbol: GridSymbol?, at corner: Point, on drawing: inout Drawing) {
    guard let first = run.first else { return }
    let style = first.style
    var ink = rgb(style.foreground) ?? foreground
    var paper = rgb(style.background) ?? background
    if style.attributes.contains(.reverse) { (ink, paper) = (paper, ink) }
    let opacity = style.attributes.contains(.dim) ? 0.65 : 1
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
    case nil:
      let text = run.map(\.text.string).joined()
      guard text.contains(where: { $0 != " " }) else { return }
      // Numbers end where their cells end, so that columns of numbers are aligned.
      let isNumber = !text.contains { !$0.isNumber && !"+-−.,:%".contains($0) }
      drawing.write(
        text, corner.x + (isNumber ? size.x : 0), corner.y + 17.5, ink, size: Self.textSize,
        weight: style.attributes.contains(.bold) ? .semibold : .regular, anchor: isNumber ? .end : .start,
        opacity: opacity, within: size.x + 1)
    }
  }

  private func rgb(_ color: CellColor) -> RGB? {
    switch color {
    case .terminalDefault: nil
    case .rgb(let rgb): rgb
    case .palette(let entry): RGB(paletteEntry: entry)
    }
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
