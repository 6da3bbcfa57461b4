import FoundationEssentials
package import HealthModel

/// What a kind of file can tell of the rings.
package struct RingCoverage: Hashable, Sendable {
  package enum Origin: String, Hashable, Sendable {
    /// The device measured it.
    case measured
    /// It is concluded from something else that was measured, and its samples are marked so.
    case derived
    case none
  }

  package var move: Origin
  package var exercise: Origin
  package var stand: Origin
  /// Whether it knows the goals.
  package var goals: Bool

  init(move: Origin, exercise: Origin, stand: Origin, goals: Bool = false) {
    self.move = move
    self.exercise = exercise
    self.stand = stand
    self.goals = goals
  }
}

/// A kind of file that can be imported, as its report names it.
package struct FormatDescription: Hashable, Sendable {
  /// The name of the feed that its samples bear.
  package let feed: String
  /// `Fitbit takeout`
  package let title: String
  package let rings: RingCoverage
  package let replacement: FeedOptions.Replacement

  init(feed: String, title: String, rings: RingCoverage, replacement: FeedOptions.Replacement) {
    self.feed = feed
    self.title = title
    self.rings = rings
    self.replacement = replacement
  }
}

/// Reads files of one kind.
protocol ImportFormat {
  static var description: FormatDescription { get }

  /// - Parameter files: what a person offers: one file, or those of a folder or an archive.
  /// - Returns: nil where none of the files is of this kind, by what is in them.
  /// - Throws: `ImportError` or `ForeignDatabaseError` where one is, and is damaged.
  init?(_ files: OfferedFiles, _ context: ImportContext) throws

  /// What the list of imports and the store need to know before the first sample.
  func header(path: String) throws -> ImportHeader

  /// Hands every record to the batcher, stored or skipped.
  mutating func read(into batcher: inout FeedBatcher) throws
}

extension ImportFormat {
  func header(path: String) throws -> ImportHeader { ImportHeader(path: path) }
}

/// Every kind of file beside Apple's export and our own JSON lines. A new one is a folder beside this one and a line here.
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
      GarminCSVFormat.self,
      HealthAutoExportCSVFormat.self,
    ]
  }
}
