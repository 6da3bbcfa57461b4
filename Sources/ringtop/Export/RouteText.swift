import Foundation
import HealthModel

/// The format of route points in files.
enum RouteText {
  /// The numbers of a point beside its date, in the order of a JSON line, with the names of Apple's attributes. Apple
  /// has none for the accuracies of speed and course.
  static let columns: [(name: String, column: any KeyPath<RoutePoint, Double> & Sendable)] = [
    ("latitude", \.latitude), ("longitude", \.longitude), ("altitude", \.altitude),
    ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy), ("speed", \.speed),
    ("course", \.course), ("speedAccuracy", \.speedAccuracy), ("courseAccuracy", \.courseAccuracy),
  ]

  /// `["2026-11-12T07:00:00Z",47.1,8.2,431.5,4,3,2.75,90]`; unknown numbers at the end are omitted.
  static func json(_ point: RoutePoint) -> String {
    let unknown = RoutePoint(date: point.date, latitude: .nan, longitude: .nan)
    let known = columns.lastIndex { point[keyPath: $0.column] != unknown[keyPath: $0.column] } ?? 0
    let numbers = columns[...max(known, 1)].map { SampleText.number(point[keyPath: $0.column]) }
    return "[\"\(SampleText.date(point.date))\",\(numbers.joined(separator: ","))]"
  }
}
