package import FoundationEssentials

/// What the head of a file says about the whole of it.
package struct ImportHeader: Sendable {
  /// The path as the user gave it, for the list of imports.
  package var path: String
  /// When the export was made; nil in a file without an `ExportDate`.
  package var exportDate: Date?
  /// The one offset from UTC that every date of the file is printed with, in seconds.
  package var printedOffset: Int?
  /// The home zone of the store that the file is an export of; Apple's exports name none.
  package var homeZone: String?
  /// After when the file knows nothing, for one without an `exportDate` that is delivered as a whole.
  package var asOf: Date?
  /// Name and value as printed: `HKCharacteristicTypeIdentifierBloodType`, `HKBloodTypeOPositive`.
  package var characteristics: [String: String]

  package init(
    path: String, exportDate: Date? = nil, printedOffset: Int? = nil, homeZone: String? = nil, asOf: Date? = nil,
    characteristics: [String: String] = [:]
  ) {
    self.asOf = asOf
    self.path = path
    self.exportDate = exportDate
    self.printedOffset = printedOffset
    self.homeZone = homeZone
    self.characteristics = characteristics
  }
}

/// Elements directly under HealthData that a sink took, and how.
package struct SinkCounts: Hashable, Sendable {
  package var stored = 0
  package var alreadyPresent = 0
  /// Records that the store refused, with the line and the reason of each.
  package var skips: [ImportSkip] = []
  /// Routes are parts of workouts and not among the elements above.
  package var routes = RouteCounts()

  package init(stored: Int = 0, alreadyPresent: Int = 0, skips: [ImportSkip] = []) {
    self.stored = stored
    self.alreadyPresent = alreadyPresent
    self.skips = skips
  }
}

/// An element that was not stored, and why. The reason is a documented code such as `missingStartDate`.
package struct ImportSkip: Hashable, Sendable {
  /// 0 in files without lines.
  package var line: Int
  package var reason: String
  /// Where it stands in a file without lines; empty in others.
  package var place: String

  package init(line: Int, reason: String, place: String = "") {
    self.line = line
    self.reason = reason
    self.place = place
  }
}

/// Where importers write to. Importers are tested with a sink in memory; the store is one without any file format.
///
/// The calls come in the order `begin`, `receive` any number of times, then `finish` once if nothing threw. A sink makes
/// each batch durable as a whole, so that an import that is cut short leaves whole batches behind.
package protocol SampleSink: AnyObject {
  /// - Returns: one count for each of the header's elements (`ExportDate`, `Me`) that the file holds.
  func begin(_ header: ImportHeader) throws -> SinkCounts
  func receive(_ batch: SampleBatch) throws -> SinkCounts
  /// - Parameter complete: false when the file ended before its root element did.
  func finish(complete: Bool) throws
  /// When the user's day ends that begins at an instant; nil where none does, or where the user lives is not known. To be
  /// asked after `begin`.
  func endOfDay(beginningAt date: Date) -> Date?
}

extension SampleSink {
  package func endOfDay(beginningAt date: Date) -> Date? { nil }
}
