package import FoundationEssentials

/// A position at an instant. Coordinates and angles are in degrees, lengths in metres, speeds in metres per second.
///
/// As in HealthKit, a negative accuracy means that the corresponding value is unknown.
package struct RoutePoint: Hashable, Sendable {
  package var date: Date
  package var latitude: Double
  package var longitude: Double
  package var altitude = 0.0
  package var horizontalAccuracy = -1.0
  package var verticalAccuracy = -1.0
  /// -1 if unknown, as for the course.
  package var speed = -1.0
  package var speedAccuracy = -1.0
  /// Clockwise from north.
  package var course = -1.0
  package var courseAccuracy = -1.0

  package init(date: Date, latitude: Double, longitude: Double) {
    self.date = date
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The numbers, in the order in which they are stored.
  static let columns: [any WritableKeyPath<RoutePoint, Double> & Sendable] = [
    \.seconds, \.latitude, \.longitude, \.altitude, \.horizontalAccuracy, \.verticalAccuracy, \.speed, \.speedAccuracy,
    \.course, \.courseAccuracy,
  ]

  /// Seconds since 2001-01-01 UTC, as in `Date`.
  private var seconds: Double {
    get { date.timeIntervalSinceReferenceDate }
    set { date = Date(timeIntervalSinceReferenceDate: newValue) }
  }

  /// Altitudes, speeds and accuracies beyond this are implausible.
  package static let largestValue = 1e9

  /// Whether it is a position on earth with a plausible date and finite numbers.
  package var isPlausible: Bool {
    // Written so that each condition is false for NaN.
    latitude.magnitude <= 90 && longitude.magnitude <= 180 && SampleBounds.allows(date)
      && [altitude, horizontalAccuracy, verticalAccuracy, speed, speedAccuracy, course, courseAccuracy]
        .allSatisfy { $0.magnitude <= Self.largestValue }
  }
}
