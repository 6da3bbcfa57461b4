package import FoundationEssentials

/// The contents of a store beside its samples, for a complete export.
package struct StoreExcerpt: Sendable {
  /// When the newest imported export was created.
  package var exportDate: Date?
  /// Name and value as Apple prints them.
  package var characteristics: [String: String]
  /// The user's home zone.
  package var homeZone: String?
  /// Apple's own rows, by day. A row that an export printed during that day, and that no later export has completed,
  /// contains only its goals: its numbers are as of a moment that the file does not name.
  package var appleSummaries: [AppleSummaryRecord]

  package init(
    exportDate: Date? = nil, characteristics: [String: String] = [:], homeZone: String? = nil,
    appleSummaries: [AppleSummaryRecord] = []
  ) {
    self.exportDate = exportDate
    self.characteristics = characteristics
    self.homeZone = homeZone
    self.appleSummaries = appleSummaries
  }
}

/// Details of samples that a read does not include, for a complete export: too large to keep in memory for many
/// samples, so they are read for each sample. Valid only during the read.
package protocol StoredDetails {
  /// The routes of a workout, in the order of writing.
  func routes(ofWorkout row: Int64) throws -> StoredSamples

  /// The other samples that belong to a workout, except correlations, in the order of writing, and the rows among
  /// them that have their own UUIDs.
  func samples(ofWorkout row: Int64) throws -> (samples: StoredSamples, ownIdentities: Set<Int64>)

  /// The rows among these that are routes of a workout.
  func routesOfWorkouts(among rows: [Int64]) throws -> Set<Int64>

  /// The rows among these that are members of a correlation.
  func membersOfCorrelations(among rows: [Int64]) throws -> Set<Int64>

  /// The points of a route, in chunks of some hundreds, in order.
  func forEachRouteChunk(ofRoute row: Int64, _ body: ([RoutePoint]) throws -> Void) throws

  /// When the samples were written, and the members of correlations, by row; only if known.
  func creationDates(of samples: StoredSamples) throws -> [Int64: Date]

  /// Which of the samples have files.
  func withAttachments(_ samples: StoredSamples) throws -> Set<Int64>

  /// The files of a sample, in the order in which they were attached.
  func attachments(of row: Int64) throws -> [StoredAttachment]

  /// The data of a file, chunk by chunk.
  func forEachPiece(ofAttachment uuid: UUID, _ body: (UnsafeRawBufferPointer) throws -> Void) throws

  /// The data of a sample, chunk by chunk.
  func forEachPiece(ofDataOf row: Int64, _ body: (UnsafeRawBufferPointer) throws -> Void) throws
}
