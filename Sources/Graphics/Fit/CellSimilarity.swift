/// How different a drawn cell looks from a picture, in eight windows of 4 by 4 pixels.
///
/// As in the index SSIM, the means, the contrast and the structure of each window are compared. The variance of a drawn
/// window and its covariance with the picture follow from sums under the symbol's mask, whatever its two colours are. A
/// squared error alone would prefer colours so close to each other that narrow shapes vanish.
struct CellSimilarity {
  /// A value for each window: four rows of two.
  typealias Windows = SIMD8<Float>

  /// What a mask has in the windows: the shares of ink, and their variances.
  struct Mask: Sendable {
    var share: Windows
    var variance: Windows
  }

  private var means = [Windows](repeating: Windows(repeating: 0), count: planes.count)
  private var variances = [Windows](repeating: Windows(repeating: 0), count: planes.count)
  /// The covariances of the samples with the masks that have been compared, one for each channel.
  private var covariances: [Windows]
  private var isKnown: [Bool]

  private static let planes: [CellSamples.Plane] = [.red, .green, .blue]
  /// The constants of the index for channels of 0...255.
  private static let meanBias: Float = 6.5025
  private static let varianceBias: Float = 58.5225

  /// - Parameter partitions: the number of masks.
  init(partitions: Int) {
    covariances = Array(repeating: Windows(repeating: 0), count: partitions * Self.planes.count)
    isKnown = Array(repeating: false, count: partitions)
  }

  /// Takes the picture's windows from the samples of a cell.
  mutating func prepare(_ samples: CellSamples) {
    for index in isKnown.indices { isKnown[index] = false }
    for index in Self.planes.indices {
      let plane = samples.plane(Self.planes[index])
      let mean = Self.means { plane[$0] }
      means[index] = mean
      variances[index] = Self.means { plane[$0] * plane[$0] } - mean * mean
    }
  }

  /// The windows of a mask of 16 rows.
  static func mask(_ rows: UnsafePointer<SIMD8<Float>>) -> Mask {
    let share = means { rows[$0] }
    return Mask(share: share, variance: means { rows[$0] * rows[$0] } - share * share)
  }

  /// The difference between the picture and a cell of one colour: 0 if they are equal.
  func difference(of color: SIMD3<Float>) -> Float {
    let even = Windows(repeating: 0)
    var total = even
    for index in Self.planes.indices {
      total += difference(index, drawn: Windows(repeating: color[index]), variance: even, covariance: even)
    }
    return total.total / Float(8 * Self.planes.count)
  }

  /// The difference between the picture and a mask in two colours: 0 if they are equal.
  ///
  /// - Parameter rows: the rows of the mask.
  mutating func difference(
    of partition: Int, _ rows: UnsafePointer<SIMD8<Float>>, _ mask: Mask, ink: SIMD3<Float>, paper: SIMD3<Float>,
    _ samples: CellSamples
  ) -> Float {
    let first = partition * Self.planes.count
    if !isKnown[partition] {
      isKnown[partition] = true
      for index in Self.planes.indices {
        let plane = samples.plane(Self.planes[index])
        covariances[first + index] = Self.means { rows[$0] * plane[$0] } - mask.share * means[index]
      }
    }
    var total = Windows(repeating: 0)
    for index in Self.planes.indices {
      let contrast = ink[index] - paper[index]
      total += difference(
        index, drawn: mask.share * contrast + paper[index], variance: mask.variance * (contrast * contrast),
        covariance: covariances[first + index] * contrast)
    }
    return total.total / Float(8 * Self.planes.count)
  }

  /// The differences of one channel, from the means and variances of what is drawn.
  @inline(__always)
  private func difference(_ index: Int, drawn: Windows, variance: Windows, covariance: Windows) -> Windows {
    let mean = means[index]
    let likeMeans = (2 * drawn * mean + Self.meanBias) / (drawn * drawn + mean * mean + Self.meanBias)
    let likeStructure = (2 * covariance + Self.varianceBias) / (variances[index] + variance + Self.varianceBias)
    // A window whose mean is wrong ends in a step, visible where the picture beside it is even.
    let step = (drawn - mean) * (drawn - mean)
    return 1 - likeMeans * likeStructure + 2 * step / (step + 8 * variances[index] + 4 * Self.varianceBias)
  }

  /// The mean of each window over 16 rows.
  @inline(__always)
  private static func means(_ row: (Int) -> SIMD8<Float>) -> Windows {
    var result = Windows(repeating: 0)
    for band in 0..<4 {
      let sum = row(4 * band) + row(4 * band + 1) + row(4 * band + 2) + row(4 * band + 3)
      result[2 * band] = sum.lowHalf.total
      result[2 * band + 1] = sum.highHalf.total
    }
    return result / 16
  }
}
