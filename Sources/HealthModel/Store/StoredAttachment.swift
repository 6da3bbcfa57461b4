package import FoundationEssentials

/// A file that a person has attached to a sample, without its bytes.
package struct StoredAttachment: Hashable, Sendable {
  package var uuid: UUID
  package var name: String
  /// As uniform type identifiers name it: `com.adobe.pdf`.
  package var contentType: String
  /// Bytes.
  package var size: Int
  package var created: Date
  package var metadata: Metadata

  package init(uuid: UUID, name: String, contentType: String, size: Int, created: Date, metadata: Metadata) {
    self.uuid = uuid
    self.name = name
    self.contentType = contentType
    self.size = size
    self.created = created
    self.metadata = metadata
  }
}

/// A file with its bytes.
package struct AttachedFile: Sendable {
  package var attachment: StoredAttachment
  package var data: SampleData

  package init(_ attachment: StoredAttachment, _ data: SampleData) {
    self.attachment = attachment
    self.data = data
  }

  /// The most bytes that the files of one sample have together.
  package static let mostBytes = 24 << 20
  /// The most files of one sample.
  package static let most = 256
}
