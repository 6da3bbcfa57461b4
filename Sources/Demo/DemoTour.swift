import FoundationEssentials
import HealthModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A closed route over gentle hills: a distorted circle.
struct DemoTour {
  private struct Wave {
    var turns: Double
    var size: Double
    var phase: Double
  }

  private let waves: [Wave]
  private let hills: [Wave]
  /// Where it begins, as a fraction of a turn.
  private let begin: Double
  /// The radius of the circle in metres.
  private let radius: Double

  private static let (latitude, longitude) = (47.47, 8.62)
  private static let metresPerDegree = 111_320.0

  /// - Parameter metres: the total distance; two laps if it is long.
  init(metres: Double, _ random: inout DemoRandom) {
    waves = (2...6).map { turns in
      Wave(
        turns: Double(turns), size: random.number(0.05..<0.62) / Double(turns), phase: random.number(0..<(2 * .pi)))
    }
    hills = [1.0, 2, 5].map { Wave(turns: $0, size: 26 / $0, phase: random.number(0..<(2 * .pi))) }
    begin = random.number(0..<1)
    // The length of the route for a circle of radius 1, by numerical integration.
    let shape = waves
    func place(_ part: Double) -> (x: Double, y: Double) {
      let angle = 2 * .pi * part
      let out = 1 + shape.reduce(0) { $0 + $1.size * sin($1.turns * angle + $1.phase) }
      return (out * cos(angle), out * sin(angle))
    }
    var length = 0.0
    var last = place(0)
    for step in 1...400 {
      let next = place(Double(step) / 400)
      length += ((next.x - last.x) * (next.x - last.x) + (next.y - last.y) * (next.y - last.y)).squareRoot()
      last = next
    }
    radius = metres / max(1, length)
  }

  func point(at date: Date, part: Double, speed: Double) -> RoutePoint {
    let angle = 2 * .pi * (begin + part)
    let out = radius * (1 + waves.reduce(0) { $0 + $1.size * sin($1.turns * angle + $1.phase) })
    let latitude = Self.latitude + out * sin(angle) / Self.metresPerDegree
    var point = RoutePoint(
      date: date, latitude: latitude,
      longitude: Self.longitude + out * cos(angle) / (Self.metresPerDegree * cos(latitude * .pi / 180)))
    point.altitude = 455 + hills.reduce(0) { $0 + $1.size * sin($1.turns * angle + $1.phase) }
    point.horizontalAccuracy = 4
    point.verticalAccuracy = 3
    point.speed = speed
    return point
  }
}
