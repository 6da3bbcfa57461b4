import TerminalModel

@testable import Graphics

/// A picture of pixels with three channels, 0...255.
struct PixelImage {
  let width: Int
  let height: Int
  /// Row by row.
  var pixels: [SIMD3<Double>]

  init(width: Int, height: Int, filledWith color: SIMD3<Double> = SIMD3(repeating: 0)) {
    self.width = width
    self.height = height
    pixels = Array(repeating: color, count: width * height)
  }

  subscript(x: Int, y: Int) -> SIMD3<Double> {
    get { pixels[y * width + x] }
    set { pixels[y * width + x] = newValue }
  }

  /// One channel, row by row.
  func plane(_ channel: Int) -> [Double] { pixels.map { $0[channel] } }
}

extension PixelImage {
  /// A frame as a terminal with ideal symbols would show it, with 8x16 pixels per cell.
  init(_ grid: CellGrid, foreground: RGB = RGB(229, 229, 229), background: RGB = RGB(0, 0, 0)) {
    self.init(width: grid.size.columns * 8, height: grid.size.rows * 16)
    for row in 0..<grid.size.rows {
      for column in 0..<grid.size.columns {
        let cell = grid[column, row]
        var paper = Self.vector(cell.style.background, or: background)
        var ink = Self.vector(cell.style.foreground, or: foreground)
        if cell.style.attributes.contains(.reverse) { swap(&ink, &paper) }
        let mask = Self.masks[cell.scalar]
        for y in 0..<16 {
          let shares = mask?.rows[y] ?? SIMD8(repeating: 0)
          for x in 0..<8 { self[column * 8 + x, row * 16 + y] = paper + (ink - paper) * Double(shares[x]) }
        }
      }
    }
  }

  private static func vector(_ color: CellColor, or standard: RGB) -> SIMD3<Double> {
    let rgb =
      switch color {
      case .terminalDefault: standard
      case .rgb(let color): color
      case .palette(let entry): RGB(paletteEntry: entry)
      }
    return SIMD3(Double(rgb.red), Double(rgb.green), Double(rgb.blue))
  }

  private static let masks: [Unicode.Scalar: SymbolMask] = {
    var masks: [Unicode.Scalar: SymbolMask] = ["█": SymbolMask { _, _ in true }]
    for partition in SymbolSet.of(.octant).partitions {
      if let symbol = partition.symbol { masks[symbol] = partition.mask }
      if let reverse = partition.reverse {
        var mask = partition.mask
        for index in mask.rows.indices { mask.rows[index] = 1 - mask.rows[index] }
        masks[reverse] = mask
      }
    }
    return masks
  }()
}
