package import TerminalModel

/// Draws a drawing in the cells of a terminal, each with the symbol and the two colours that are closest to the picture.
package struct DrawingCells: Hashable, Sendable {
  package var glyphs: GlyphLevel
  package var colors: ColorLevel
  /// The assumed colour of the terminal's background.
  package var background: RGB

  package init(glyphs: GlyphLevel, colors: ColorLevel, background: RGB) {
    self.glyphs = glyphs
    self.colors = colors
    self.background = background
  }

  /// Draws over the cells of a rectangle, which the drawing fills; cells without a part of it are unchanged.
  ///
  /// - Parameter fitted: what earlier drawings with the same settings were fitted with.
  /// - Complexity: O(*n*) in the cells and, for those that look like none before, in the level's symbols.
  package func draw(
    _ drawing: Drawing, in rect: CellRect, on grid: inout CellGrid, fitted: FittedCells = FittedCells()
  ) {
    let size = rect.size
    guard size.columns > 0, size.rows > 0, size.columns <= 1024, size.rows <= 512 else { return }
    draw(
      DrawingRaster.image(
        of: drawing, width: size.columns * CellSamples.columnCount, height: size.rows * CellSamples.rows),
      in: rect, on: &grid, fitted)
  }

  /// Draws an image of 8 by 16 pixels to a cell.
  private func draw(_ image: RasterImage, in rect: CellRect, on grid: inout CellGrid, _ fitted: FittedCells) {
    let size = rect.size
    let paper = colors.hasInkOnly ? SIMD3<Float>(repeating: 0) : SIMD3(background)
    let symbols = SymbolSet.of(glyphs)
    let fitter = CellFitter(symbols: symbols, background: paper, swaps: colors != .none, comparesStructure: true)
    let shades = self.shades(paper)
    var drawn: [Cell?] = Array(repeating: nil, count: size.columns * size.rows)
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        let index = row * size.columns + column
        switch image.content(column: column, row: row) {
        case .flat(let pixel):
          guard pixel >> 24 > 0 else { continue }
          let shade = shades.nearest(to: color(pixel, on: paper))
          guard shade.kind != .background else { continue }
          drawn[index] = glyphs == .ascii ? Self.letter(1, shade) : CellFitter.cell(filledWith: shade)
        case .mixed(let pixels):
          drawn[index] = fitted.cell(showing: pixels, self) {
            let samples = fitter.samples
            samples.fill(pixels) { color($0, on: paper) }
            guard glyphs == .ascii else { return fitter.options(shades: shades, previous: nil, atMost: 1).first?.cell }
            let main = samples.materials.filter { !$0.isOutside }.max { $0.share < $1.share }
            // A line on the lower edge is a base line, and no small value.
            let isLine = pixels.prefix(pixels.count * 3 / 4).allSatisfy { $0 >> 24 == 0 }
            return Self.letter(
              1 - samples.sum(.outside) / CellSamples.count, main.map { shades.nearest(to: $0.color) },
              smallest: isLine ? "_" : "-")
          }
        }
      }
    }
    for row in 0..<size.rows {
      var left: Cell?
      for column in 0..<size.columns {
        let index = row * size.columns + column
        var cell = drawn[index]
        if let found = cell, glyphs != .ascii { cell = symbols.matched(found, to: left) }
        if let cell, cell != .blank { grid[rect.origin.column + column, rect.origin.row + row] = cell }
        left = cell
      }
    }
  }

  /// A pixel as shown. Without colours, what is drawn is ink regardless of its colour, where at least half covered.
  private func color(_ pixel: UInt32, on paper: SIMD3<Float>) -> SIMD3<Float> {
    let own = SIMD3(Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF))
    return paper + ((colors.hasInkOnly ? SIMD3(repeating: 255) : own) - paper) * (Float(pixel >> 24) / 255)
  }

  private func shades(_ paper: SIMD3<Float>) -> ShadeSet {
    switch colors {
    case .truecolor: .all
    case .ansi256: .palette
    case .ansi16:
      .these(
        [.background(paper)]
          + (UInt8(1)..<16).map { entry in
            Shade(cellColor: .palette(entry), color: SIMD3(RGB(paletteEntry: entry)), kind: .color)
          })
    case .mono, .none: .these([.background(paper), .foreground(SIMD3(repeating: 255))])
    }
  }

  /// A letter with as much ink as the picture has in the cell.
  private static func letter(_ share: Float, _ shade: Shade?, smallest: Unicode.Scalar = "-") -> Cell? {
    guard share >= 0.04 else { return nil }
    let symbol = ramp.first { share >= $0.0 }?.1 ?? smallest
    guard let shade, shade.kind == .color else { return Cell(symbol) }
    return Cell(symbol, style: CellStyle(foreground: shade.cellColor))
  }

  private static let ramp: [(Float, Unicode.Scalar)] = [(0.8, "#"), (0.5, "*"), (0.3, "+")]
}

extension ColorLevel {
  fileprivate var hasInkOnly: Bool { self == .mono || self == .none }
}

extension RasterImage {
  fileprivate enum Content {
    case flat(UInt32)
    case mixed([UInt32])
  }

  /// The pixels of a cell, unless all are equal.
  fileprivate func content(column: Int, row: Int) -> Content {
    let start = 4 * (row * CellSamples.rows * width + column * CellSamples.columnCount)
    return bytes.withUnsafeBytes { bytes in
      func pixels(_ y: Int) -> SIMD8<UInt32> {
        bytes.loadUnaligned(fromByteOffset: start + 4 * y * width, as: SIMD8<UInt32>.self)
      }
      let first = pixels(0)[0]
      var differences = SIMD8<UInt32>(repeating: 0)
      for y in 0..<CellSamples.rows { differences |= pixels(y) ^ SIMD8(repeating: first) }
      if differences == SIMD8(repeating: 0) { return .flat(first.littleEndian) }
      return .mixed(
        Array(unsafeUninitializedCapacity: CellSamples.rows * CellSamples.columnCount) { buffer, count in
          for y in 0..<CellSamples.rows {
            let row = pixels(y)
            for x in 0..<CellSamples.columnCount {
              buffer.initializeElement(at: y * CellSamples.columnCount + x, to: row[x].littleEndian)
            }
          }
          count = CellSamples.rows * CellSamples.columnCount
        })
    }
  }
}

extension CellSamples {
  fileprivate func fill(_ pixels: [UInt32], _ color: (UInt32) -> SIMD3<Float>) {
    materials.removeAll(keepingCapacity: true)
    hasEnd = true
    for y in 0..<Self.rows {
      for x in 0..<Self.columnCount {
        let own = pixels[y * Self.columnCount + x]
        let shown = color(own)
        (plane(.red)[y][x], plane(.green)[y][x], plane(.blue)[y][x]) = (shown.x, shown.y, shown.z)
        plane(.squares)[y][x] = shown.dot(shown)
        plane(.outside)[y][x] = own >> 24 == 0 ? 1 : 0
        plane(.lit)[y][x] = Float(own >> 24) / 255
        add(shown, isOutside: own >> 24 == 0)
      }
    }
    materials.removeAll { $0.share <= Self.negligibleShare }
    for index in 0..<3 * Self.coarseRows { coarse[index] = values[2 * index] + values[2 * index + 1] }
  }

  /// Counts a pixel of a colour; those of smooth edges and gradients are too few of each to be counted.
  private func add(_ color: SIMD3<Float>, isOutside: Bool) {
    if let index = materials.firstIndex(where: { $0.color == color && $0.isOutside == isOutside }) {
      materials[index].share += 1
    } else if materials.count < 12 {
      materials.append(Material(color: color, stroke: isOutside ? nil : 0, share: 1))
    }
  }
}
