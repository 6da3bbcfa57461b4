package import FoundationEssentials

/// Properties of a file as a whole, read from its beginning.
package struct ImportHeader: Sendable {
  /// The path as the user gave it, for the list of imports.
  package var path: String
  /// When the export was made; nil in a file without an `ExportDate`.
  package var exportDate: Date?
  /// The one offset from UTC that every date of the file is printed with, in seconds.
  package var printedOffset: Int?
  /// The home zone of the store from which the file was exported; Apple's exports do not contain one.
  package var homeZone: String?
  /// The time after which the file contains no data, for one without an `exportDate` that is delivered as a whole.
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

/// The counts of elements directly under HealthData that a sink received, by result.
package struct SinkCounts: Hashable, Sendable {
  package var stored = 0
  package var alreadyPresent = 0
  /// Records that the store rejected, each with its line and reason.
  package var skips: [ImportSkip] = []
  /// Routes are parts of workouts and not included in the elements above.
  package var routes = RouteCounts()

  package init(stored: Int = 0, alreadyPresent: Int = 0, skips: [ImportSkip] = []) {
    self.stored = stored
    self.alreadyPresent = alreadyPresent
    self.skips = skips
  }
}

/// An element that was not stored, and why. The reason is a documented code such as `missingStartDate`.
package struct ImportSkip: Hashable, Sendable {
  /// 0 for files without lines.
  package var line: Int
  package var reason: String
  /// The position in a file without lines; otherwise empty.
  package var place: String

  package init(line: Int, reason: String, place: String = "") {
    self.line = line
    self.reason = reason
    self.place = place
  }
}

/// The destination of importers. Tests of importers use a sink in memory; the store is one that has no file format.
///
/// The calls are `begin`, `receive` any number of times, then `finish` once if nothing threw. A sink commits each
/// batch as a whole, so that an interrupted import leaves whole batches.
package protocol SampleSink: AnyObject {
  /// - Returns: one count for each of the header's elements (`ExportDate`, `Me`) in the file, which are not records.
  @discardableResult
  func begin(_ header: ImportHeader) throws -> SinkCounts
  func receive(_ batch: SampleBatch) throws -> SinkCounts
  /// - Parameter complete: false if the file ended before its root element did.
  func finish(complete: Bool) throws
  /// The end of the user's day that begins at an instant; nil if no day begins then, or if the user's time zone is
  /// unknown. Read it after `begin`; any thread may then call it.
  var endOfDay: @Sendable (_ beginning: Date) -> Date? { get }
  /// How long the newest samples of the same feed are, by type, as far as that is known. Read it after `begin`.
  var earlierWidths: [String: TimeInterval] { get throws }
}

extension SampleSink {
  package var endOfDay: @Sendable (_ beginning: Date) -> Date? { { _ in nil } }
  package var earlierWidths: [String: TimeInterval] { [:] }
}
