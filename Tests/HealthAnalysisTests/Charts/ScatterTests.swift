import HealthAnalysis
import HealthModel
import TestSupport
import Testing

@Suite("Scatter plots of two types")
struct ScatterTests {
  private static func scatter(_ points: [(Double, Double)]) -> Scatter {
    let first = Day(number: 20_000)
    return Scatter(
      x: "x", y: "y", days: first...(first + max(0, points.count - 1)),
      points: points.enumerated().map { Scatter.Point(day: first + $0.offset, x: $0.element.0, y: $0.element.1) })
  }

  @Test(
    "the correlation matches a model, and no other line fits the points better", arguments: 0..<30 as Range<UInt64>)
  func model(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    let slope = Double.random(in: -3...3, using: &random)
    let noise = Double.random(in: 0...20, using: &random)
    let points = (0..<Int.random(in: 3...200, using: &random)).map { _ in
      let x = Double.random(in: -50...9_000, using: &random)
      return (x, 40 + slope * x / 100 + Double.random(in: -1...1, using: &random) * noise)
    }
    let scatter = Self.scatter(points)
    // Computed from all pairs of points instead of the distances to a mean.
    var (xx, yy, xy) = (0.0, 0.0, 0.0)
    for one in points {
      for other in points {
        xx += (one.0 - other.0) * (one.0 - other.0)
        yy += (one.1 - other.1) * (one.1 - other.1)
        xy += (one.0 - other.0) * (one.1 - other.1)
      }
    }
    let correlation = try #require(scatter.correlation)
    #expect(abs(correlation - xy / (xx * yy).squareRoot()) < 1e-9)
    let fit = try #require(scatter.fit)
    func error(_ slope: Double, _ offset: Double) -> Double {
      points.reduce(0) { sum, point in
        let distance = point.1 - (offset + slope * point.0)
        return sum + distance * distance
      }
    }
    let least = error(fit.slope, fit.offset)
    for (more, up) in [(1e-5, 0), (-1e-5, 0), (0, 1e-2), (0, -1e-2)] as [(Double, Double)] {
      #expect(least <= error(fit.slope + more, fit.offset + up))
    }
  }

  @Test("there is no correlation for too few points or a constant value, and values that are not finite are ignored")
  func nothingToSay() {
    #expect(Self.scatter([]).correlation == nil)
    #expect(Self.scatter([(1, 1), (2, 2)]).correlation == nil)
    #expect(Self.scatter([(1, 7.1), (2, 7.1), (3, 7.1), (4, 7.1)]).correlation == nil)
    let scatter = Self.scatter([(1, 1), (2, .nan), (.infinity, 3), (3, 3), (4, 4)])
    #expect(scatter.points.count == 3 && abs((scatter.correlation ?? 0) - 1) < 1e-12)
  }
}
