package import FoundationEssentials

/// Where a workout was at an instant. Coordinates and angles are in degrees, lengths in metres, speeds in metres a second.
///
/// As HealthKit has it, an accuracy below 0 says that what it belongs to is not known.
package struct RoutePoint: Hashable, Sendable {
  package var date: Date
  package var latitude: Double
  package var longitude: Double
  package var altitude = 0.0
  package var horizontalAccuracy = -1.0
  package var verticalAccuracy = -1.0
  /// -1 where it is not known, as the course.
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

  /// Since 2001-01-01 UTC, as `Date` counts.
  private var seconds: Double {
    get { date.timeIntervalSinceReferenceDate }
    set { date = Date(timeIntervalSinceReferenceDate: newValue) }
  }

  /// Heights, speeds and accuracies beyond this are none that anything measures.
  package static let largestValue = 1e9

  /// Whether it is a place on earth at a date that is believed, with finite numbers.
  package var isPlausible: Bool {
    // Written so that a number that is none fails each.
    latitude.magnitude <= 90 && longitude.magnitude <= 180 && SampleBounds.allows(date)
      && [altitude, horizontalAccuracy, verticalAccuracy, speed, speedAccuracy, course, courseAccuracy]
        .allSatisfy { $0.magnitude <= Self.largestValue }
  }
}
