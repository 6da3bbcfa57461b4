package import FoundationEssentials

/// One import in the list of imports.
package struct ImportEntry: Sendable, Hashable {
  package var id: Int64
  package var path: String
  package var started: Date
  /// nil for an interrupted import.
  package var finished: Date?
  package var exportDate: Date?
  package var stored: Int
  package var alreadyPresent: Int
  /// Whether the file was read to its end.
  package var isComplete: Bool
  /// Samples that the store contains because of it.
  package var samples: Int

  package init(
    id: Int64, path: String, started: Date, finished: Date?, exportDate: Date?, stored: Int, alreadyPresent: Int,
    isComplete: Bool, samples: Int
  ) {
    self.id = id
    self.path = path
    self.started = started
    self.finished = finished
    self.exportDate = exportDate
    self.stored = stored
    self.alreadyPresent = alreadyPresent
    self.isComplete = isComplete
    self.samples = samples
  }
}
