import Foundation
package import HealthModel

/// Converts samples to the text of a file, chunk by chunk.
package protocol ExportWriter {
  mutating func head(_ excerpt: StoreExcerpt) -> String
  /// - Parameters:
  ///   - own: rows with their own UUIDs.
  ///   - details: reads further details of the samples.
  ///   - write: receives the text in parts, so that a long route is never in memory as text.
  mutating func piece(
    _ samples: StoredSamples, own: Set<Int64>, details: any StoredDetails, to write: (String) throws -> Void) throws
  mutating func end() -> String
  /// The samples so far that the format has no form for.
  var omitted: Int { get }
}

extension ExportWriter {
  package var omitted: Int { 0 }
}

extension StoredSamples {
  /// The members of a correlation in a fixed order, so that equal data results in equal text, whatever the row ids.
  func sortedMembers(of correlation: StoredSample) -> [StoredSample] {
    func name(_ member: StoredSample) -> String { types[member.type]?.identifier ?? "" }
    return (members[correlation.row] ?? []).sorted { first, second in
      (name(first), first.start, first.end, first.value) < (name(second), second.start, second.end, second.value)
    }
  }
}

extension Metadata {
  /// The metadata and, in Base64, the document that stores of earlier versions kept in it, in pieces of the size of
  /// those of a sample's data.
  var separatingDocument: (metadata: Metadata, document: [String]) {
    guard case .text(let text) = self[MetadataKey.document], let bytes = Data(base64Encoded: text) else {
      return (self, [])
    }
    return (
      Metadata(entries.filter { $0.key != MetadataKey.document }),
      SampleData.pieces(Array(bytes)).map { Data($0).base64EncodedString() }
    )
  }
}
