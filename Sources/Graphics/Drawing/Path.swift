#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A point or a vector; y increases downwards.
package typealias Point = SIMD2<Double>

extension Point {
  /// The unit vector at an angle in turns: 0 is up, a quarter is right.
  package init(turns: Double) {
    self.init(sin(turns * 2 * .pi), -cos(turns * 2 * .pi))
  }
}

/// Lines and curves, open or closed.
package struct Path: Hashable, Sendable {
  package enum Element: Hashable, Sendable {
    case move(Point)
    case line(Point)
    /// A cubic Bézier curve: two control points, and its end.
    case curve(Point, Point, Point)
    case close
  }

  package var elements: [Element] = []

  package init() {}

  package mutating func move(to point: Point) { elements.append(.move(point)) }
  package mutating func line(to point: Point) { elements.append(.line(point)) }
  package mutating func curve(_ first: Point, _ second: Point, to end: Point) {
    elements.append(.curve(first, second, end))
  }
  package mutating func close() { elements.append(.close) }
  package mutating func append(_ other: Path) { elements += other.elements }
}

extension Path {
  package init(polyline points: some Sequence<Point>) {
    for point in points { elements.append(elements.isEmpty ? .move(point) : .line(point)) }
  }

  /// A closed shape through these points.
  package init(polygon points: some Sequence<Point>) {
    self.init(polyline: points)
    close()
  }

  package init(lineFrom start: Point, to end: Point) { elements = [.move(start), .line(end)] }

  /// - Parameters:
  ///   - radius: of all corners, at most half the width and height.
  package init(rectangle origin: Point, size: Point, radius: Double = 0) {
    self.init(rectangle: origin, size: size, top: radius, bottom: radius)
  }

  /// A rectangle with different corners above and below.
  package init(rectangle origin: Point, size: Point, top: Double, bottom: Double) {
    let (left, right, upper, lower) = (origin.x, origin.x + size.x, origin.y, origin.y + size.y)
    let most = max(0, min(size.x / 2, size.y / (top > 0 && bottom > 0 ? 2 : 1)))
    let (top, bottom) = (min(max(0, top), most), min(max(0, bottom), most))
    // The distance of the control points of a quarter circle.
    let bend = 1 - Self.quarterBend
    move(to: Point(left + top, upper))
    line(to: Point(right - top, upper))
    if top > 0 {
      curve(Point(right - top * bend, upper), Point(right, upper + top * bend), to: Point(right, upper + top))
    }
    line(to: Point(right, lower - bottom))
    if bottom > 0 {
      curve(
        Point(right, lower - bottom * bend), Point(right - bottom * bend, lower), to: Point(right - bottom, lower))
    }
    line(to: Point(left + bottom, lower))
    if bottom > 0 {
      curve(Point(left + bottom * bend, lower), Point(left, lower - bottom * bend), to: Point(left, lower - bottom))
    }
    line(to: Point(left, upper + top))
    if top > 0 { curve(Point(left, upper + top * bend), Point(left + top * bend, upper), to: Point(left + top, upper)) }
    close()
  }

  package init(circle center: Point, radius: Double) {
    self.init(arc: center, radius: radius, from: 0, to: 1)
    close()
  }

  /// A clockwise arc, at most one turn long, with angles in turns: 0 is up, a quarter is right.
  ///
  /// It is divided at sixteenths of a turn, so that an arc that grows changes only at its end.
  package init(arc center: Point, radius: Double, from start: Double, to end: Double) {
    let end = min(start + 1, max(start, end))
    var (angle, (point, heading)) = (start, Self.place(center, radius, start))
    move(to: point)
    repeat {
      let next = min(end, ((angle * 16 + 1e-6).rounded(.down) + 1) / 16)
      // Sixteenths of a turn deviate from the circle by a millionth of the radius.
      let reach = radius * 4 / 3 * tan((next - angle) * .pi / 2)
      let (nextPoint, nextHeading) = Self.place(center, radius, next)
      curve(point + heading * reach, nextPoint - nextHeading * reach, to: nextPoint)
      (angle, point, heading) = (next, nextPoint, nextHeading)
    } while angle < end
  }

  /// The sector of a circle from its centre.
  package init(sector center: Point, radius: Double, from start: Double, to end: Double) {
    self.init(arc: center, radius: radius, from: start, to: end)
    line(to: center)
    close()
  }

  private static func place(_ center: Point, _ radius: Double, _ turns: Double) -> (Point, heading: Point) {
    (center + radius * Point(turns: turns), Point(turns: turns + 0.25))
  }

  private static let quarterBend = 0.5522847498

  /// A smooth line through points whose x only increases or only decreases, which never goes beyond the values of its neighbours (monotone cubic
  /// interpolation by Fritsch and Carlson).
  package init(smooth points: [Point]) {
    self.init(polyline: points.prefix(1))
    guard points.count > 2 else {
      for point in points.dropFirst() { line(to: point) }
      return
    }
    let slopes = zip(points, points.dropFirst()).map { $1.x == $0.x ? 0 : ($1.y - $0.y) / ($1.x - $0.x) }
    var tangents = [slopes[0]]
    for (before, after) in zip(slopes, slopes.dropFirst()) {
      // The harmonic mean is at most twice the smaller slope, and zero at a peak.
      tangents.append(before * after <= 0 ? 0 : 2 * before * after / (before + after))
    }
    tangents.append(slopes[slopes.count - 1])
    for index in 1..<points.count {
      let (from, to) = (points[index - 1], points[index])
      let third = (to.x - from.x) / 3
      curve(
        from + Point(third, third * tangents[index - 1]), to - Point(third, third * tangents[index]), to: to)
    }
  }
}

extension Path {
  /// The path with a line to its first point, to be appended to another.
  package var continued: Path {
    var result = self
    if case .move(let start) = elements.first { result.elements[0] = .line(start) }
    return result
  }

  package func transformed(_ transform: Transform) -> Path {
    var result = self
    for index in elements.indices {
      switch elements[index] {
      case .move(let point): result.elements[index] = .move(transform(point))
      case .line(let point): result.elements[index] = .line(transform(point))
      case .curve(let first, let second, let end):
        result.elements[index] = .curve(transform(first), transform(second), transform(end))
      case .close: break
      }
    }
    return result
  }

  /// The corners of a rectangle that contains all points; nil for an empty path, or one with a point that is not finite.
  package var bounds: (low: Point, high: Point)? {
    var low = Point(repeating: .infinity)
    var high = -low
    func add(_ point: Point) {
      low = pointwiseMin(low, point)
      high = pointwiseMax(high, point)
      if !(point.x.isFinite && point.y.isFinite) { high.x = .nan }
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .curve(let first, let second, let end):
        add(first)
        add(second)
        add(end)
      case .close: break
      }
    }
    return (high - low).min() >= 0 && (high - low).max() < .infinity ? (low, high) : nil
  }

  /// The dashes of lines as open lines; curves are divided into lines of a sixteenth of their length.
  package func dashed(_ dash: Stroke.Dash) -> Path {
    guard dash.on > 0, dash.off > 0 else { return self }
    var result = Path()
    for run in polylines {
      var isOn = true
      var left = dash.on
      result.move(to: run[0])
      for (from, to) in zip(run, run.dropFirst()) {
        let length = ((to - from) * (to - from)).sum().squareRoot()
        // More dashes than any screen shows.
        guard length > 0, length / (dash.on + dash.off) < 10_000 else { continue }
        var done = 0.0
        while length - done > left {
          done += left
          let point = from + (to - from) * (done / length)
          if isOn { result.line(to: point) } else { result.move(to: point) }
          isOn.toggle()
          left = isOn ? dash.on : dash.off
        }
        left -= length - done
        if isOn { result.line(to: to) }
      }
    }
    return result
  }

  /// The point of a curve at a place, 0...1.
  static func point(_ start: Point, _ first: Point, _ second: Point, _ end: Point, at place: Double) -> Point {
    let (t, s) = (place, 1 - place)
    let near = start * (s * s * s) + first * (3 * s * s * t)
    return near + second * (3 * s * t * t) + end * (t * t * t)
  }

  /// The lines of each part, at least two points long.
  private var polylines: [[Point]] {
    var runs: [[Point]] = []
    for element in elements {
      let last = runs.last?.last ?? Point()
      switch element {
      case .move(let point): runs.append([point])
      case .line(let point): runs.isEmpty ? runs.append([point]) : runs[runs.count - 1].append(point)
      case .curve(let first, let second, let end):
        if runs.isEmpty { runs.append([last]) }
        for step in 1...16 {
          runs[runs.count - 1].append(Self.point(last, first, second, end, at: Double(step) / 16))
        }
      case .close:
        if let start = runs.last?.first { runs[runs.count - 1].append(start) }
      }
    }
    return runs.filter { $0.count > 1 }
  }
}

/// A change of size and position.
package struct Transform: Hashable, Sendable {
  package var scale: Point
  package var offset: Point

  package init(scale: Point = Point(1, 1), offset: Point = Point()) {
    self.scale = scale
    self.offset = offset
  }

  package func callAsFunction(_ point: Point) -> Point { point * scale + offset }

  /// The factor of widths, where both directions differ their mean.
  package var factor: Double { (scale.x * scale.y).magnitude.squareRoot() }
}
