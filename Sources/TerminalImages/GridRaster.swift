package import TerminalModel

/// Draws a frame of cells in pixels with a built-in font, for `show --format png`.
package struct GridRaster: Sendable {
  /// The size of a cell in pixels.
  package static let cell = (width: 12, height: 24)

  private static let scale = 2
  private static let margin = 12

  private let background: RGB
  private let foreground: RGB

  /// - Parameter background: the colour under the cells; text is light on a dark one.
  package init(background: RGB) {
    self.background = background
    foreground = background.relativeLuminance > 0.4 ? RGB(30, 30, 30) : RGB(225, 225, 225)
  }

  /// - Parameter pictures: images to draw over rectangles of cells.
  /// - Complexity: O(*n*) in the pixels.
  package func image(of grid: CellGrid, pictures: [(rect: CellRect, image: RasterImage)] = []) -> RasterImage {
    let (width, height) = (Self.cell.width, Self.cell.height)
    var canvas = PixelCanvas(
      width: grid.size.columns * width + 2 * Self.margin, height: grid.size.rows * height + 2 * Self.margin,
      color: background)
    for row in 0..<grid.size.rows {
      for (column, cell) in grid.row(row).enumerated() {
        draw(cell, x: Self.margin + column * width, y: Self.margin + row * height, on: &canvas)
      }
    }
    for (rect, image) in pictures {
      let (x, y) = (Self.margin + rect.origin.column * width, Self.margin + rect.origin.row * height)
      canvas.fill(x: x, y: y, width: rect.size.columns * width, height: rect.size.rows * height, background)
      canvas.draw(image, x: x, y: y)
    }
    return canvas.image
  }

  private func draw(_ cell: Cell, x: Int, y: Int, on canvas: inout PixelCanvas) {
    let (width, height) = (Self.cell.width, Self.cell.height)
    var ink = rgb(cell.style.foreground) ?? foreground
    var paper = rgb(cell.style.background) ?? background
    if cell.style.attributes.contains(.reverse) { (ink, paper) = (paper, ink) }
    let opacity = cell.style.attributes.contains(.dim) ? 0.65 : 1
    if paper != background { canvas.fill(x: x, y: y, width: width, height: height, paper) }
    if let parts = cell.text.clusterIndex == nil ? Self.parts(of: cell.scalar) : nil {
      for part in parts {
        canvas.fill(
          x: x + part.x, y: y + part.y, width: part.width, height: part.height, ink, opacity: opacity * part.share)
      }
      return
    }
    canvas.draw(
      cell.scalar, x: x + (width - PixelFont.columns * Self.scale) / 2, y: y + 4, scale: Self.scale, ink,
      opacity: opacity, isBold: cell.style.attributes.contains(.bold))
    if cell.style.attributes.contains(.underline) { canvas.fill(x: x, y: y + 21, width: width, height: 1, ink) }
  }

  private func rgb(_ color: CellColor) -> RGB? {
    switch color {
    case .terminalDefault: nil
    case .rgb(let rgb): rgb
    case .palette(let entry): RGB(paletteEntry: entry)
    }
  }

  /// A rectangle within a cell in pixels, and its ink coverage.
  private struct Part {
    var x = 0
    var y = 0
    var width = cell.width
    var height = cell.height
    var share = 1.0
  }

  /// The parts of a symbol that fills parts of its cell; nil for letters.
  private static func parts(of scalar: Unicode.Scalar) -> [Part]? {
    let (width, height) = (cell.width, cell.height)
    switch scalar.value {
    case 0x2580: return [Part(height: height / 2)]
    case 0x2581...0x2588:
      let filled = height * Int(scalar.value - 0x2580) / 8
      return [Part(y: height - filled, height: filled)]
    case 0x2589...0x258F: return [Part(width: (width * Int(0x2590 - scalar.value) + 4) / 8)]
    case 0x2590: return [Part(x: width / 2, width: width / 2)]
    case 0x2591...0x2593: return [Part(share: Double(scalar.value - 0x2590) / 4)]
    case 0x2594: return [Part(height: height / 8)]
    case 0x2595: return [Part(x: width - width / 8, width: width / 8)]
    case 0x2596...0x259F: return quadrants(scalar)
    case 0x2800...0x28FF: return dots(scalar.value - 0x2800)
    default: return arms[scalar].map(lines)
    }
  }

  /// Quarters of the cell: bits from the upper left, row by row.
  private static func quadrants(_ scalar: Unicode.Scalar) -> [Part] {
    let patterns = [0b0100, 0b1000, 0b0001, 0b1101, 0b1001, 0b0111, 0b1011, 0b0010, 0b0110, 0b1110]
    let pattern = patterns[Int(scalar.value - 0x2596)]
    let (width, height) = (cell.width / 2, cell.height / 2)
    return (0..<4).filter { pattern >> $0 & 1 == 1 }.map { quarter in
      Part(x: quarter % 2 * width, y: quarter / 2 * height, width: width, height: height)
    }
  }

  /// Braille: two columns of four dots, which Unicode numbers 1, 2, 3, 7 and 4, 5, 6, 8 downwards.
  private static func dots(_ pattern: UInt32) -> [Part] {
    let bits = [0, 3, 1, 4, 2, 5, 6, 7]
    return bits.indices.filter { pattern >> UInt32(bits[$0]) & 1 == 1 }.map { place in
      Part(x: 2 + place % 2 * 6, y: 2 + place / 2 * 6, width: 2, height: 2)
    }
  }

  /// The arms of box-drawing characters: left, right, up, down.
  private static let arms: [Unicode.Scalar: String] = [
    "─": "lr", "━": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "┌": "rd", "┐": "ld", "└": "ru",
    "┘": "lu", "├": "rud", "┤": "lud", "┬": "lrd", "┴": "lru", "┼": "lrud",
  ]

  private static func lines(_ arms: String) -> [Part] {
    let (middle, centre) = (cell.width / 2 - 1, cell.height / 2 - 1)
    return arms.map { arm in
      switch arm {
      case "l": Part(y: centre, width: middle + 2, height: 2)
      case "r": Part(x: middle, y: centre, width: cell.width - middle, height: 2)
      case "u": Part(x: middle, width: 2, height: centre + 2)
      default: Part(x: middle, y: centre, width: 2, height: cell.height - centre)
      }
    }
  }
}
