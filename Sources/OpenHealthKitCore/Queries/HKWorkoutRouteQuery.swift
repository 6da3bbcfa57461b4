public import CoreLocation
public import Foundation
import HealthDatabase
import HealthModel
import HealthQueries

/// A query for the locations of a workout's route.
///
/// Its handler is called with some hundreds of locations at a time, in the order of the route, and finally with
/// `done`. A route that does not exist, or that the client may not read, has no locations.
open class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
  /// The handler's arguments: the next locations, and whether they are the last; with an error there are none.
  public typealias Handler = @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

  private let route: HKWorkoutRoute
  private let interval: DateInterval?
  private let handler: Handler

  /// A query for all locations of a route.
  public init(
    route workoutRoute: HKWorkoutRoute,
    dataHandler: @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
  ) {
    (route, interval, handler) = (workoutRoute, nil, dataHandler)
    super.init(objectType: workoutRoute.sampleType, predicate: HKQuery.predicateForObject(with: workoutRoute.uuid))
  }

  /// A query for the locations of a route with a timestamp in an interval, both ends included.
  public init(
    route workoutRoute: HKWorkoutRoute, dateInterval: DateInterval,
    dataHandler: @escaping @Sendable (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
  ) {
    (route, interval, handler) = (workoutRoute, dateInterval, dataHandler)
    super.init(objectType: workoutRoute.sampleType, predicate: HKQuery.predicateForObject(with: workoutRoute.uuid))
  }

  /// The number of locations per call of the handler.
  private static let batchLength = RouteChunk.length

  override func start(in store: HKHealthStore) {
    let (route, interval, handler, execution) = (route.uuid, interval, handler, execution)
    let feed = SingleFeed { try $0.locations(of: route, in: interval) }
    FeedRun.start(feed, for: self, in: store, isLive: false) { event in
      switch event {
      case .first(let locations), .update(let locations):
        // Without locations, the handler must still be called to indicate the end.
        if locations.isEmpty { handler(self, [], true, nil) }
        for first in stride(from: 0, to: locations.count, by: Self.batchLength) where execution.isRunning {
          let end = min(first + Self.batchLength, locations.count)
          handler(self, Array(locations[first..<end]), end == locations.count, nil)
        }
      case .failure(let error, _): handler(self, nil, true, error)
      }
    }
  }
}

extension ClientReader {
  /// The locations of a route, or those in an interval.
  ///
  /// - Complexity: O(n) in the locations of the route.
  func locations(of route: UUID, in interval: DateInterval? = nil) throws -> [CLLocation] {
    try access.requireDecided(TypeIdentifier.workoutRoute)
    return try view(orWithoutStore: []) { view in
      var locations: [CLLocation] = []
      try view.forEachRouteChunk(of: route) { points in
        for point in points where interval?.contains(point.date) ?? true { locations.append(CLLocation(point)) }
      }
      return locations
    }
  }
}

/// A descriptor of a query for the locations of a workout's route that are stored when it starts. See
/// ``HKWorkoutRouteQuery``.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
  /// The route.
  public var workoutRoute: HKWorkoutRoute

  /// A descriptor of a query for all locations of a route.
  public init(_ workoutRoute: HKWorkoutRoute) {
    self.workoutRoute = workoutRoute
  }

  /// The locations, one by one.
  public typealias Results = HKQueryResults<CLLocation>

  /// The sequence of results.
  public typealias Sequence = Results

  /// The locations.
  public func results(for healthStore: HKHealthStore) -> Results {
    let route = workoutRoute.uuid
    return Results(in: healthStore) { try $0.locations(of: route) }
  }
}
