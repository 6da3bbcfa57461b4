public import CoreLocation
import Foundation
import HealthModel

/// Gathers the locations of a route while a workout goes on, and saves it with the workout.
///
/// Nothing is stored before ``finishRoute(with:metadata:completion:)``. On Apple's systems locations are stored as they
/// come. The builder of ``HKWorkoutBuilder/seriesBuilder(for:)`` is finished by its workout's builder.
public final class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
  private struct Contents {
    var points = RoutePoints()
    var start = Date.distantFuture
    var end = Date.distantPast
    var metadata = Metadata()
  }

  private let store: HKHealthStore
  private let device: HKDevice?
  private let contents = BuilderContents(Contents(), whenOver: "The route is over.")

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, device: HKDevice?) {
    store = healthStore
    self.device = device
    super.init()
  }

  // MARK: - Collecting

  /// Adds locations behind those that were added before, all or none of them.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for a location at no place on earth or at a date that cannot be
  /// saved, for more than 262,144 of them, for none, and once the route is over.
  public func insertRouteData(
    _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.insert(routeData) }
  }

  /// Adds locations. See ``insertRouteData(_:completion:)``.
  public func insertRouteData(_ routeData: [CLLocation]) async throws {
    try insert(routeData)
  }

  /// Adds metadata; a key that was added before takes the new value.
  public func addMetadata(_ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.add(metadata) }
  }

  /// Adds metadata; a key that was added before takes the new value.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(Metadata(validating: metadata))
  }

  private func insert(_ locations: [CLLocation]) throws {
    guard !locations.isEmpty else { throw Self.invalid("There are no locations to add.") }
    let points = locations.map { RoutePoint($0) }
    if let wrong = points.first(where: { !$0.isPlausible }) {
      throw Self.invalid("No location is at \(wrong.latitude), \(wrong.longitude) on \(wrong.date).")
    }
    try contents.change { contents in
      guard points.count <= RoutePoints.most - contents.points.count else {
        throw Self.invalid("A route has at most \(RoutePoints.most) locations.")
      }
      for point in points {
        contents.points.append(point)
        contents.start = min(contents.start, point.date)
        contents.end = max(contents.end, point.date)
      }
    }
  }

  private func add(_ metadata: Metadata) throws {
    try contents.change { $0.metadata = $0.metadata.replacing(metadata) }
  }

  // MARK: - The end

  /// Saves the route as a part of a workout, from its first date to its last.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for a route without a location, for a workout that this client has
  /// not saved, and for a second call; with ``HKError/Code/errorAuthorizationDenied`` where the person does not let it
  /// save routes. If it fails, the builder is as it was.
  ///
  /// - Parameters:
  ///   - workout: one that has been saved before.
  ///   - metadata: of the route, with what was added before; a value that metadata cannot hold traps.
  ///   - completion: called with what was saved, or with the error that kept it from being saved.
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?,
    completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work {
      try self.finish(workout, metadata)
    } then: { result in
      switch result {
      case .success(let route): completion(route, nil)
      case .failure(let error): completion(nil, error)
      }
    }
  }

  /// Saves the route as a part of a workout. See ``finishRoute(with:metadata:completion:)``.
  @discardableResult
  public func finishRoute(with workout: HKWorkout, metadata: [String: Any]?) async throws -> HKWorkoutRoute {
    let metadata = Metadata(validating: metadata)
    return try await store.write { try self.finish(workout, metadata) }
  }

  public override func discard() {
    contents.discard()
  }

  private func finish(_ workout: HKWorkout, _ metadata: Metadata) throws -> HKWorkoutRoute {
    try contents.save { contents in
      guard let route = self.route(contents, metadata) else { throw Self.invalid("The route has no location.") }
      return route
    } _: { route, _ in
      try store.saveNow(route, toWorkout: workout)
    }
  }

  private func route(_ contents: Contents, _ metadata: Metadata) -> HKWorkoutRoute? {
    guard !contents.points.isEmpty else { return nil }
    return HKWorkoutRoute(
      contents.points, from: contents.start, to: contents.end, device: device,
      metadata: contents.metadata.replacing(metadata).dictionary)
  }

  // MARK: - As a part of a workout's builder

  /// Lets nothing more in, until `reopen` or `saved`.
  ///
  /// - Returns: the route to save, nil where it has no location or is over.
  func close() throws -> HKWorkoutRoute? {
    guard !contents.isOver else { return nil }
    do {
      return try contents.close { contents in
        guard let route = self.route(contents, Metadata()) else { throw NoLocation() }
        return route
      }
    } catch is NoLocation {
      return nil
    }
  }

  private struct NoLocation: Error {}

  /// The route could not be saved.
  func reopen() { contents.reopen() }

  func saved() { contents.end() }

  private static func invalid(_ reason: String) -> HKError { HKError(.errorInvalidArgument, reason: reason) }
}
