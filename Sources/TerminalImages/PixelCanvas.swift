package import TerminalModel

/// An image to draw on: rectangles, text, and other images.
package struct PixelCanvas: Sendable {
  package private(set) var image: RasterImage

  /// An opaque image of one colour.
  package init(width: Int, height: Int, color: RGB) {
    image = RasterImage(width: width, height: height)
    fill(x: 0, y: 0, width: width, height: height, color)
  }

  /// Fills the part of a rectangle that is inside the image.
  ///
  /// - Parameter opacity: the opacity of the colour, 0...1.
  package mutating func fill(x: Int, y: Int, width: Int, height: Int, _ color: RGB, opacity: Double = 1) {
    let columns = max(0, x)..<max(max(0, x), min(image.width, x + width))
    let share = Int((min(max(opacity, 0), 1) * 255).rounded())
    for row in max(0, y)..<max(max(0, y), min(image.height, y + height)) {
      for column in columns { blend(color, share, at: 4 * (row * image.width + column)) }
    }
  }

  /// Writes a line of text; characters that are not in the font are blank.
  ///
  /// - Parameters:
  ///   - y: the top of the capital letters.
  ///   - scale: the size of a dot in pixels, at least 1.
  package mutating func write(_ text: String, x: Int, y: Int, scale: Int, _ color: RGB, opacity: Double = 1) {
    var left = x
    for scalar in text.unicodeScalars {
      draw(scalar, x: left, y: y, scale: scale, color, opacity: opacity)
      left += Self.advance * scale
    }
  }

  /// The advance width in dots.
  private static let advance = PixelFont.columns + 1

  /// The width of a line of text in pixels.
  package static func width(of text: String, scale: Int) -> Int {
    max(0, text.unicodeScalars.count * advance - 1) * scale
  }

  /// Draws one character with its upper left corner at a point.
  mutating func draw(
    _ scalar: Unicode.Scalar, x: Int, y: Int, scale: Int, _ color: RGB, opacity: Double = 1, isBold: Bool = false
  ) {
    guard let dots = PixelFont.dots(of: scalar) else { return }
    for (row, bits) in dots.enumerated() {
      for column in 0..<PixelFont.columns where bits >> (PixelFont.columns - 1 - column) & 1 == 1 {
        fill(
          x: x + column * scale, y: y + row * scale, width: scale + (isBold ? (scale + 1) / 2 : 0), height: scale,
          color,
          opacity: opacity)
      }
    }
  }

  /// Draws an image over the content, clipped at the edges.
  package mutating func draw(_ picture: RasterImage, x: Int, y: Int) {
    for row in 0..<picture.height where y + row >= 0 && y + row < image.height {
      for column in 0..<picture.width where x + column >= 0 && x + column < image.width {
        let pixel = 4 * (row * picture.width + column)
        let color = RGB(picture.bytes[pixel], picture.bytes[pixel + 1], picture.bytes[pixel + 2])
        blend(color, Int(picture.bytes[pixel + 3]), at: 4 * ((y + row) * image.width + x + column))
      }
    }
  }

  /// - Parameter share: the share of the new colour, 0...255.
  private mutating func blend(_ color: RGB, _ share: Int, at pixel: Int) {
    for (channel, value) in [color.red, color.green, color.blue].enumerated() {
      let mixed = Int(value) * share + Int(image.bytes[pixel + channel]) * (255 - share)
      image.bytes[pixel + channel] = UInt8((mixed + 127) / 255)
    }
    image.bytes[pixel + 3] = UInt8(max(Int(image.bytes[pixel + 3]), share))
  }
}
