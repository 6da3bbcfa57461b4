package import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where a workout went: the points of its routes, as many as a picture shows, with the way and the climbing of all.
package struct WorkoutTrack: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var time: Date
    /// Degrees.
    package var latitude: Double
    package var longitude: Double
    /// Metres; nil where it is not known.
    package var altitude: Double?
    /// Metres along the way from the first point.
    package var distance: Double
    /// Whether nothing leads here from the point before: a new route begins.
    package var isFirst: Bool
  }

  package private(set) var points: [Point] = []
  /// Metres.
  package private(set) var length = 0.0
  package private(set) var ascent = 0.0
  package private(set) var descent = 0.0

  /// Every so many points one is kept.
  private let every: Int
  private var seen = 0
  private var last: RoutePoint?
  private var beginsRoute = true
  /// The altitude from which climbing is counted.
  private var level: Double?

  /// More are not seen on any screen.
  package static let mostPoints = 4_096
  /// Altitudes waver by a few metres where nobody climbs.
  package static let leastClimb = 3.0

  /// - Parameter count: how many points will come.
  package init(count: Int) {
    every = max(1, count / Self.mostPoints + (count % Self.mostPoints > 0 ? 1 : 0))
  }

  /// Says that the next point belongs to another route.
  package mutating func beginRoute() {
    beginsRoute = true
    last = nil
    level = nil
  }

  /// Adds the next point of a route.
  package mutating func add(_ point: RoutePoint) {
    guard point.isPlausible else { return }
    if let last { length += Self.metres(from: last, to: point) }
    last = point
    let altitude = point.verticalAccuracy >= 0 ? point.altitude : nil
    if let altitude { climb(to: altitude) }
    defer { seen += 1 }
    guard beginsRoute || seen.isMultiple(of: every), points.count < 2 * Self.mostPoints else { return }
    points.append(
      Point(
        time: point.date, latitude: point.latitude, longitude: point.longitude, altitude: altitude, distance: length,
        isFirst: beginsRoute))
    beginsRoute = false
  }

  private mutating func climb(to altitude: Double) {
    guard let from = level else {
      level = altitude
      return
    }
    guard abs(altitude - from) >= Self.leastClimb else { return }
    if altitude > from { ascent += altitude - from } else { descent += from - altitude }
    level = altitude
  }

  /// Metres on a sphere, for points that are near each other.
  static func metres(from one: RoutePoint, to other: RoutePoint) -> Double {
    let north = (other.latitude - one.latitude) * metresPerDegree
    let east =
      degrees(from: one.longitude, to: other.longitude) * metresPerDegree
      * cos((one.latitude + other.latitude) / 2 * .pi / 180)
    return (north * north + east * east).squareRoot()
  }

  /// The shorter way round the earth, in degrees; positive is east.
  package static func degrees(from one: Double, to other: Double) -> Double {
    let difference = other - one
    return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
  }

  package static let metresPerDegree = 111_195.0

  /// Metres to the east and the north of the middle of all points, in which the map is drawn.
  package var places: [(east: Double, north: Double)] {
    guard let first = points.first else { return [] }
    let middle = ((points.map(\.latitude).min() ?? 0) + (points.map(\.latitude).max() ?? 0)) / 2
    let narrowing = cos(middle * .pi / 180)
    return points.map { point in
      (
        Self.degrees(from: first.longitude, to: point.longitude) * Self.metresPerDegree * narrowing,
        (point.latitude - middle) * Self.metresPerDegree
      )
    }
  }

  /// The lowest and the highest altitude; nil where none is known.
  package var altitudes: ClosedRange<Double>? {
    let known = points.compactMap(\.altitude)
    guard let low = known.min(), let high = known.max() else { return nil }
    return low...high
  }

  /// The last point at or before an instant; nil before the first.
  ///
  /// - Complexity: O(log n).
  package func point(at time: Date) -> Int? {
    var low = 0
    var high = points.count
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
