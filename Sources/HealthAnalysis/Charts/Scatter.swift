package import HealthModel

/// Two quantity types plotted against each other, with one point for each day that has both, or the second some days later.
package struct Scatter: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var day: Day
    package var x: Double
    package var y: Double

    package init(day: Day, x: Double, y: Double) {
      self.day = day
      self.x = x
      self.y = y
    }
  }

  /// A straight line.
  package struct Line: Hashable, Sendable {
    package var slope: Double
    /// At x = 0.
    package var offset: Double

    package func y(at x: Double) -> Double { offset + slope * x }
  }

  /// The raw identifiers.
  package let x: String
  package let y: String
  /// The days of the first type, and by how many the second follows.
  package let days: ClosedRange<Day>
  package let lag: Int
  /// By day.
  package let points: [Point]
  /// Pearson's coefficient, from -1 to 1; nil with fewer than three points, or if one of the two is constant.
  package let correlation: Double?
  /// The regression line by least squares in y; nil if the correlation is nil.
  package let fit: Line?
  /// By rank, which needs no straight line.
  package let rank: Measure<DayCorrelation>

  /// - Parameter points: points that are not finite are ignored.
  package init(x: String, y: String, days: ClosedRange<Day>, lag: Int = 0, points: [Point]) {
    self.x = x
    self.y = y
    (self.days, self.lag) = (days, lag)
    let points = points.filter { $0.x.isFinite && $0.y.isFinite }
    self.points = points
    rank = DayCorrelation.spearman(
      Dictionary(points.map { ($0.day, $0.x) }) { $1 }, Dictionary(points.map { ($0.day + lag, $0.y) }) { $1 }, lag: lag
    )
    let count = Double(points.count)
    guard points.count >= 3 else {
      (correlation, fit) = (nil, nil)
      return
    }
    let (meanX, meanY) = (points.reduce(0) { $0 + $1.x } / count, points.reduce(0) { $0 + $1.y } / count)
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for point in points {
      let (dx, dy) = (point.x - meanX, point.y - meanY)
      xx += dx * dx
      yy += dy * dy
      xy += dx * dy
    }
    // A variance that is zero but for rounding counts as zero.
    guard xx > 1e-18 * meanX * meanX * count, yy > 1e-18 * meanY * meanY * count, xx > 0, yy > 0 else {
      (correlation, fit) = (nil, nil)
      return
    }
    correlation = min(1, max(-1, xy / (xx.squareRoot() * yy.squareRoot())))
    fit = Line(slope: xy / xx, offset: meanY - xy / xx * meanX)
  }
}
