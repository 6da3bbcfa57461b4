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
