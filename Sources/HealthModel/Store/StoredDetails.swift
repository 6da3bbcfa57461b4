package import FoundationEssentials

/// What belongs to samples beyond what a read gives, for a file that is to hold it: too much to be held for many of them
/// at once, so that it is asked for sample by sample. Good for as long as the read lasts.
package protocol StoredDetails {
  /// The routes of a workout, in the order of writing.
  func routes(ofWorkout row: Int64) throws -> StoredSamples

  /// The other samples that belong to a workout but for correlations, in the order of writing, and the rows among them whose
  /// UUIDs are their own.
  func samples(ofWorkout row: Int64) throws -> (samples: StoredSamples, ownIdentities: Set<Int64>)

  /// Those of the rows that are routes of a workout.
  func routesOfWorkouts(among rows: [Int64]) throws -> Set<Int64>

  /// The points of a route, some hundreds at a time, in their order.
  func forEachRouteChunk(ofRoute row: Int64, _ body: ([RoutePoint]) throws -> Void) throws

  /// When the samples were written, and the members of those that are correlations, by row; of those of which it is known.
  func creationDates(of samples: StoredSamples) throws -> [Int64: Date]

  /// Which of the samples have files.
  func withAttachments(_ samples: StoredSamples) throws -> Set<Int64>

  /// The files of a sample, in the order in which they were attached.
  func attachments(of row: Int64) throws -> [StoredAttachment]

  /// The bytes of a file, piece by piece, in their order.
  func forEachPiece(ofAttachment uuid: UUID, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

  /// The bytes of a sample, piece by piece, in their order.
  func forEachPiece(ofDataOf row: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}
