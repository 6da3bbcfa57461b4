import HealthModel

/// Builds the tables that the samples of a feed or a file of ours point into.
struct FeedTableBuilder {
  /// The name of the feed, which every sample bears; nil for a file, whose samples keep what they say.
  let feed: String?
  /// How a source is called that the feed does not name.
  let fallbackSource: String

  private(set) var tables = SampleTables()
  private var types: [SampleTypeUse: Int32] = [:]
  private var provenances: [Provenance: Int32] = [:]
  private var metadata: [Metadata: Int32] = [:]

  /// Distinct entries of one table that are found again.
  private static let mostEntries = 4_096

  init(feed: String?, fallbackSource: String) {
    self.feed = feed
    self.fallbackSource = fallbackSource
  }

  mutating func type(_ use: SampleTypeUse) -> Int32 {
    if let known = types[use] { return known }
    let index = Int32(tables.types.endIndex)
    tables.types.append(use)
    types[use] = index
    return index
  }

  /// - Parameter provenance: with the source as the feed names it.
  mutating func provenance(_ provenance: Provenance) -> Int32 {
    if let known = provenances[provenance] { return known }
    let index = Int32(tables.provenances.endIndex)
    var stored = provenance
    if let feed {
      stored.source = FeedSource.source(named: provenance.source.name, feed: feed, fallback: fallbackSource)
    } else if stored.source.name.isEmpty {
      stored.source.name = fallbackSource
    }
    tables.provenances.append(stored)
    provenances[provenance] = index
    return index
  }

  mutating func metadata(_ entries: [Metadata.Entry] = []) -> Int32 {
    var entries = entries
    if let feed {
      entries.removeAll { $0.key == MetadataKey.feed }
      entries.append(Metadata.Entry(key: MetadataKey.feed, value: .text(feed)))
    }
    guard !entries.isEmpty else { return -1 }
    let set = Metadata(entries)
    if let known = metadata[set] { return known }
    let index = Int32(tables.metadata.endIndex)
    tables.metadata.append(set)
    metadata[set] = index
    return index
  }

  /// Lets go of what no two samples share, between two batches. An index is not given again.
  mutating func betweenBatches() {
    if provenances.count > Self.mostEntries {
      tables.provenances.forgetAll()
      provenances.removeAll()
    }
    if metadata.count > Self.mostEntries {
      tables.metadata.forgetAll()
      metadata.removeAll()
    }
    if types.count > Self.mostEntries {
      tables.types.forgetAll()
      types.removeAll()
    }
  }
}
