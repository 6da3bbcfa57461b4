import FoundationEssentials

/// The type-specific content of a sample: an audiogram, a prescription, a state of mind.
///
/// A store keeps it as JSON in the sample's metadata, under `MetadataKey.content`, so that it is matched, exported,
/// filtered and deleted with the metadata. Long contents (voltages, beats, documents) are in the sample's
/// `SampleData` instead.
package protocol SampleContent: Codable, Hashable, Sendable {
  /// Whether all values are plausible measurements: a file may contain anything.
  var isPlausible: Bool { get }
}

extension SampleContent {
  /// The stored form: with sorted keys, so that equal contents are equal texts.
  package var entry: Metadata.Entry {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // A content with numbers that are not finite is not plausible.
    let json = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return Metadata.Entry(key: MetadataKey.content, value: .text(String(decoding: json, as: UTF8.self)))
  }
}

extension Metadata {
  /// The content of this kind in the metadata, nil if it is missing, malformed or implausible.
  package func content<Content: SampleContent>(_ kind: Content.Type = Content.self) -> Content? {
    guard case .text(let json) = self[MetadataKey.content],
      let content = try? JSONDecoder().decode(kind, from: Data(json.utf8)), content.isPlausible
    else { return nil }
    return content
  }

  /// The metadata without the store's own keys.
  package var withoutContent: Metadata {
    guard entries.contains(where: { MetadataKey.contents.contains($0.key) }) else { return self }
    return Metadata(entries.filter { !MetadataKey.contents.contains($0.key) })
  }

  /// The metadata with additional entries.
  package func adding(_ entry: Entry) -> Metadata {
    Metadata(entries.filter { $0.key != entry.key } + [entry])
  }
}

/// A sample with data of its own, or with attachments.
package struct DataRecord: Sendable {
  package var sample: SampleRecord
  package var data: SampleData
  package var attachments: [AttachedFile]
  /// Whether it is part of another element of its file rather than an element of its own.
  package var isPart: Bool

  package init(sample: SampleRecord, data: SampleData, attachments: [AttachedFile] = [], isPart: Bool = false) {
    self.sample = sample
    self.data = data
    self.attachments = attachments
    self.isPart = isPart
  }
}
