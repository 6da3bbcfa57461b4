import FoundationEssentials
import HealthModel

/// The bytes of a sample and the files that are attached to it, as an export of ours prints them in Base64.
struct PendingData {
  private(set) var pieces: SampleData = []
  private(set) var attachments: [AttachedFile] = []
  /// Of all of them.
  private(set) var byteCount = 0
  private var fileByteCount = 0
  /// The file whose end tag has not come yet, and what it says of itself.
  private var open: (file: AttachedFile, metadata: RawMetadata)?

  var isEmpty: Bool { pieces.isEmpty && attachments.isEmpty }

  mutating func clear() {
    self = PendingData()
  }

  /// - Returns: false for text that is no Base64, and where there is no room for more.
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

  /// - Returns: why the file is left out, nil where it is not.
  mutating func beginAttachment(_ tag: XMLTag, _ dates: inout DateParser) -> SkipReason? {
    open = nil
    func text(_ name: StaticString) -> String? {
      tag[name].flatMap { $0.count > ExportLimits.longestName ? nil : XMLText.decode($0) }
    }
    guard attachments.count < AttachedFile.most else { return .tooLarge }
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

  /// - Returns: false for one without bytes, and for one that is too large.
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
