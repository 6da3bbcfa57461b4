import FoundationEssentials
import HealthModel

/// The data and the attachments of a sample, which our own exports print in Base64.
struct PendingData {
  private var own = SpooledData()
  private(set) var attachments: [AttachedFile] = []
  private var fileByteCount = 0
  /// The attachment whose end tag has not been read yet, and its attributes.
  private var open: (file: StoredAttachment, pieces: [[UInt8]], metadata: RawMetadata)?

  var isEmpty: Bool { own.isEmpty && attachments.isEmpty }
  var data: SampleData { own.data }
  /// The total size.
  var byteCount: Int { own.count + fileByteCount }

  mutating func clear() {
    self = PendingData()
  }

  /// - Returns: false for text that is not Base64, and if the limit is exceeded.
  /// - Throws: the error of a temporary file.
  mutating func append(_ raw: UnsafeRawBufferPointer?) throws(ImportError) -> Bool {
    guard let raw, let bytes = Data(base64Encoded: Data(raw)), !bytes.isEmpty else { return false }
    if let size = open?.file.size {
      guard fileByteCount + bytes.count <= SampleLimits.mostBytesOfFiles,
        size + bytes.count <= SampleLimits.mostFileBytes
      else { return false }
      open?.pieces.append(Array(bytes))
      open?.file.size += bytes.count
      fileByteCount += bytes.count
    } else {
      guard own.count + bytes.count <= SampleLimits.mostDataBytes else { return false }
      try own.append(Array(bytes))
    }
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
    guard let uuid = text("identifier").flatMap(UUIDParser.uuid) else { return .badValue }
    guard let created = tag["creationDate"].flatMap({ dates.instant($0)?.date }), SampleBounds.allows(created) else {
      return .badDate
    }
    let attachment = StoredAttachment(
      uuid: uuid, name: text("name") ?? "", contentType: text("contentType") ?? "", size: 0, created: created,
      metadata: Metadata())
    open = (attachment, [], RawMetadata())
    return nil
  }

  mutating func appendMetadata(_ tag: XMLTag) -> SkipReason? { open?.metadata.append(tag) ?? nil }

  /// - Returns: false if it is empty or too large.
  mutating func endAttachment() -> Bool {
    guard case (var file, let pieces, let metadata)? = open else { return true }
    open = nil
    guard !pieces.isEmpty else { return false }
    file.metadata = metadata.decoded()
    attachments.append(AttachedFile(file, SampleData(pieces)))
    return true
  }
}
