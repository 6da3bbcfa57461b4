import Rings
import TerminalModel

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The deviation of a picture's outlines from the true circles.
///
/// The eye follows outlines: it notices a step that hardly changes the squared error of the picture. All edges of arcs
/// are measured, except near the ends, which have a different shape.
struct OutlineScore {
  /// The mean distance of the contour from the circle, in cell widths.
  var mean: Double
  /// The largest such distance.
  var worst: Double
  /// The mean discontinuity of the contour at cell boundaries, measured across the contour, in extents of a cell in
  /// that direction.
  var meanJump: Double
  /// The largest such discontinuity.
  var worstJump: Double

  /// An edge between a colour inside a circle and another outside.
  private struct Edge {
    var radius: Double
    /// The distance to either side in which nothing else is visible.
    var reach: Double
    /// The ends to avoid: within this distance of 12 o'clock on the circle of this radius.
    var end: (radius: Double, distance: Double)
  }

  /// - Parameters:
  ///   - image: a picture of exactly closed rings.
  ///   - truth: the definition of the same picture.
  ///   - cell: the size of a cell in pixels of the image.
  init(of image: PixelImage, truth: TruthPicture, geometry: RingGeometry, cell: (width: Int, height: Int) = (8, 16)) {
    let edges = Self.edges(geometry)
    let trace = Trace(image: image, truth: truth, geometry: geometry, cell: cell)
    var distances: [Double] = []
    var jumps: [Double] = []
    for edge in edges {
      distances += Self.distances(edge, trace)
      jumps += Self.jumps(edge, edges, trace)
    }
    mean = distances.reduce(0, +) / Double(max(1, distances.count)) / RingGeometry.cellWidth
    worst = (distances.max() ?? 0) / RingGeometry.cellWidth
    meanJump = jumps.reduce(0, +) / Double(max(1, jumps.count))
    worstJump = jumps.max() ?? 0
  }

  private static func edges(_ geometry: RingGeometry) -> [Edge] {
    let bands = geometry.bands
    var edges: [Edge] = []
    for (index, band) in bands.enumerated() {
      let end = (radius: band.radius, distance: band.thickness * 1.7)
      let half = band.thickness / 2
      let inner = index + 1 < bands.count ? bands[index + 1] : nil
      let gap = inner.map { band.radius - half - $0.radius - $0.thickness / 2 } ?? half
      let outerGap = index > 0 ? bands[index - 1].radius - bands[index - 1].thickness / 2 - band.radius - half : half
      // If rings touch, the edge between them is counted once.
      if index == 0 || outerGap > 1 {
        edges.append(Edge(radius: band.radius + half, reach: min(half, index == 0 ? half : outerGap / 2), end: end))
      }
      edges.append(Edge(radius: band.radius - half, reach: min(half, gap > 1 ? gap / 2 : half), end: end))
    }
    return edges.filter { $0.radius > 2 }
  }

  /// A picture and its definition, in lengths of the geometry relative to the centre.
  private struct Trace {
    let image: PixelImage
    let truth: TruthPicture
    let geometry: RingGeometry
    let cell: (width: Int, height: Int)

    func color(x: Double, y: Double) -> SIMD3<Double>? {
      let column = Int(((x + geometry.centerX) / RingGeometry.cellWidth * Double(cell.width)).rounded(.down))
      let row = Int(((y + geometry.centerY) / geometry.cellHeight * Double(cell.height)).rounded(.down))
      guard (0..<image.width).contains(column), (0..<image.height).contains(row) else { return nil }
      return image[column, row]
    }

    /// The share of the inner colour in a colour, at the angle of a point.
    func share(_ color: SIMD3<Double>, of edge: Edge, x: Double, y: Double) -> Double? {
      let length = sqrt(x * x + y * y)
      guard length > 0 else { return nil }
      let (ux, uy) = (x / length, y / length)
      let depth = min(edge.reach, 3) * 0.9
      let inside = truth.color(x: ux * (edge.radius - depth), y: uy * (edge.radius - depth))
      let outside = truth.color(x: ux * (edge.radius + depth), y: uy * (edge.radius + depth))
      let step = inside - outside
      let square = (step * step).sum()
      guard square > 2000 else { return nil }
      return min(max(((color - outside) * step).sum() / square, 0), 1)
    }
  }

  private static func isNearEnd(_ edge: Edge, x: Double, y: Double) -> Bool {
    let dy = y + edge.end.radius
    return sqrt(x * x + dy * dy) < edge.end.distance
  }

  /// The contour's distance from the circle in every direction: the excess of the inner colour along a ray.
  private static func distances(_ edge: Edge, _ trace: Trace) -> [Double] {
    let count = Int(edge.radius * 2 * .pi * 2)
    let step = 0.25
    let reach = min(edge.reach, 12)
    return (0..<count).compactMap { index in
      let angle = Double(index) / Double(count) * 2 * .pi
      let (ux, uy) = (sin(angle), -cos(angle))
      if isNearEnd(edge, x: ux * edge.radius, y: uy * edge.radius) { return nil }
      var sum = 0.0
      var offset = -reach + step / 2
      while offset < reach {
        let (x, y) = (ux * (edge.radius + offset), uy * (edge.radius + offset))
        guard let drawn = trace.color(x: x, y: y), let share = trace.share(drawn, of: edge, x: x, y: y) else {
          return nil
        }
        sum += share - (offset < 0 ? 1 : 0)
        offset += step
      }
      return abs(sum * step)
    }
  }

  /// For every cell boundary that the edge crosses: the distance between the ends of the contour on both sides.
  private static func jumps(_ edge: Edge, _ edges: [Edge], _ trace: Trace) -> [Double] {
    let geometry = trace.geometry
    let columns = Int((geometry.centerX * 2 / RingGeometry.cellWidth).rounded())
    let rows = Int((geometry.centerY * 2 / geometry.cellHeight).rounded())
    var jumps: [Double] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let x = Double(column + 1) * RingGeometry.cellWidth - geometry.centerX
        let y = Double(row + 1) * geometry.cellHeight - geometry.centerY
        if column + 1 < columns {
          let top = y - geometry.cellHeight
          jumps += jump(
            edge, edges, trace, from: (x, top), step: (0, geometry.cellHeight / Double(trace.cell.height)),
            across: (RingGeometry.cellWidth / Double(trace.cell.width), 0), count: trace.cell.height)
        }
        if row + 1 < rows {
          let left = x - RingGeometry.cellWidth
          jumps += jump(
            edge, edges, trace, from: (left, y), step: (RingGeometry.cellWidth / Double(trace.cell.width), 0),
            across: (0, geometry.cellHeight / Double(trace.cell.height)), count: trace.cell.width)
        }
      }
    }
    return jumps
  }

  private static func jump(
    _ edge: Edge, _ edges: [Edge], _ trace: Trace, from start: (Double, Double), step: (Double, Double),
    across: (Double, Double), count: Int
  ) -> [Double] {
    var sum = 0.0
    var crossings = 0
    var lastSide: Bool?
    for index in 0..<count {
      let x = start.0 + step.0 * (Double(index) + 0.5)
      let y = start.1 + step.1 * (Double(index) + 0.5)
      let distance = sqrt(x * x + y * y)
      // Every pixel is assigned to the nearest edge.
      guard abs(distance - edge.radius) <= edge.reach,
        edges.allSatisfy({ abs(distance - edge.radius) <= abs(distance - $0.radius) })
      else { continue }
      if isNearEnd(edge, x: x, y: y) { return [] }
      if let lastSide, lastSide != (distance < edge.radius) { crossings += 1 }
      lastSide = distance < edge.radius
      let shares = [-0.5, 0.5].map { side -> Double? in
        let (px, py) = (x + across.0 * side, y + across.1 * side)
        guard let color = trace.color(x: px, y: py), let drawn = trace.share(color, of: edge, x: px, y: py) else {
          return nil
        }
        return drawn - coverage(edge.radius - sqrt(px * px + py * py))
      }
      guard let before = shares[0], let behind = shares[1] else { return [] }
      sum += behind - before
    }
    guard crossings == 1 else { return [] }
    // Measured across the contour, not along the boundary, which a contour may meet at a small angle.
    let middle = (start.0 + step.0 * Double(count) / 2, start.1 + step.1 * Double(count) / 2)
    let length = sqrt(middle.0 * middle.0 + middle.1 * middle.1)
    let (nx, ny) = (abs(middle.0) / length, abs(middle.1) / length)
    let size = abs(sum) * (step.0 * nx + step.1 * ny)
    let extent = RingGeometry.cellWidth * nx + trace.geometry.cellHeight * ny
    return [size / extent]
  }

  private static func coverage(_ depth: Double) -> Double { min(max(0.5 + depth, 0), 1) }
}
