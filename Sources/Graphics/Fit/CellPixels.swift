/// Sums over the samples of a cell under a mask.
///
/// These loops run about ten thousand times per frame. Written with pointers, with `while` and without closures, they are
/// also fast enough in unoptimized builds.
struct CellPixels {
  let red: UnsafePointer<SIMD8<Float>>
  let green: UnsafePointer<SIMD8<Float>>
  let blue: UnsafePointer<SIMD8<Float>>

  /// The sum of the colours under a mask.
  ///
  /// - Parameter rows: the rows that the mask inks.
  @inline(__always)
  func sum(under mask: UnsafePointer<SIMD8<Float>>, rows: Range<Int>) -> SIMD3<Float> {
    var redSum = SIMD8<Float>(repeating: 0)
    var greenSum = SIMD8<Float>(repeating: 0)
    var blueSum = SIMD8<Float>(repeating: 0)
    var row = rows.lowerBound
    while row < rows.upperBound {
      let weight = mask[row]
      redSum += weight * red[row]
      greenSum += weight * green[row]
      blueSum += weight * blue[row]
      row += 1
    }
    return totals(redSum, greenSum, blueSum)
  }
}

/// The sums of the lanes.
///
/// Never inlined: otherwise the compiler splits the vectors of the loop before into the halves that are added here, and
/// the loop takes twice the time.
@inline(never)
private func totals(_ a: SIMD8<Float>, _ b: SIMD8<Float>, _ c: SIMD8<Float>) -> SIMD3<Float> {
  SIMD3(a.total, b.total, c.total)
}

/// The means of both sides of a mask, with samples weighted down by their distance from given colours.
struct RobustMeans {
  /// Half a row of samples: as many accumulators as the loops need fit into registers only for half rows.
  private typealias Half = SIMD4<Float>

  /// The colours, and the reciprocals of the mean squared distances from them.
  private let ink: SIMD3<Float>
  private let paper: SIMD3<Float>
  private let inkSquare: Float
  private let paperSquare: Float
  private let red: UnsafePointer<Half>
  private let green: UnsafePointer<Half>
  private let blue: UnsafePointer<Half>
  private let squares: UnsafePointer<Half>
  private let mask: UnsafePointer<Half>
  /// The squared distances of all samples from both colours.
  private let distances: UnsafeMutablePointer<Half>

  private static let halfRows = 2 * CellSamples.rows
  /// The number of half rows that `distances` must have room for.
  static let scratchCount = 2 * halfRows

  init(
    _ samples: CellSamples, mask: UnsafePointer<SIMD8<Float>>, ink: SIMD3<Float>, paper: SIMD3<Float>,
    scratch: UnsafeMutablePointer<SIMD4<Float>>
  ) {
    self.ink = ink
    self.paper = paper
    inkSquare = ink.dot(ink)
    paperSquare = paper.dot(paper)
    red = Self.halves(samples.plane(.red))
    green = Self.halves(samples.plane(.green))
    blue = Self.halves(samples.plane(.blue))
    squares = Self.halves(samples.plane(.squares))
    self.mask = Self.halves(mask)
    distances = scratch
  }

  private static func halves(_ rows: UnsafePointer<SIMD8<Float>>) -> UnsafePointer<Half> {
    UnsafeRawPointer(rows).assumingMemoryBound(to: Half.self)
  }

  /// - Parameter area: the area of the mask.
  func means(area: Float) -> (ink: SIMD3<Float>, paper: SIMD3<Float>) {
    let left = spreads(0)
    let right = spreads(1)
    let inkScale = 1 / max(Self.total(left.ink, right.ink) / area, 4)
    let paperScale = 1 / max(Self.total(left.paper, right.paper) / (CellSamples.count - area), 4)
    var sums = Sums()
    add(0, inkScale: inkScale, paperScale: paperScale, to: &sums)
    var others = Sums()
    add(1, inkScale: inkScale, paperScale: paperScale, to: &others)
    return (
      Self.mean(
        sums.inkRed, others.inkRed, sums.inkGreen, others.inkGreen, sums.inkBlue, others.inkBlue, sums.ink, others.ink),
      Self.mean(
        sums.paperRed, others.paperRed, sums.paperGreen, others.paperGreen, sums.paperBlue, others.paperBlue,
        sums.paper, others.paper)
    )
  }

  /// Never inlined, like `totals`.
  @inline(never)
  private static func total(_ left: Half, _ right: Half) -> Float { (left + right).total }

  /// Never inlined, like `totals`.
  @inline(never)
  private static func mean(
    _ leftRed: Half, _ rightRed: Half, _ leftGreen: Half, _ rightGreen: Half, _ leftBlue: Half, _ rightBlue: Half,
    _ leftWeight: Half, _ rightWeight: Half
  ) -> SIMD3<Float> {
    SIMD3((leftRed + rightRed).total, (leftGreen + rightGreen).total, (leftBlue + rightBlue).total)
      / (leftWeight + rightWeight).total
  }

  /// Stores the distances of the left or right half of all rows, and sums them.
  @inline(__always)
  private func spreads(_ half: Int) -> (ink: Half, paper: Half) {
    var inkSpread = Half(repeating: 0)
    var paperSpread = Half(repeating: 0)
    var index = half
    while index < Self.halfRows {
      let weight = mask[index]
      let inkDistance = distance(index, ink, inkSquare)
      let paperDistance = distance(index, paper, paperSquare)
      distances[2 * index] = inkDistance
      distances[2 * index + 1] = paperDistance
      inkSpread += weight * inkDistance
      paperSpread += (1 - weight) * paperDistance
      index += 2
    }
    return (inkSpread, paperSpread)
  }

  @inline(__always)
  private func distance(_ index: Int, _ color: SIMD3<Float>, _ square: Float) -> Half {
    let cross = red[index] * color.x + green[index] * color.y + blue[index] * color.z
    return squares[index] - 2 * cross + square
  }

  private struct Sums {
    var inkRed = Half(repeating: 0)
    var inkGreen = Half(repeating: 0)
    var inkBlue = Half(repeating: 0)
    var ink = Half(repeating: 0)
    var paperRed = Half(repeating: 0)
    var paperGreen = Half(repeating: 0)
    var paperBlue = Half(repeating: 0)
    var paper = Half(repeating: 0)
  }

  @inline(__always)
  private func add(_ half: Int, inkScale: Float, paperScale: Float, to sums: inout Sums) {
    var index = half
    while index < Self.halfRows {
      let weight = mask[index]
      let inkFar = 1 + distances[2 * index] * inkScale
      let paperFar = 1 + distances[2 * index + 1] * paperScale
      // One division for both sides.
      let inkSquare = inkFar * inkFar
      let paperSquare = paperFar * paperFar
      let inverse = 1 / (inkSquare * paperSquare)
      let inkWeight = weight * paperSquare * inverse
      let paperWeight = (1 - weight) * inkSquare * inverse
      sums.inkRed += inkWeight * red[index]
      sums.inkGreen += inkWeight * green[index]
      sums.inkBlue += inkWeight * blue[index]
      sums.ink += inkWeight
      sums.paperRed += paperWeight * red[index]
      sums.paperGreen += paperWeight * green[index]
      sums.paperBlue += paperWeight * blue[index]
      sums.paper += paperWeight
      index += 2
    }
  }
}

extension SIMD8<Float> {
  /// The sum of the lanes. The standard library's `sum()` does the same, but is slow in unoptimized builds.
  @inlinable @inline(__always)
  package var total: Float { (lowHalf + highHalf).total }
}

extension SIMD4<Float> {
  /// The sum of the lanes.
  @inlinable @inline(__always)
  package var total: Float {
    let two = lowHalf + highHalf
    return two.x + two.y
  }
}
