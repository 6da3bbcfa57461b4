package import HealthModel

/// Builds the tables that the samples of a feed, or of a file in our own format, refer to.
package struct FeedTableBuilder {
  /// The name of the feed, added to every sample; nil for a file, whose samples are not changed.
  package let feed: String?
  /// The name of a source that the feed does not name.
  package let fallbackSource: String

  package private(set) var tables = SampleTables()
  private var types: [SampleTypeUse: Int32] = [:]
  private var provenances: [Provenance: Int32] = [:]
  private var metadata: [Metadata: Int32] = [:]
  // Consecutive samples mostly have the same type, the same source and no metadata.
  private var lastType: (use: SampleTypeUse, index: Int32)?
  private var lastProvenance: (provenance: Provenance, index: Int32)?
  private var lastSource: (name: String, index: Int32)?
  private var indexWithoutEntries: Int32?

  /// The maximum number of cached entries per table.
  private static let mostEntries = 4_096

  package init(feed: String?, fallbackSource: String) {
    self.feed = feed
    self.fallbackSource = fallbackSource
  }

  package mutating func type(_ use: SampleTypeUse) -> Int32 {
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

  /// - Parameter provenance: with the source as named by the feed.
  package mutating func provenance(_ provenance: Provenance) -> Int32 {
    if let lastProvenance, lastProvenance.provenance == provenance { return lastProvenance.index }
    let index = foundProvenance(provenance)
    lastProvenance = (provenance, index)
    return index
  }

  /// The same of a source without a device.
  package mutating func provenance(named name: String) -> Int32 {
    if let lastSource, lastSource.name.hasSameBytes(as: name) { return lastSource.index }
    let index = provenance(Provenance(source: Source(name: name)))
    lastSource = (name, index)
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

  package mutating func metadata(_ entries: [Metadata.Entry] = []) -> Int32 {
    guard entries.isEmpty else { return foundMetadata(entries) }
    let index = indexWithoutEntries ?? foundMetadata([])
    indexWithoutEntries = index
    return index
  }

  private mutating func foundMetadata(_ entries: [Metadata.Entry]) -> Int32 {
    var entries = entries
    if let feed {
      entries.removeAll { $0.key.hasSameBytes(as: MetadataKey.feed) }
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

  /// Discards entries that samples do not share, between two batches. Indexes are not reused.
  package mutating func betweenBatches() {
    if provenances.count > Self.mostEntries {
      tables.provenances.forgetAll()
      provenances.removeAll()
      lastProvenance = nil
      lastSource = nil
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
