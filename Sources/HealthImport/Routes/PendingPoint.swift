import FoundationEssentials
import HealthModel

/// A point that is being read, from a GPX file or from a `Location` in an older export.
struct PendingPoint {
  struct Failure: Error {
    var reason: SkipReason
  }

  private var point = RoutePoint(date: Date(timeIntervalSinceReferenceDate: 0), latitude: 0, longitude: 0)
  private var hasDate = false
  private var failure: SkipReason?

  init(latitude: UnsafeRawBufferPointer?, longitude: UnsafeRawBufferPointer?) {
    guard let latitude = latitude.flatMap(NumberParser.double), let longitude = longitude.flatMap(NumberParser.double)
    else {
      failure = .badValue
      return
    }
    point.latitude = latitude
    point.longitude = longitude
    if latitude.magnitude > 90 || longitude.magnitude > 180 { failure = .valueOutOfRange }
  }

  /// Sets a field.
  ///
  /// - Returns: the reason why the field is dropped, nil if it is not. A point without a date is dropped as a whole.
  mutating func set(_ field: GPXField, _ raw: UnsafeRawBufferPointer, _ dates: inout DateParser) -> SkipReason? {
    if field == .time {
      guard let date = dates.instant(raw)?.date else { return nil }
      hasDate = true
      point.date = date
      if !SampleBounds.allows(date) { failure = failure ?? .dateOutOfRange }
      return nil
    }
    guard let value = NumberParser.double(raw) else { return .badValue }
    guard value.magnitude <= RoutePoint.largestValue else { return .valueOutOfRange }
    switch field {
    case .altitude: point.altitude = value
    case .speed: point.speed = value
    case .course: point.course = value
    case .horizontalAccuracy: point.horizontalAccuracy = value
    case .verticalAccuracy: point.verticalAccuracy = value
    case .speedAccuracy: point.speedAccuracy = value
    case .courseAccuracy: point.courseAccuracy = value
    case .time: break
    }
    return nil
  }

  /// The point, or the reason why it is dropped.
  var result: Result<RoutePoint, Failure> {
    if let failure { return .failure(Failure(reason: failure)) }
    return hasDate ? .success(point) : .failure(Failure(reason: .badDate))
  }
}
