public import CoreLocation
import Foundation

/// A description of a query for the locations of a workout's route, of those that are stored when it begins. See
/// ``HKWorkoutRouteQuery``.
public struct HKWorkoutRouteQueryDescriptor: HKAsyncSequenceQuery, Sendable {
  /// Which route.
  public var workoutRoute: HKWorkoutRoute

  /// A description of a query for all locations of a route.
  public init(_ workoutRoute: HKWorkoutRoute) {
    self.workoutRoute = workoutRoute
  }

  /// The locations, one by one.
  public struct Results: AsyncSequence, Sendable {
    public typealias Element = CLLocation
    let route: HKWorkoutRoute
    let store: HKHealthStore

    /// Gives the locations one by one.
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
