public import Foundation

/// A position at an instant, with altitude, speed and direction. Immutable.
///
/// An unknown value has a negative accuracy; an unknown speed or course is -1. Locations are equal only if they are
/// the same object; compare their properties instead. On Apple's systems this class is part of Core Location; here
/// nothing measures locations: they come from files and from programs that create them.
open class CLLocation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties are constants.

  /// The coordinate.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above mean sea level. Meaningless if ``verticalAccuracy`` is 0 or negative.
  public let altitude: CLLocationDistance
  /// The radius of uncertainty around the coordinate in metres; negative if the coordinate is invalid.
  public let horizontalAccuracy: CLLocationAccuracy
  /// The uncertainty of the altitude in metres.
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees clockwise from north.
  public let course: CLLocationDirection
  /// The accuracy of the course in degrees; negative if unknown.
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Metres per second.
  public let speed: CLLocationSpeed
  /// The accuracy of the speed in metres per second; negative if unknown.
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// The instant of the measurement.
  public let timestamp: Date
  /// The source of the location, nil if it is unknown.
  public let sourceInformation: CLLocationSourceInformation?

  /// The floor of the building: always nil here.
  public var floor: CLFloor? { nil }
  /// Metres above the WGS 84 ellipsoid: here the same as ``altitude``, since mean sea level is unknown.
  public var ellipsoidalAltitude: CLLocationDistance { altitude }

  /// A coordinate without further properties, at the current time.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// A coordinate and an altitude.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
      course: -1, speed: -1, timestamp: timestamp)
  }

  /// A coordinate, an altitude and a movement.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
      course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1, timestamp: timestamp)
  }

  /// A coordinate, an altitude and a movement, with the accuracy of each.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date
  ) {
    self.init(
      place: coordinate, altitude: altitude, hAccuracy, vAccuracy, course: course, courseAccuracy: courseAccuracy,
      speed: speed, speedAccuracy: speedAccuracy, timestamp: timestamp, source: nil)
  }

  /// The same, with the source of the location.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection,
    courseAccuracy: CLLocationDirectionAccuracy, speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy,
    timestamp: Date, sourceInfo: CLLocationSourceInformation
  ) {
    self.init(
      place: coordinate, altitude: altitude, hAccuracy, vAccuracy, course: course, courseAccuracy: courseAccuracy,
      speed: speed, speedAccuracy: speedAccuracy, timestamp: timestamp, source: sourceInfo)
  }

  private init(
    place: CLLocationCoordinate2D, altitude: CLLocationDistance, _ horizontalAccuracy: CLLocationAccuracy,
    _ verticalAccuracy: CLLocationAccuracy, course: CLLocationDirection, courseAccuracy: CLLocationDirectionAccuracy,
    speed: CLLocationSpeed, speedAccuracy: CLLocationSpeedAccuracy, timestamp: Date,
    source: CLLocationSourceInformation?
  ) {
    coordinate = place
    self.altitude = altitude
    self.horizontalAccuracy = horizontalAccuracy
    self.verticalAccuracy = verticalAccuracy
    self.course = course
    self.courseAccuracy = courseAccuracy
    self.speed = speed
    self.speedAccuracy = speedAccuracy
    self.timestamp = timestamp
    sourceInformation = source
    super.init()
  }

  /// The distance in metres to another location along the surface of the earth, ignoring altitudes.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic.length(from: coordinate, to: location.coordinate)
  }

  /// The same object, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A description for people.
  open override var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m (speed \(speed) mps / course \(course)) "
      + "@ \(timestamp)"
  }

  // MARK: - Archiving

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    func number(_ key: String) -> Double { coder.decodeDouble(forKey: key) }
    guard coder.containsValue(forKey: "timestamp") else { return nil }
    coordinate = CLLocationCoordinate2D(latitude: number("latitude"), longitude: number("longitude"))
    altitude = number("altitude")
    horizontalAccuracy = number("horizontalAccuracy")
    verticalAccuracy = number("verticalAccuracy")
    course = number("course")
    courseAccuracy = number("courseAccuracy")
    speed = number("speed")
    speedAccuracy = number("speedAccuracy")
    timestamp = Date(timeIntervalSinceReferenceDate: number("timestamp"))
    sourceInformation = nil
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  open func encode(with coder: NSCoder) {
    let numbers: [(String, Double)] = [
      ("latitude", coordinate.latitude), ("longitude", coordinate.longitude), ("altitude", altitude),
      ("horizontalAccuracy", horizontalAccuracy), ("verticalAccuracy", verticalAccuracy), ("course", course),
      ("courseAccuracy", courseAccuracy), ("speed", speed), ("speedAccuracy", speedAccuracy),
      ("timestamp", timestamp.timeIntervalSinceReferenceDate),
    ]
    for (key, number) in numbers { coder.encode(number, forKey: key) }
  }
}

/// A floor of a building, counted from 0 at the ground.
open class CLFloor: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties are constants.

  /// Negative below the ground.
  public let level: Int

  init(level: Int) {
    self.level = level
    super.init()
  }
}

/// The source of a location.
open class CLLocationSourceInformation: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties are constants.

  /// Whether a program simulated it.
  public let isSimulatedBySoftware: Bool
  /// Whether an external accessory measured it.
  public let isProducedByAccessory: Bool

  /// How a location came about.
  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
    super.init()
  }
}
