// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A length in metres.
public typealias CLLocationDistance = Double
/// The accuracy of a length in metres; negative if the length is unknown.
public typealias CLLocationAccuracy = Double
/// Metres per second; negative if unknown.
public typealias CLLocationSpeed = Double
/// The accuracy of a speed in metres per second; negative if unknown.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from north; negative if unknown.
public typealias CLLocationDirection = Double
/// The accuracy of a direction in degrees; negative if unknown.
public typealias CLLocationDirectionAccuracy = Double

/// The maximum distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The maximum time interval in seconds.
public let CLTimeIntervalMax: Double = .greatestFiniteMagnitude
/// All movements are reported.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The accuracies that a program can request from a sensor. There is none here: they are only numbers.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
/// The best accuracy.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
/// Ten metres.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
/// A hundred metres.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
/// A kilometre.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
/// Three kilometres.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

/// A coordinate on earth, in degrees of the reference frame WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  /// North of the equator; negative in the south.
  public var latitude: CLLocationDegrees
  /// East of the prime meridian; negative in the west.
  public var longitude: CLLocationDegrees

  /// The coordinate 0, 0.
  public init() {
    self.init(latitude: 0, longitude: 0)
  }

  /// A coordinate; it is not checked.
  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// An invalid coordinate.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether the latitude is from -90 to 90 and the longitude from -180 to 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  coord.latitude.magnitude <= 90 && coord.longitude.magnitude <= 180
}

/// A coordinate in degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
