/// The share of each pixel of a rectangle that a shape covers, 0...255.
struct CoverageMask {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
  /// Row by row.
  var coverage: [UInt8]
  var isEmpty = true

  /// A mask for the part of a shape that is in a picture; nil if none is.
  ///
  /// - Parameter margin: how far the shape extends beyond its points, in pixels.
  init?(_ path: Path, _ transform: Transform, margin: Double, within size: (width: Int, height: Int)) {
    guard let bounds = path.bounds else { return nil }
    let (a, b) = (transform(bounds.low), transform(bounds.high))
    let low = pointwiseMin(a, b) - (margin + 1)
    let high = pointwiseMax(a, b) + (margin + 1)
    guard low.x < Double(size.width), low.y < Double(size.height), high.x > 0, high.y > 0 else { return nil }
    left = Int(max(0, low.x))
    top = Int(max(0, low.y))
    width = Int(min(Double(size.width), high.x.rounded(.up))) - left
    height = Int(min(Double(size.height), high.y.rounded(.up))) - top
    coverage = Array(repeating: 0, count: width * height)
  }

  /// A mask of the same place that covers nothing.
  func cleared() -> CoverageMask {
    var result = self
    result.coverage = Array(repeating: 0, count: coverage.count)
    result.isEmpty = true
    return result
  }

  /// Adds a mask of the same place.
  mutating func add(_ other: CoverageMask) {
    for index in coverage.indices { coverage[index] = max(coverage[index], other.coverage[index]) }
  }

  /// Reduces it to what another mask covers.
  mutating func clip(to other: CoverageMask) {
    for row in 0..<height {
      let otherRow = top + row - other.top
      for column in 0..<width {
        let otherColumn = left + column - other.left
        let isInside = otherRow >= 0 && otherRow < other.height && otherColumn >= 0 && otherColumn < other.width
        let share = isInside ? Int(other.coverage[otherRow * other.width + otherColumn]) : 0
        let product = Int(coverage[row * width + column]) * share
        coverage[row * width + column] = UInt8((product + 127) / 255)
      }
    }
  }
}
