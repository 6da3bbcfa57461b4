#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The similarity of two pictures.
struct PictureScore {
  /// Peak signal-to-noise ratio over all channels, in dB.
  var psnr: Double
  /// Structural similarity with a Gaussian of sigma 1.5 over 11x11 pixels, averaged over the channels; excludes the
  /// five outermost rows and columns, whose windows are incomplete.
  var ssim: Double

  init(psnr: Double, ssim: Double) {
    self.psnr = psnr
    self.ssim = ssim
  }

  init(of image: PixelImage, against truth: PixelImage) {
    var error = 0.0
    for (a, b) in zip(image.pixels, truth.pixels) { error += ((a - b) * (a - b)).sum() }
    error /= Double(image.pixels.count * 3)
    psnr = 10 * log10(255 * 255 / max(error, 1e-9))
    ssim = Self.similarity(image, truth)
  }

  static func mean(_ scores: [PictureScore]) -> PictureScore {
    PictureScore(
      psnr: scores.reduce(0) { $0 + $1.psnr } / Double(scores.count),
      ssim: scores.reduce(0) { $0 + $1.ssim } / Double(scores.count))
  }

  private static let radius = 5
  private static let kernel: [Double] = {
    let weights = (-radius...radius).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    return weights.map { $0 / weights.reduce(0, +) }
  }()

  private static func similarity(_ a: PixelImage, _ b: PixelImage) -> Double {
    (0..<3).reduce(0) { $0 + similarity(a.plane($1), b.plane($1), width: a.width, height: a.height) } / 3
  }

  private static func similarity(_ a: [Double], _ b: [Double], width: Int, height: Int) -> Double {
    let planes = [a, b, product(a, a), product(b, b), product(a, b)].map { blurred($0, width: width, height: height) }
    var sum = 0.0
    var count = 0.0
    for y in radius..<max(radius, height - radius) {
      for x in radius..<max(radius, width - radius) {
        let index = y * width + x
        let (ma, mb) = (planes[0][index], planes[1][index])
        let variances = planes[2][index] - ma * ma + planes[3][index] - mb * mb
        let covariance = planes[4][index] - ma * mb
        sum +=
          (2 * ma * mb + 6.5025) * (2 * covariance + 58.5225)
          / ((ma * ma + mb * mb + 6.5025) * (variances + 58.5225))
        count += 1
      }
    }
    return sum / count
  }

  private static func product(_ a: [Double], _ b: [Double]) -> [Double] {
    zip(a, b).map { $0 * $1 }
  }

  /// The plane convolved with the Gaussian; pixels near the edge are meaningless.
  private static func blurred(_ plane: [Double], width: Int, height: Int) -> [Double] {
    filtered(filtered(plane, stride: 1, within: plane.count), stride: width, within: plane.count)
  }

  /// Uses pointers and `while`, because tests are not optimised, and a plain loop would take minutes.
  private static func filtered(_ plane: [Double], stride: Int, within count: Int) -> [Double] {
    var result = plane
    plane.withUnsafeBufferPointer { source in
      kernel.withUnsafeBufferPointer { kernel in
        result.withUnsafeMutableBufferPointer { result in
          var index = radius * stride
          while index < count - radius * stride {
            var sum = 0.0
            var tap = 0
            var place = index - radius * stride
            while tap < 11 {
              sum += source[place] * kernel[tap]
              place += stride
              tap += 1
            }
            result[index] = sum
            index += 1
          }
        }
      }
    }
    return result
  }
}
