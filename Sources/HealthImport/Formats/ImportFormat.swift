import FoundationEssentials
package import HealthModel

/// A file format that can be imported, as named in reports.
package struct FormatDescription: Hashable, Sendable {
  /// The name of the feed for its samples.
  package let feed: String
  /// `Fitbit takeout`
  package let title: String
  package let replacement: FeedOptions.Replacement

  package init(feed: String, title: String, replacement: FeedOptions.Replacement) {
    self.feed = feed
    self.title = title
    self.replacement = replacement
  }
}

/// Reads files of one format.
package protocol ImportFormat {
  static var description: FormatDescription { get }

  /// Everything that files of the format can contain, from the tables that it is read by.
  static var contents: [FormatContent] { get }

  /// The same for the files that were read, whose rings may be fewer.
  var description: FormatDescription { get }

  /// Those that it reads, or skips with a reason.
  var files: [OfferedFile] { get }

  /// - Parameter files: the user's files: a single one, or those of a folder or an archive.
  /// - Returns: nil if none of the free files has this format, judged by their contents.
  /// - Throws: `ImportError` or `ForeignDatabaseError` if one has this format but is damaged.
  init?(_ files: OfferedFiles, _ context: ImportContext) throws

  /// The metadata that the list of imports and the store need before the first sample.
  func header(path: String) throws -> ImportHeader

  /// Passes every record to the batcher, stored or skipped.
  mutating func read(into batcher: inout FeedBatcher) throws
}

extension ImportFormat {
  package var description: FormatDescription { Self.description }

  package func header(path: String) throws -> ImportHeader { ImportHeader(path: path) }
}

/// The problem with a file's content, as part of a sentence that contains the position.
package struct FormatDamage: Error, Hashable {
  package var reason: String

  package init(reason: String) {
    self.reason = reason
  }
}
