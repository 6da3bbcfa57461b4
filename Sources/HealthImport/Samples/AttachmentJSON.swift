import FoundationEssentials
import HealthModel

/// Reads an attachment of a sample in our own JSON.
enum AttachmentJSON {
  static func read(_ reader: inout JSONReader, _ dates: inout DateParser) throws -> AttachedFile {
    var (uuid, created): (UUID?, Date?)
    var (name, contentType) = ("", "")
    var metadata: [Metadata.Entry] = []
    var data: SampleData = []
    try reader.object { reader, key in
      switch key {
      case "uuid": uuid = UUIDParser.uuid(try reader.text())
      case "name": name = try reader.text()
      case "contentType": contentType = try reader.text()
      case "created": created = try reader.date(&dates)
      case "metadata": metadata = try MetadataJSON.read(&reader, dates: &dates)
      case "data": data = try SampleJSON.data(&reader, most: SampleLimits.mostFileBytes)
      default: throw reader.failure("is not a key of a file")
      }
    }
    guard let uuid else { throw reader.failure("is missing, or not a UUID", in: "uuid") }
    guard let created else { throw reader.failure("is missing", in: "created") }
    guard !data.isEmpty else { throw reader.failure("is missing", in: "data") }
    return AttachedFile(
      StoredAttachment(
        uuid: uuid, name: name, contentType: contentType, size: data.count, created: created,
        metadata: Metadata(metadata)), data)
  }
}
