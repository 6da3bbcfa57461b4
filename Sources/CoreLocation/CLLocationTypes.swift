// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Latitude or longitude in degrees.
public typealias CLLocationDegrees = Double
/// A length in metres.
public typealias CLLocationDistance = Double
/// How far off a length may be, in metres; below 0 where the length is not known.
public typealias CLLocationAccuracy = Double
/// Metres per second; below 0 where it is not known.
public typealias CLLocationSpeed = Double
/// How far off a speed may be, in metres per second; below 0 where it is not known.
public typealias CLLocationSpeedAccuracy = Double
/// Degrees clockwise from north; below 0 where it is not known.
public typealias CLLocationDirection = Double
/// How far off a direction may be, in degrees; below 0 where it is not known.
public typealias CLLocationDirectionAccuracy = Double

/// The longest distance there is.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude
/// The longest time there is, in seconds.
public let CLTimeIntervalMax: Double = .greatestFiniteMagnitude
/// Every movement counts.
public let kCLDistanceFilterNone: CLLocationDistance = -1
/// The accuracies that a program can ask a sensor for. There is none here: they are numbers to compare with.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1_000
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3_000

/// A place on earth, in degrees of the reference frame WGS 84.
public struct CLLocationCoordinate2D: Sendable {
  /// North of the equator; south of it below 0.
  public var latitude: CLLocationDegrees
  /// East of the prime meridian; west of it below 0.
  public var longitude: CLLocationDegrees

  /// The place where equator and prime meridian meet.
  public init() {
    self.init(latitude: 0, longitude: 0)
  }

  public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// No place at all.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// Whether the latitude lies between -90 and 90 and the longitude between -180 and 180.
public func CLLocationCoordinate2DIsValid(_ coord: CLLocationCoordinate2D) -> Bool {
  coord.latitude.magnitude <= 90 && coord.longitude.magnitude <= 180
}

/// A coordinate of these degrees.
public func CLLocationCoordinate2DMake(
  _ latitude: CLLocationDegrees, _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
  CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}
