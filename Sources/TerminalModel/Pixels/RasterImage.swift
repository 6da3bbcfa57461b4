/// An image with 8 bits per channel.
package struct RasterImage: Hashable, Sendable {
  package let width: Int
  package let height: Int
  /// Red, green, blue and alpha of each pixel, row by row from the top. Colours are not premultiplied by alpha.
  package var bytes: [UInt8]

  /// A transparent image.
  package init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
    bytes = Array(repeating: 0, count: 4 * self.width * self.height)
  }

  /// - Parameter bytes: four for each pixel; missing pixels are transparent.
  package init(width: Int, height: Int, bytes: [UInt8]) {
    self.width = max(0, width)
    self.height = max(0, height)
    let count = 4 * self.width * self.height
    self.bytes = bytes.count == count ? bytes : Array((bytes + Array(repeating: 0, count: count)).prefix(count))
  }

  /// The image on an opaque background.
  package func composed(over background: RGB) -> RasterImage {
    var result = self
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = Int(bytes[pixel + 3])
      for (channel, paper) in [background.red, background.green, background.blue].enumerated() {
        let mixed = Int(bytes[pixel + channel]) * alpha + Int(paper) * (255 - alpha)
        result.bytes[pixel + channel] = UInt8((mixed + 127) / 255)
      }
      result.bytes[pixel + 3] = 255
    }
    return result
  }
}
