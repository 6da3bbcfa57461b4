package import FoundationEssentials

/// A file attached to a sample, without its data.
package struct StoredAttachment: Hashable, Sendable {
  package var uuid: UUID
  package var name: String
  /// The uniform type identifier: `com.adobe.pdf`.
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

/// A file with its data.
package struct AttachedFile: Sendable {
  package var attachment: StoredAttachment
  package var data: SampleData

  package init(_ attachment: StoredAttachment, _ data: SampleData) {
    self.attachment = attachment
    self.data = data
  }
}
