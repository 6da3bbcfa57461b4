import Foundation
package import GRDB
import HealthModel

/// SQL's `held_mean(start, value, end)`: the mean over time of heart rates that are sorted by time, up to an end.
package struct HeldMean: DatabaseAggregate {
  package static let name = "held_mean"

  /// One sample per second for a day: more than any workout has.
  package static let longestSeries = 86_400

  private var points: [HeartRatePoint] = []
  private var end = -Double.infinity

  package init() {}

  package static func add(to db: Database) {
    db.add(function: DatabaseFunction(name, argumentCount: 3, pure: true, aggregate: HeldMean.self))
  }

  package mutating func step(_ values: [DatabaseValue]) throws {
    guard let time = Double.fromDatabaseValue(values[0]), let rate = Double.fromDatabaseValue(values[1]),
      points.count < Self.longestSeries
    else { return }
    points.append(HeartRatePoint(time: Date(timeIntervalSinceReferenceDate: time), rate: rate))
    end = Double.fromDatabaseValue(values[2]) ?? end
  }

  package func finalize() throws -> (any DatabaseValueConvertible)? {
    guard let first = points.first else { return nil }
    let end = Date(timeIntervalSinceReferenceDate: end)
    return HeartRateTimes(points, in: WorkoutTime(start: first.time, end: end, events: [])).mean
  }
}
