import FoundationEssentials
import HealthModel

/// The points of a route in JSON: an array for each, with its date and numbers in the order of `columns`. Trailing
/// unknown values may be omitted.
enum RoutePointsJSON {
  private static let columns: [any WritableKeyPath<RoutePoint, Double> & Sendable] = [
    \.latitude, \.longitude, \.altitude, \.horizontalAccuracy, \.verticalAccuracy, \.speed, \.course, \.speedAccuracy,
    \.courseAccuracy,
  ]

  static func read(_ reader: inout JSONReader, _ dates: inout DateParser) throws -> RoutePoints {
    var points = RoutePoints()
    try reader.array { reader, _ in
      guard points.count < SampleLimits.mostPoints else {
        throw reader.failure("exceeds the maximum number", limit: .tooLarge)
      }
      var point: RoutePoint?
      try reader.array { reader, index in
        if index == 0 {
          point = RoutePoint(date: try reader.date(&dates), latitude: .nan, longitude: .nan)
        } else {
          guard index <= columns.count else { throw reader.failure("exceeds the maximum number", limit: .tooLarge) }
          let value = try reader.number()
          point?[keyPath: columns[index - 1]] = value
        }
      }
      guard let point, point.isPlausible else { throw reader.failure("is not a valid position") }
      points.append(point)
    }
    return points
  }
}
