package import FoundationEssentials

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The route of a workout: as many points as a picture shows, with the distance and elevation gain of all points.
package struct WorkoutTrack: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package var time: Date
    /// Degrees.
    package var latitude: Double
    package var longitude: Double
    /// Metres; nil if unknown.
    package var altitude: Double?
    /// Metres along the route from the first point.
    package var distance: Double
    /// Whether a new route begins here, not connected to the previous point.
    package var isFirst: Bool
  }

  package private(set) var points: [Point] = []
  /// Metres.
  package private(set) var length = 0.0
  package private(set) var ascent = 0.0
  package private(set) var descent = 0.0

  /// One of this many points is kept.
  private let every: Int
  private var seen = 0
  private var last: RoutePoint?
  private var beginsRoute = true
  /// The altitude from which elevation gain is counted.
  private var level: Double?

  /// The maximum number of points; no screen can show more.
  package static let mostPoints = 4_096
  /// Measured altitudes fluctuate by a few metres without any climbing.
  package static let leastClimb = 3.0

  /// - Parameter count: the number of points that will be added.
  package init(count: Int) {
    every = max(1, count / Self.mostPoints + (count % Self.mostPoints > 0 ? 1 : 0))
  }

  /// Starts a new route at the next point.
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

  /// The distance in metres on a sphere, for nearby points.
  package static func metres(from one: RoutePoint, to other: RoutePoint) -> Double {
    let north = (other.latitude - one.latitude) * metresPerDegree
    let east =
      degrees(from: one.longitude, to: other.longitude) * metresPerDegree
      * cos((one.latitude + other.latitude) / 2 * .pi / 180)
    return (north * north + east * east).squareRoot()
  }

  /// The shorter difference in longitude, in degrees; positive is east.
  package static func degrees(from one: Double, to other: Double) -> Double {
    let difference = other - one
    return difference > 180 ? difference - 360 : difference < -180 ? difference + 360 : difference
  }

  package static let metresPerDegree = 111_195.0

  /// Metres east and north of the centre of all points, for drawing the map.
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

  /// The lowest and the highest altitude; nil if unknown.
  package var altitudes: ClosedRange<Double>? {
    let known = points.compactMap(\.altitude)
    guard let low = known.min(), let high = known.max() else { return nil }
    return low...high
  }

  /// The last point at or before an instant; nil before the first.
  ///
  /// - Complexity: O(log n).
  package func point(at time: Date) -> Int? {
    let next = points.partitioningIndex { $0.time > time }
    return next > 0 ? next - 1 : nil
  }
}
