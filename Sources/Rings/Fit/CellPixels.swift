/// The samples of a cell, laid out for the inner loops of the fit.
///
/// The loops run about ten thousand times per frame. Written with pointers, with `while` and without closures, they are
/// also fast enough in unoptimised builds: a frame takes tens of milliseconds there instead of hundreds.
struct CellPixels {
  let red: UnsafePointer<SIMD8<Float>>
  let green: UnsafePointer<SIMD8<Float>>
  let blue: UnsafePointer<SIMD8<Float>>
  let squares: UnsafePointer<SIMD8<Float>>

  /// The sum of the colours under a mask.
  @inline(__always)
  func colorSum(under mask: UnsafePointer<SIMD8<Float>>) -> SIMD3<Float> {
    Self.colorSum(red, green, blue, under: mask, rows: CellSamples.rows)
  }

  /// The sum of the given number of rows of colours under the same number of rows of a mask.
  @inline(__always)
  static func colorSum(
    _ red: UnsafePointer<SIMD8<Float>>, _ green: UnsafePointer<SIMD8<Float>>, _ blue: UnsafePointer<SIMD8<Float>>,
    under mask: UnsafePointer<SIMD8<Float>>, rows: Int
  ) -> SIMD3<Float> {
    var redSum = SIMD8<Float>(repeating: 0)
    var greenSum = SIMD8<Float>(repeating: 0)
    var blueSum = SIMD8<Float>(repeating: 0)
    var row = 0
    while row < rows {
      let weight = mask[row]
      redSum += weight * red[row]
      greenSum += weight * green[row]
      blueSum += weight * blue[row]
      row += 1
    }
    return SIMD3(redSum.total, greenSum.total, blueSum.total)
  }

  /// The means of both sides of a mask, with samples weighted down by their distance from the given colours.
  func robustMeans(
    under mask: UnsafePointer<SIMD8<Float>>, ink: SIMD3<Float>, paper: SIMD3<Float>
  ) -> (ink: SIMD3<Float>, paper: SIMD3<Float>) {
    let scales = spreadScales(under: mask, ink: ink, paper: paper)
    var inkSum = PixelRow(SIMD3(repeating: 0))
    var paperSum = PixelRow(SIMD3(repeating: 0))
    var inkTotal = SIMD8<Float>(repeating: 0)
    var paperTotal = SIMD8<Float>(repeating: 0)
    var row = 0
    while row < CellSamples.rows {
      let weight = mask[row]
      let inkFar = 1 + squaredDistance(row, ink) * scales.ink
      let paperFar = 1 + squaredDistance(row, paper) * scales.paper
      // One division for both sides.
      let inkSquare = inkFar * inkFar
      let paperSquare = paperFar * paperFar
      let inverse = 1 / (inkSquare * paperSquare)
      let inkWeight = weight * paperSquare * inverse
      let paperWeight = (1 - weight) * inkSquare * inverse
      inkSum.red += inkWeight * red[row]
      inkSum.green += inkWeight * green[row]
      inkSum.blue += inkWeight * blue[row]
      inkTotal += inkWeight
      paperSum.red += paperWeight * red[row]
      paperSum.green += paperWeight * green[row]
      paperSum.blue += paperWeight * blue[row]
      paperTotal += paperWeight
      row += 1
    }
    return (
      SIMD3(inkSum.red.total, inkSum.green.total, inkSum.blue.total) / inkTotal.total,
      SIMD3(paperSum.red.total, paperSum.green.total, paperSum.blue.total) / paperTotal.total
    )
  }

  /// The reciprocal of the mean squared distance of each side's samples from its colour.
  @inline(__always)
  private func spreadScales(
    under mask: UnsafePointer<SIMD8<Float>>, ink: SIMD3<Float>, paper: SIMD3<Float>
  ) -> (ink: Float, paper: Float) {
    var inkSpread = SIMD8<Float>(repeating: 0)
    var paperSpread = SIMD8<Float>(repeating: 0)
    var area = SIMD8<Float>(repeating: 0)
    var row = 0
    while row < CellSamples.rows {
      let weight = mask[row]
      inkSpread += weight * squaredDistance(row, ink)
      paperSpread += (1 - weight) * squaredDistance(row, paper)
      area += weight
      row += 1
    }
    let inkArea = area.total
    return (
      1 / max(inkSpread.total / inkArea, 4), 1 / max(paperSpread.total / (CellSamples.count - inkArea), 4)
    )
  }

  @inline(__always)
  private func squaredDistance(_ row: Int, _ color: SIMD3<Float>) -> SIMD8<Float> {
    let cross = red[row] * color.x + green[row] * color.y + blue[row] * color.z
    return squares[row] - 2 * cross + color.dot(color)
  }
}

extension CellSamples {
  @inline(__always)
  func withPixels<Result>(_ body: (CellPixels) -> Result) -> Result {
    values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress else { preconditionFailure("a cell has samples") }
      return body(
        CellPixels(
          red: start + Plane.red.rawValue * Self.rows, green: start + Plane.green.rawValue * Self.rows,
          blue: start + Plane.blue.rawValue * Self.rows, squares: start + Plane.squares.rawValue * Self.rows))
    }
  }
}

extension SIMD8<Float> {
  /// The sum of the lanes. The standard library's `sum()` does the same, but is slow in unoptimised builds.
  @inline(__always)
  var total: Float {
    let four = lowHalf + highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}
