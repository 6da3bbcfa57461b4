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

  /// A format that a thread of its own reads.
  private struct Parsing: @unchecked Sendable {
    // Unchecked because a database may be part of it, which the caller's thread does not use while the other one reads.
    var format: any ImportFormat
  }

  package var description: FormatDescription { type(of: reader).description }

  /// Determines the formats of a path: one of a file, and of a folder or an archive as many as it holds.
  ///
  /// - Parameter force: accept an archive that unpacks to more than 200 times its size.
  /// - Returns: empty if no importer recognizes it.
  /// - Throws: `ImportError`, or `CancellationError`.
  package static func all(path: String, force: Bool = false, context: ImportContext) throws -> [FormatImporter] {
    var files = try OfferedFiles(path: path, force: force, context)
    return try all(&files, path: path, context: context)
  }

  /// The same for the free ones of these files, which are then taken.
  static func all(_ files: inout OfferedFiles, path: String, context: ImportContext) throws -> [FormatImporter] {
    let size = files.all.reduce(0) { $0 &+ max(0, $1.size) }
    var found: [FormatImporter] = []
    for format in ImportFormats.all {
      guard let reader = try Self.naming(path, { try format.init(files, context) }) else { continue }
      found.append(FormatImporter(path: path, reader: reader, cancellation: context.cancellation, size: size))
      files.taken.formUnion(reader.files.map(\.name))
    }
    return found
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
      return ImportReport(report, format: reader.withLock(\.format.description))
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
