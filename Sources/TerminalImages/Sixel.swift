import TerminalModel

/// DEC's sixel graphics: bands of six rows, drawn colour by colour.
package enum Sixel {
  /// The sequence that draws an image at the cursor; transparent pixels leave the screen unchanged.
  ///
  /// - Complexity: O(*n*) in the pixels, and O(*k* *w*) for each band in its colours and its width.
  package static func encode(_ picture: PalettedImage) -> [UInt8] {
    var result = Array("\u{1B}P0;1;0q\"1;1;\(picture.width);\(picture.height)".utf8)
    for color in 1..<max(1, picture.colors.count / 4) {
      let channels = (0..<3).map { (Int(picture.colors[4 * color + $0]) * 100 + 127) / 255 }
      result += Array("#\(color - 1);2;\(channels[0]);\(channels[1]);\(channels[2])".utf8)
    }
    var bits = [UInt8](repeating: 0, count: picture.width * 256)
    for top in stride(from: 0, to: picture.height, by: 6) {
      // Not after the last band, because the screen could scroll.
      if top > 0 { result.append(UInt8(ascii: "-")) }
      appendBand(picture, top: top, bits: &bits, to: &result)
    }
    result += [0x1B, UInt8(ascii: "\\")]
    return result
  }

  /// Encodes one band: for each of its colours, the pixels that have it, overlaid.
  private static func appendBand(_ picture: PalettedImage, top: Int, bits: inout [UInt8], to result: inout [UInt8]) {
    let width = picture.width
    // The first and last column of each colour.
    var extents: [(first: Int, last: Int)?] = Array(repeating: nil, count: 256)
    for row in 0..<min(6, picture.height - top) {
      for column in 0..<width {
        let color = Int(picture.pixels[(top + row) * width + column])
        if color == 0 { continue }
        bits[color * width + column] |= 1 << UInt8(row)
        if let extent = extents[color] {
          extents[color] = (min(extent.first, column), max(extent.last, column))
        } else {
          extents[color] = (column, column)
        }
      }
    }
    var isFirst = true
    for (color, extent) in extents.enumerated() {
      guard let extent else { continue }
      if !isFirst { result.append(UInt8(ascii: "$")) }
      isFirst = false
      result += Array("#\(color - 1)".utf8)
      appendRun(of: 0, count: extent.first, to: &result)
      var column = extent.first
      while column <= extent.last {
        let value = bits[color * width + column]
        var end = column + 1
        while end <= extent.last, bits[color * width + end] == value { end += 1 }
        appendRun(of: value, count: end - column, to: &result)
        column = end
      }
      for column in extent.first...extent.last { bits[color * width + column] = 0 }
    }
  }

  private static func appendRun(of value: UInt8, count: Int, to result: inout [UInt8]) {
    let symbol = 0x3F + value
    if count > 3 {
      result += Array("!\(count)".utf8)
      result.append(symbol)
    } else {
      for _ in 0..<count { result.append(symbol) }
    }
  }
}
