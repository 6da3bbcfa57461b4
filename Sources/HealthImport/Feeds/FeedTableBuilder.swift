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
  // Neighbours mostly are of one type, by one source, with nothing said of them.
  private var lastType: (use: SampleTypeUse, index: Int32)?
  private var lastProvenance: (provenance: Provenance, index: Int32)?
  private var indexWithoutEntries: Int32?

  /// Distinct entries of one table that are found again.
  private static let mostEntries = 4_096

  init(feed: String?, fallbackSource: String) {
    self.feed = feed
    self.fallbackSource = fallbackSource
  }

  mutating func type(_ use: SampleTypeUse) -> Int32 {
    if let lastType, lastType.use == use { return lastType.index }
    let index = foundType(use)
    lastType = (use, index)
    return index
  }

  private mutating func foundType(_ use: SampleTypeUse) -> Int32 {
    if let known = types[use] { return known }
    let index = Int32(tables.types.endIndex)
    tables.types.append(use)
    types[use] = index
    return index
  }

  /// - Parameter provenance: with the source as the feed names it.
  mutating func provenance(_ provenance: Provenance) -> Int32 {
    if let lastProvenance, lastProvenance.provenance == provenance { return lastProvenance.index }
    let index = foundProvenance(provenance)
    lastProvenance = (provenance, index)
    return index
  }

  private mutating func foundProvenance(_ provenance: Provenance) -> Int32 {
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
    guard entries.isEmpty else { return foundMetadata(entries) }
    let index = indexWithoutEntries ?? foundMetadata([])
    indexWithoutEntries = index
    return index
  }

  private mutating func foundMetadata(_ entries: [Metadata.Entry]) -> Int32 {
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
      lastProvenance = nil
    }
    if metadata.count > Self.mostEntries {
      tables.metadata.forgetAll()
      metadata.removeAll()
      indexWithoutEntries = nil
    }
    if types.count > Self.mostEntries {
      tables.types.forgetAll()
      types.removeAll()
      lastType = nil
    }
  }
}
