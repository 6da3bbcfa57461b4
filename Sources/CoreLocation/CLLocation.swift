public import Foundation

/// Where something was at an instant, how high, how fast and in which direction. Immutable.
///
/// What is not known has an accuracy below 0, and a speed or a course of -1. Two locations are the same object or not;
/// compare their properties. On Apple's systems this is Core Location's class; here nothing measures, and locations come
/// from files and from programs that make them.
open class CLLocation: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties are constants.

  /// Where.
  public let coordinate: CLLocationCoordinate2D
  /// Metres above mean sea level. Means nothing where ``verticalAccuracy`` is 0 or below.
  public let altitude: CLLocationDistance
  /// The radius in metres around the coordinate; below 0 where the coordinate means nothing.
  public let horizontalAccuracy: CLLocationAccuracy
  /// How far off the altitude may be.
  public let verticalAccuracy: CLLocationAccuracy
  /// Degrees clockwise from north.
  public let course: CLLocationDirection
  public let courseAccuracy: CLLocationDirectionAccuracy
  /// Metres per second.
  public let speed: CLLocationSpeed
  public let speedAccuracy: CLLocationSpeedAccuracy
  /// When.
  public let timestamp: Date
  /// What made the location, nil where that is not known.
  public let sourceInformation: CLLocationSourceInformation?

  /// The floor of the building: never known here.
  public var floor: CLFloor? { nil }
  /// Metres above the ellipsoid of WGS 84: here the same as ``altitude``, since nothing knows where mean sea level is.
  public var ellipsoidalAltitude: CLLocationDistance { altitude }

  /// A place without anything else, now.
  public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
    self.init(
      coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude), altitude: 0, horizontalAccuracy: 0,
      verticalAccuracy: -1, timestamp: Date())
  }

  /// A place and a height.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
      course: -1, speed: -1, timestamp: timestamp)
  }

  /// A place, a height and a movement.
  public convenience init(
    coordinate: CLLocationCoordinate2D, altitude: CLLocationDistance, horizontalAccuracy hAccuracy: CLLocationAccuracy,
    verticalAccuracy vAccuracy: CLLocationAccuracy, course: CLLocationDirection, speed: CLLocationSpeed,
    timestamp: Date
  ) {
    self.init(
      coordinate: coordinate, altitude: altitude, horizontalAccuracy: hAccuracy, verticalAccuracy: vAccuracy,
      course: course, courseAccuracy: -1, speed: speed, speedAccuracy: -1, timestamp: timestamp)
  }

  /// A place, a height and a movement, with how far off each may be.
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

  /// The same, with what made it.
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

  /// Metres to another location along the surface of the earth, without their heights.
  open func distance(from location: CLLocation) -> CLLocationDistance {
    Geodesic.length(from: coordinate, to: location.coordinate)
  }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  open override var description: String {
    "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m (speed \(speed) mps / course \(course)) "
      + "@ \(timestamp)"
  }

  // MARK: - Archiving

  open class var supportsSecureCoding: Bool { true }

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

/// The floor of a building, counted from 0 at the ground.
open class CLFloor: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties are constants.

  /// Below 0 under the ground.
  public let level: Int

  init(level: Int) {
    self.level = level
    super.init()
  }
}

/// What made a location.
open class CLLocationSourceInformation: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties are constants.

  /// Whether a program made it up.
  public let isSimulatedBySoftware: Bool
  /// Whether a device beside this one measured it.
  public let isProducedByAccessory: Bool

  public init(softwareSimulationState isSoftware: Bool, andExternalAccessoryState isAccessory: Bool) {
    isSimulatedBySoftware = isSoftware
    isProducedByAccessory = isAccessory
    super.init()
  }
}
