import FoundationEssentials
import HealthModel

/// The data and the attachments of a sample, which our own exports print in Base64.
struct PendingData {
  private(set) var pieces: SampleData = []
  private(set) var attachments: [AttachedFile] = []
  /// The total size.
  private(set) var byteCount = 0
  private var fileByteCount = 0
  /// The attachment whose end tag has not been read yet, and its attributes.
  private var open: (file: AttachedFile, metadata: RawMetadata)?

  var isEmpty: Bool { pieces.isEmpty && attachments.isEmpty }

  mutating func clear() {
    self = PendingData()
  }

  /// - Returns: false for text that is not Base64, and if the limit is exceeded.
  mutating func append(_ raw: UnsafeRawBufferPointer?) -> Bool {
    guard let raw, let bytes = Data(base64Encoded: Data(raw)), !bytes.isEmpty else { return false }
    if let size = open?.file.attachment.size {
      guard fileByteCount + bytes.count <= AttachedFile.mostBytes, size + bytes.count <= DataRecord.mostBytes else {
        return false
      }
      open?.file.data.append(Array(bytes))
      open?.file.attachment.size += bytes.count
      fileByteCount += bytes.count
    } else {
      guard byteCount - fileByteCount + bytes.count <= DataRecord.mostBytes else { return false }
      pieces.append(Array(bytes))
    }
    byteCount += bytes.count
    return true
  }

  // MARK: - Files

  /// - Returns: the reason why the attachment is dropped, nil if it is not.
  mutating func beginAttachment(_ tag: XMLTag, _ dates: inout DateParser) -> SkipReason? {
    open = nil
    func text(_ name: StaticString) -> String? {
      tag[name].flatMap { $0.count > SampleLimits.longestName ? nil : XMLText.decode($0) }
    }
    guard attachments.count < SampleLimits.mostAttachments else { return .tooLarge }
    guard let uuid = text("identifier").flatMap(UUID.init(uuidString:)) else { return .badValue }
    guard let created = tag["creationDate"].flatMap({ dates.instant($0)?.date }), SampleBounds.allows(created) else {
      return .badDate
    }
    let attachment = StoredAttachment(
      uuid: uuid, name: text("name") ?? "", contentType: text("contentType") ?? "", size: 0, created: created,
      metadata: Metadata())
    open = (AttachedFile(attachment, []), RawMetadata())
    return nil
  }

  mutating func appendMetadata(_ tag: XMLTag) -> SkipReason? { open?.metadata.append(tag) ?? nil }

  /// - Returns: false if it is empty or too large.
  mutating func endAttachment() -> Bool {
    guard let (file, metadata) = open else { return true }
    open = nil
    guard !file.data.isEmpty else { return false }
    var whole = file
    whole.attachment.metadata = metadata.decoded()
    attachments.append(whole)
    return true
  }
}
