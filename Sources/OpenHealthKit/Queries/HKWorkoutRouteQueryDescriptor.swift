public import CoreLocation
import Foundation

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
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = CLLocation
    let route: HKWorkoutRoute
    let store: HKHealthStore

    /// Returns the locations one by one.
    public struct Iterator: AsyncIteratorProtocol {
      let sequence: Results
      private var locations: ArraySlice<CLLocation>?

      init(_ sequence: Results) {
        self.sequence = sequence
      }

      /// The next location, nil after the last and once the task is cancelled.
      public mutating func next() async throws -> CLLocation? {
        if locations == nil {
          let (route, reader) = (sequence.route.uuid, sequence.store.reader)
          guard !Task.isCancelled else { return nil }
          locations = try await sequence.store.write { try reader.locations(of: route)[...] }
        }
        return Task.isCancelled ? nil : locations?.popFirst()
      }
    }

    /// Reads the store at the iterator's first `next`.
    public func makeAsyncIterator() -> Iterator {
      Iterator(self)
    }
  }

  public typealias Sequence = Results

  /// The locations.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(route: workoutRoute, store: healthStore)
  }
}
