/// What belongs to samples beyond what a read gives, for a file that is to hold it: too much to be held for many of them
/// at once, so that it is asked for sample by sample. Good for as long as the read lasts.
package protocol StoredDetails {
  /// The routes of a workout, in the order of writing.
  func routes(ofWorkout row: Int64) throws -> StoredSamples

  /// Those of the rows that are routes of a workout.
  func routesOfWorkouts(among rows: [Int64]) throws -> Set<Int64>

  /// The points of a route, some hundreds at a time, in their order.
  func forEachRouteChunk(ofRoute row: Int64, _ body: ([RoutePoint]) throws -> Void) throws

  /// The bytes of a sample, piece by piece, in their order.
  func forEachPiece(ofDataOf row: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}
