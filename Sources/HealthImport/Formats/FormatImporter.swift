import FoundationEssentials
package import HealthModel

/// Imports files that are not Apple's export, of whatever kind they are found to be.
///
/// Nothing is stored of a file that is damaged: the sink takes all of a delivery or nothing of it.
package struct FormatImporter {
  private let path: String
  /// As it was before the first record, so that it can be read again.
  private let reader: any ImportFormat
  private let cancellation: ImportCancellation?

  package var description: FormatDescription { type(of: reader).description }

  /// Finds out what a path leads to.
  ///
  /// - Parameter force: take an archive that unpacks to more than 200 times its size.
  /// - Returns: nil for what no importer knows.
  /// - Throws: `ImportError`.
  package init?(path: String, force: Bool = false, context: ImportContext) throws {
    self.path = path
    cancellation = context.cancellation
    let files = try OfferedFiles(path: path, force: force)
    let found = try Self.naming(path) { () throws -> (any ImportFormat)? in
      for format in ImportFormats.all {
        if let reader = try format.init(files, context) { return reader }
      }
      return nil
    }
    guard let found else { return nil }
    reader = found
  }

  /// Reads everything into the sink, whose `begin` and `finish` are called as well.
  ///
  /// - Throws: `ImportError` with nothing stored where the files are damaged, `CancellationError`, or what the sink throws.
  package func run(into sink: any SampleSink) throws -> ImportReport {
    try Self.naming(path) {
      var reader = reader
      let tables = FeedTableBuilder(feed: description.feed, fallbackSource: description.title)
      var batcher = FeedBatcher(sink: sink, tables: tables, cancellation: cancellation)
      _ = try sink.begin(try reader.header(path: path))
      try reader.read(into: &batcher)
      try batcher.flush()
      try sink.finish(complete: true)
      return ImportReport(batcher.report, format: description)
    }
  }

  /// What importers throw of a file's content, as an error that names the path.
  private static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as JSONError {
      throw ImportError(.damaged, path: path, context: (error.place.isEmpty ? "it " : "\(error.place) ") + error.reason)
    } catch let error as FormatDamage {
      throw ImportError(.damaged, path: path, context: error.reason)
    } catch let error as ForeignDatabaseError {
      switch error.code {
      case .cancelled: throw CancellationError()
      case .notReadable: throw ImportError(.notReadable, path: path, context: "it \(error.reason)")
      case .damaged, .tooLarge, .unmerged, .tookTooLong:
        throw ImportError(.damaged, path: path, context: "it \(error.reason)")
      }
    }
  }
}

/// What is wrong with a file's content, as half a sentence that names the place.
struct FormatDamage: Error, Hashable {
  var reason: String
}

extension ImportReport {
  /// The books of a delivery.
  init(_ report: FeedReport, format: FormatDescription?) {
    self.init()
    self.format = format
    read = report.received
    stored = report.stored
    alreadyPresent = report.alreadyPresent
    skipped = report.skipped
    skipCounts = report.skipCounts
    skips = report.skips.map { ImportSkip(line: 0, reason: $0.reason, place: $0.place) }
    derived = report.derived
    isComplete = true
  }
}
