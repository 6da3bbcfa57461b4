package import FoundationEssentials
package import HealthModel

/// The result of an import: read = stored + alreadyPresent + skipped.
package struct ImportReport: Sendable {
  /// The records of the file: for Apple's export the elements directly under HealthData except its header, the export
  /// date and the characteristics. The header and the clinical document are in `others`, and in no count.
  package var read = 0
  package var stored = 0
  package var alreadyPresent = 0
  package var skipped = 0
  /// How many were skipped, by reason.
  package var skipCounts: [String: Int] = [:]
  /// The first skipped elements, by line.
  package var skips: [ImportSkip] = []
  /// What the file contains besides records, as far as it could be read.
  package var others: [Other] = []
  /// Parts of stored elements that were dropped, in the order of the file. They are not in the counts above, which
  /// are of whole elements.
  package var droppedParts: [DroppedPart] = []
  /// The results for the routes of workouts: `readPoints` = stored + already present + refused + `droppedPoints`.
  package var routes = RouteCounts()
  /// The number of points in the routes of the file, of readable workouts.
  package var readPoints = 0
  /// Points that were unreadable, or too many.
  package var droppedPoints = 0
  /// False if the file ended before its root element did, or was damaged.
  package var isComplete = false
  /// True if the import was cancelled before the end of the file.
  package var isCancelled = false
  /// The damage at which reading ended: a corrupt archive.
  package var damage: ImportError?
  package var exportDate: Date?
  /// The format of the file; nil for Apple's export and for our own JSON Lines, which contain everything that the
  /// store does.
  package var format: FormatDescription?
  /// What a file of another format contains of the rings.
  package var rings = RingCoverage()
  /// How many of the records were derived from others rather than measured.
  package var derived = 0
  /// What was concluded about the file as a whole, in sentences.
  package var notes: [String] = []

  /// How many skipped elements are listed individually.
  package static let listedSkips = 1_000

  package init() {}

  /// What is not a record.
  package enum Other: String, Sendable {
    case exportDate, characteristics, clinicalDocument
  }

  /// No record could be stored or was already present, although the file contains some, or the file is empty.
  package var storedNothing: Bool {
    stored + alreadyPresent == 0 && (read > 0 || others.isEmpty)
  }

  mutating func add(_ header: ImportHeader) {
    if header.exportDate != nil { others.append(.exportDate) }
    if !header.characteristics.isEmpty { others.append(.characteristics) }
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

/// The progress of an import, reported once per batch.
package struct ImportProgress: Hashable, Sendable {
  /// Bytes of the file that have been read; for an archive, compressed bytes.
  package var bytesDone: Int
  package var bytesTotal: Int
  /// Elements read so far.
  package var records: Int

  package init(bytesDone: Int, bytesTotal: Int, records: Int) {
    self.bytesDone = bytesDone
    self.bytesTotal = bytesTotal
    self.records = records
  }
}

/// Cancels a running import after its current batch. Any thread, including a signal handler's, may call it.
package typealias ImportCancellation = Cancellation

extension ImportReport {
  /// The counts of a delivery.
  package init(_ report: FeedReport, format: FormatDescription?) {
    self.init()
    self.format = format
    read = report.received
    stored = report.stored
    alreadyPresent = report.alreadyPresent
    skipped = report.skipped
    skipCounts = report.skipCounts
    skips = report.skips.map { ImportSkip(line: 0, reason: $0.reason, place: $0.place) }
    routes = report.routes
    readPoints = report.readPoints
    derived = report.derived
    rings = report.rings
    notes = report.notes
    isComplete = true
  }
}
