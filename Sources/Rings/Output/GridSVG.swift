package import TerminalModel

/// Writes a frame of cells as SVG: blocks as rectangles, so that fonts leave no gaps, rings as arcs, the rest as text.
package struct GridSVG: Sendable {
  private let background: RGB
  private let foreground: RGB

  /// The size of a cell in pixels.
  private static let cell = (width: 8.0, height: 17.0)

  /// - Parameter background: the colour under the cells; text is light on a dark one.
  package init(background: RGB) {
    self.background = background
    foreground = background.relativeLuminance > 0.4 ? RGB(30, 30, 30) : RGB(225, 225, 225)
  }

  /// Rings in a frame that is drawn with symbols.
  package struct PlacedRings {
    var rings: RingSet
    var rect: CellRect
    var palette: RingPalette

    package init(rings: RingSet, rect: CellRect, palette: RingPalette) {
      self.rings = rings
      self.rect = rect
      self.palette = palette
    }
  }

  /// - Parameter rings: the rings to draw instead of the cells of some rectangles.
  package func text(of grid: CellGrid, rings: [PlacedRings] = []) -> String {
    var grid = grid
    for placed in rings { grid.fill(placed.rect) }
    let (width, height) = (Double(grid.size.columns) * Self.cell.width, Double(grid.size.rows) * Self.cell.height)
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(SVGText.number(width + 16)) \(SVGText.number(height + 16))" \
      font-family="ui-monospace, Menlo, DejaVu Sans Mono, monospace" font-size="13">
      <rect width="100%" height="100%" fill="\(SVGText.color(background))"/>
      <g transform="translate(8 8)">

      """
    for row in 0..<grid.size.rows { append(Array(grid.row(row)), row: row, to: &svg) }
    for placed in rings { append(placed, to: &svg) }
    return svg + "</g>\n</svg>\n"
  }

  private func append(_ placed: PlacedRings, to svg: inout String) {
    let (width, height) = (
      Double(placed.rect.size.columns) * Self.cell.width, Double(placed.rect.size.rows) * Self.cell.height
    )
    let side = min(width, height)
    let x = Double(placed.rect.origin.column) * Self.cell.width + (width - side) / 2
    let y = Double(placed.rect.origin.row) * Self.cell.height + (height - side) / 2
    svg += "<g transform=\"translate(\(SVGText.number(x)) \(SVGText.number(y)))\">\n"
    svg += RingSVG(palette: placed.palette, side: side).elements(of: placed.rings) + "</g>\n"
  }

  private func append(_ cells: [Cell], row: Int, to svg: inout String) {
    var column = 0
    while column < cells.count {
      let style = cells[column].style
      let isBlock = Self.block(cells[column].scalar) != nil
      var end = column + 1
      while end < cells.count, cells[end].style == style,
        isBlock ? cells[end].text == cells[column].text : Self.block(cells[end].scalar) == nil
      {
        end += 1
      }
      append(cells[column..<end], column: column, row: row, to: &svg)
      column = end
    }
  }

  private func append(_ run: ArraySlice<Cell>, column: Int, row: Int, to svg: inout String) {
    guard let first = run.first else { return }
    let isReversed = first.style.attributes.contains(.reverse)
    var text = rgb(first.style.foreground) ?? foreground
    var under = rgb(first.style.background)
    if isReversed { (text, under) = (under ?? background, text) }
    let (x, y) = (Double(column) * Self.cell.width, Double(row) * Self.cell.height)
    let width = Double(run.count) * Self.cell.width
    if let under, under != background { svg += Self.rect(x, y, width, Self.cell.height, under) }
    if let block = Self.block(first.scalar) {
      for (index, _) in run.enumerated() where block.width < 1 || index == 0 {
        svg += Self.rect(
          x + Double(index) * Self.cell.width + block.x * Self.cell.width, y + block.y * Self.cell.height,
          block.width < 1 ? block.width * Self.cell.width : width, block.height * Self.cell.height, text)
      }
      return
    }
    var attributes = " fill=\"\(SVGText.color(text))\""
    if first.style.attributes.contains(.dim) { attributes += " fill-opacity=\"0.65\"" }
    if first.style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
    // Each word separately, because not every viewer stretches a line in another font to its length.
    var start = run.startIndex
    while start < run.endIndex {
      guard run[start].text != " " else {
        start += 1
        continue
      }
      let end = run[start...].firstIndex { $0.text == " " } ?? run.endIndex
      let word = run[start..<end].map(\.text.string).joined()
      let left = x + Double(start - run.startIndex) * Self.cell.width
      svg +=
        "<text x=\"\(SVGText.number(left))\" y=\"\(SVGText.number(y + 13))\" "
        + "textLength=\"\(SVGText.number(Double(end - start) * Self.cell.width))\"\(attributes)>"
        + "\(SVGText.escaped(word))</text>\n"
      start = end
    }
  }

  private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: RGB) -> String {
    "<rect x=\"\(SVGText.number(x))\" y=\"\(SVGText.number(y))\" width=\"\(SVGText.number(width))\" "
      + "height=\"\(SVGText.number(height))\" fill=\"\(SVGText.color(color))\"/>\n"
  }

  private func rgb(_ color: CellColor) -> RGB? {
    switch color {
    case .terminalDefault: nil
    case .rgb(let rgb): rgb
    case .palette(let entry): RGB(paletteEntry: entry)
    }
  }

  /// The part of a cell that a block fills, relative to its upper left corner.
  private static func block(
    _ scalar: Unicode.Scalar
  ) -> (x: Double, y: Double, width: Double, height: Double)? {
    switch scalar.value {
    case 0x2580: return (0, 0, 1, 0.5)
    case 0x2581...0x2588:
      let part = Double(scalar.value - 0x2580) / 8
      return (0, 1 - part, 1, part)
    case 0x2589...0x258F: return (0, 0, Double(0x2590 - scalar.value) / 8, 1)
    default: return nil
    }
  }
}
