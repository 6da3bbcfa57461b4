#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// How near one picture is to another.
struct PictureScore {
  /// Peak signal to noise over all channels, in dB.
  var psnr: Double
  /// Structural similarity with a Gaussian of sigma 1.5 over 11x11 pixels, the mean of the channels; the five outermost
  /// rows and columns are left out, as their windows are cut.
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
    let c1 = SIMD3<Double>(repeating: 6.5025)
    let c2 = SIMD3<Double>(repeating: 58.5225)
    let meanA = blurred(a)
    let meanB = blurred(b)
    let squareA = blurred(product(a, a))
    let squareB = blurred(product(b, b))
    let cross = blurred(product(a, b))
    var sum = SIMD3<Double>(repeating: 0)
    var count = 0.0
    for y in radius..<max(radius, a.height - radius) {
      for x in radius..<max(radius, a.width - radius) {
        let ma = meanA[x, y]
        let mb = meanB[x, y]
        let va = squareA[x, y] - ma * ma
        let vb = squareB[x, y] - mb * mb
        let cov = cross[x, y] - ma * mb
        let numerator = (2 * ma * mb + c1) * (2 * cov + c2)
        let denominator = (ma * ma + mb * mb + c1) * (va + vb + c2)
        sum += numerator / denominator
        count += 1
      }
    }
    return (sum / count).sum() / 3
  }

  private static func product(_ a: PixelImage, _ b: PixelImage) -> PixelImage {
    var result = a
    for index in result.pixels.indices { result.pixels[index] *= b.pixels[index] }
    return result
  }

  private static func blurred(_ image: PixelImage) -> PixelImage {
    var across = image
    var result = image
    for y in 0..<image.height {
      for x in radius..<max(radius, image.width - radius) {
        var sum = SIMD3<Double>(repeating: 0)
        for k in 0..<kernel.count { sum += image[x + k - radius, y] * kernel[k] }
        across[x, y] = sum
      }
    }
    for y in radius..<max(radius, image.height - radius) {
      for x in 0..<image.width {
        var sum = SIMD3<Double>(repeating: 0)
        for k in 0..<kernel.count { sum += across[x, y + k - radius] * kernel[k] }
        result[x, y] = sum
      }
    }
    return result
  }
}
