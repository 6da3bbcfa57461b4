import FoundationEssentials
package import HealthImport
package import HealthModel

/// Imports files other than Apple's export, whatever format they are found to be.
///
/// Nothing is stored from a damaged file: the sink accepts all of a delivery or nothing.
package struct FormatImporter {
  private let path: String
  /// The state before the first record, so that the file can be read again.
  private let reader: any ImportFormat
  private let cancellation: ImportCancellation?
  /// The size of all files in bytes.
  private let size: Int
  /// Why archives beside the files were passed over.
  private let unreadable: [ImportError]

  /// A format that a thread of its own reads.
  private struct Parsing: @unchecked Sendable {
    // Unchecked because a database may be part of it, which the caller's thread does not use while the other one reads.
    var format: any ImportFormat
  }

  package var description: FormatDescription { type(of: reader).description }

  /// Determines the formats of a path: one, or those of activities, of which a folder may hold several.
  ///
  /// - Parameter force: accept an archive that unpacks to more than 200 times its size.
  /// - Returns: empty if no importer recognizes it. The first one reports archives that cannot be read.
  /// - Throws: `ImportError`, also if there is nothing but such archives, or `CancellationError`.
  package static func all(path: String, force: Bool = false, context: ImportContext) throws -> [FormatImporter] {
    let files = try OfferedFiles(path: path, force: force, context)
    let size = files.all.reduce(0) { $0 &+ max(0, $1.size) }
    let found = try Self.naming(path) {
      var found: [any ImportFormat] = []
      for format in ImportFormats.all where found.allSatisfy({ type(of: $0).isOfActivities && format.isOfActivities }) {
        if let reader = try format.init(files, context) { found.append(reader) }
      }
      return found
    }
    if found.isEmpty, let unreadable = files.unreadable.first { throw unreadable }
    return found.enumerated().map { index, reader in
      FormatImporter(
        path: path, reader: reader, cancellation: context.cancellation, size: size,
        unreadable: index == 0 ? files.unreadable : [])
    }
  }

  /// Reads everything into the sink, including calls of its `begin` and `finish`.
  ///
  /// - Throws: `ImportError`, with nothing stored, if the files are damaged; `CancellationError`; or the sink's
  ///   error.
  package func run(into sink: any SampleSink) throws -> ImportReport {
    try Self.naming(path) {
      let tables = FeedTableBuilder(feed: description.feed, fallbackSource: description.title)
      _ = try sink.begin(try reader.header(path: path))
      let reader = Lock(Parsing(format: reader))
      let report = try FeedPipeline(sink: sink, cancellation: cancellation).run(tables, size: size) { batcher in
        try reader.withLock { try $0.format.read(into: &batcher) }
      }
      try sink.finish(complete: true)
      var whole = ImportReport(report, format: reader.withLock(\.format.description))
      whole.damage = unreadable.first
      whole.notes += unreadable.map { error in
        switch error.code {
        case .encryptedZip: "\(error.path) is encrypted: files in it are not read."
        case .corruptZip: "\(error.path) is a damaged archive, and not read."
        default: "\(error.path) cannot be read."
        }
      }
      return whole
    }
  }

  /// Converts the errors that importers throw for a file's content to errors with the path.
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
