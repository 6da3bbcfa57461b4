public import CoreLocation
public import Foundation
import HealthModel
public import OpenHealthKitCore

/// Collects the measurements of a series. See ``HKWorkoutRouteBuilder``.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; subclasses here protect mutable state with a lock.

  override init() {
    super.init()
  }

  /// Discards the series. Does nothing once it is being saved.
  open func discard() {}
}

/// Collects the locations of a route during a workout, and saves it with the workout.
///
/// Nothing is stored before ``finishRoute(with:metadata:completion:)``. On Apple's systems locations are stored as
/// they arrive. The builder from ``HKWorkoutBuilder/seriesBuilder(for:)`` is finished by its workout's builder.
public final class HKWorkoutRouteBuilder: HKSeriesBuilder, @unchecked Sendable {
  private struct Contents {
    var points = RoutePoints()
    var start = Date.distantFuture
    var end = Date.distantPast
    var metadata = Metadata()
  }

  private let store: HKHealthStore
  private let device: HKDevice?
  private let contents = BuilderContents(Contents(), whenOver: "The route has already been finished or discarded.")

  /// A builder that saves to a store.
  public init(healthStore: HKHealthStore, device: HKDevice?) {
    store = healthStore
    self.device = device
    super.init()
  }

  // MARK: - Collecting

  /// Appends locations, all or none.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for an invalid coordinate or date, for more than 262,144
  /// locations, for none, and after the route has been finished or discarded.
  public func insertRouteData(
    _ routeData: [CLLocation], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    store.work(completion) { try self.insert(routeData) }
  }

  /// Adds locations. See ``insertRouteData(_:completion:)``.
  public func insertRouteData(_ routeData: [CLLocation]) async throws {
    try insert(routeData)
  }

  /// Adds metadata; a new value replaces an existing one.
  public func addMetadata(_ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.add(metadata) }
  }

  /// Adds metadata; a new value replaces an existing one.
  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(Metadata(validating: metadata))
  }

  private func insert(_ locations: [CLLocation]) throws {
    guard !locations.isEmpty else { throw HKError.invalid("There are no locations to add.") }
    let points = locations.map { RoutePoint($0) }
    if let wrong = points.first(where: { !$0.isPlausible }) {
      throw HKError.invalid("\(wrong.latitude), \(wrong.longitude) on \(wrong.date) is not a valid location.")
    }
    try contents.change { contents in
      guard points.count <= SampleLimits.mostPoints - contents.points.count else {
        throw HKError.invalid("A route can have at most \(SampleLimits.mostPoints) locations.")
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

  /// Saves the route as part of a workout, from its first date to its last.
  ///
  /// Fails with ``HKError/Code/errorInvalidArgument`` for a route without locations, for a workout that this client
  /// has not saved, and for a second call; with ``HKError/Code/errorAuthorizationDenied`` if the client may not save
  /// routes. If it fails, the builder remains as it was.
  ///
  /// - Parameters:
  ///   - workout: a workout that has been saved.
  ///   - metadata: added to the existing metadata; an unsupported value traps.
  ///   - completion: called with the saved route, or with an error.
  public func finishRoute(
    with workout: HKWorkout, metadata: [String: Any]?,
    completion: @escaping @Sendable (HKWorkoutRoute?, (any Error)?) -> Void
  ) {
    let metadata = Metadata(validating: metadata)
    store.work(completion) { try self.finish(workout, metadata) }
  }

  /// Saves the route as part of a workout. See ``finishRoute(with:metadata:completion:)``.
  @discardableResult
  public func finishRoute(with workout: HKWorkout, metadata: [String: Any]?) async throws -> HKWorkoutRoute {
    let metadata = Metadata(validating: metadata)
    return try await store.write { try self.finish(workout, metadata) }
  }

  /// Discards the route. Does nothing once it is being saved.
  public override func discard() {
    contents.discard()
  }

  private func finish(_ workout: HKWorkout, _ metadata: Metadata) throws -> HKWorkoutRoute {
    try contents.save { contents in
      guard let route = self.route(contents, metadata) else { throw HKError.invalid("The route has no location.") }
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

  /// Prevents additions, until `reopen` or `saved`.
  ///
  /// - Returns: the route to save, nil if it has no locations or was finished or discarded.
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
}
