package import FoundationEssentials
package import HealthModel

/// How an import came out. The books close: read = stored + alreadyPresent + skipped.
package struct ImportReport: Sendable {
  /// Elements directly under HealthData.
  package var read = 0
  package var stored = 0
  package var alreadyPresent = 0
  package var skipped = 0
  /// How many were skipped, by reason.
  package var skipCounts: [String: Int] = [:]
  /// The first skips, by line.
  package var skips: [ImportSkip] = []
  /// How many of the elements that are stored, or were there already, belong to the header: `ExportDate` and `Me`.
  package var keptHeader = 0
  /// Parts of stored elements that were left out, in the order of the file. They are not in the books, which count whole
  /// elements.
  package var droppedParts: [DroppedPart] = []
  /// What became of the routes of workouts. Their books close as well: `readPoints` = stored + already present + refused +
  /// `droppedPoints`.
  package var routes = RouteCounts()
  /// Points that the routes of the file hold, of workouts that could be read.
  package var readPoints = 0
  /// Points that could not be read, or were too many.
  package var droppedPoints = 0
  /// False when the file ended before its root element did, or was damaged on the way.
  package var isComplete = false
  /// True when the import was stopped before the file's end.
  package var isCancelled = false
  /// The damage that ended a file early: a corrupt archive.
  package var damage: ImportError?
  package var exportDate: Date?
  /// What kind of file it was; nil for Apple's export and for our own JSON lines, which hold whatever the store does.
  package var format: FormatDescription?
  /// How many of the records were not measured but concluded from others.
  package var derived = 0

  /// How many skips are listed one by one.
  package static let listedSkips = 1_000

  package init() {}

  /// Nothing but the header could be stored or was there already, though the file holds more, or holds nothing at all.
  package var storedNothing: Bool {
    stored + alreadyPresent == keptHeader && (read == 0 || read > keptHeader)
  }

  mutating func add(_ skip: ImportSkip) {
    skipped += 1
    skipCounts[skip.reason, default: 0] += 1
    if skips.count < Self.listedSkips { skips.append(skip) }
  }

  mutating func add(_ counts: SinkCounts) {
    stored += counts.stored
    alreadyPresent += counts.alreadyPresent
    for skip in counts.skips { add(skip) }
    routes += counts.routes
  }
}
