import FoundationEssentials
package import HealthModel

/// A file format that can be imported, as named in reports.
package struct FormatDescription: Hashable, Sendable {
  /// The name of the feed for its samples.
  package let feed: String
  /// `Fitbit takeout`
  package let title: String
  package let replacement: FeedOptions.Replacement

  init(feed: String, title: String, replacement: FeedOptions.Replacement) {
    self.feed = feed
    self.title = title
    self.replacement = replacement
  }
}

/// Reads files of one format.
protocol ImportFormat {
  static var description: FormatDescription { get }

  /// - Parameter files: the user's files: a single one, or those of a folder or an archive.
  /// - Returns: nil if none of the files has this format, judged by their contents.
  /// - Throws: `ImportError` or `ForeignDatabaseError` if one has this format but is damaged.
  init?(_ files: OfferedFiles, _ context: ImportContext) throws

  /// The metadata that the list of imports and the store need before the first sample.
  func header(path: String) throws -> ImportHeader

  /// Passes every record to the batcher, stored or skipped.
  mutating func read(into batcher: inout FeedBatcher) throws
}

extension ImportFormat {
  func header(path: String) throws -> ImportHeader { ImportHeader(path: path) }
}

/// Every format beside Apple's export and our own JSON Lines. To add one, add a folder beside this one and a line
/// here.
enum ImportFormats {
  static var all: [any ImportFormat.Type] {
    [
      HealthAutoExportJSONFormat.self,
      SampleArrayFormat.self,
      PhoneBackupFormat.self,
      HealthConnectFormat.self,
      GadgetbridgeFormat.self,
      FitbitFormat.self,
      FITFormat.self,
      HadgeFormat.self,
      SportFormat.self,
      GarminCSVFormat.self,
      HealthAutoExportCSVFormat.self,
    ]
  }
}
