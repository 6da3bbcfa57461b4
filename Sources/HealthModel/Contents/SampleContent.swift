import FoundationEssentials

/// What a sample of a kind of its own holds: an audiogram, a prescription, a state of mind.
///
/// A store keeps it as JSON among the sample's metadata, under `MetadataKey.content`, where all that is done with metadata
/// is done with it too: it is matched, exported, filtered by and deleted. What is long (voltages, beats, documents) is not
/// among it but in the sample's `SampleData`.
package protocol SampleContent: Codable, Hashable, Sendable {
  /// Whether all of it can be what was measured: what comes from a file may be anything.
  var isPlausible: Bool { get }
}

extension SampleContent {
  /// As a store keeps it: with sorted keys, so that equal contents are equal texts.
  package var entry: Metadata.Entry {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Numbers are finite, or the content is not plausible.
    let json = (try? encoder.encode(self)) ?? Data("{}".utf8)
    return Metadata.Entry(key: MetadataKey.content, value: .text(String(decoding: json, as: UTF8.self)))
  }
}

extension Metadata {
  /// The content of a kind that the metadata hold, nil where there is none that can be read and believed.
  package func content<Content: SampleContent>(_ kind: Content.Type = Content.self) -> Content? {
    guard case .text(let json) = self[MetadataKey.content],
      let content = try? JSONDecoder().decode(kind, from: Data(json.utf8)), content.isPlausible
    else { return nil }
    return content
  }

  /// The same without what the store itself keeps there.
  package var withoutContent: Metadata {
    guard entries.contains(where: { MetadataKey.contents.contains($0.key) }) else { return self }
    return Metadata(entries.filter { !MetadataKey.contents.contains($0.key) })
  }

  /// The same with more of them.
  package func adding(_ entry: Entry) -> Metadata {
    Metadata(entries.filter { $0.key != entry.key } + [entry])
  }
}

/// The bytes of a sample that are too many for its metadata, in pieces of some kilobytes.
package typealias SampleData = [[UInt8]]

/// A sample with bytes of its own, or with files.
package struct DataRecord: Sendable {
  package var sample: SampleRecord
  package var data: SampleData
  package var attachments: [AttachedFile]
  /// Whether it is a part of another element of its file, and no element of its own.
  package var isPart: Bool

  package init(sample: SampleRecord, data: SampleData, attachments: [AttachedFile] = [], isPart: Bool = false) {
    self.sample = sample
    self.data = data
    self.attachments = attachments
    self.isPart = isPart
  }

  /// The most bytes of one sample.
  package static let mostBytes = 16 << 20
  /// The most bytes of a piece.
  package static let longestPiece = 1 << 15

  /// Bytes in pieces.
  package static func pieces(_ bytes: [UInt8]) -> SampleData {
    stride(from: 0, to: bytes.count, by: longestPiece).map {
      Array(bytes[$0..<min($0 + longestPiece, bytes.count)])
    }
  }
}
