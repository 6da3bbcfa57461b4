public import Foundation
package import HealthModel

/// The source and device of an object. Nearly all objects of a store share a few of these, so each object has one
/// reference for both.
final class ObjectOrigin: Sendable {
  let revision: HKSourceRevision
  let device: HKDevice?

  init(revision: HKSourceRevision, device: HKDevice?) {
    self.revision = revision
    self.device = device
  }

  convenience init(_ provenance: Provenance) {
    self.init(revision: HKSourceRevision(provenance), device: provenance.device.map { HKDevice($0) })
  }
}

/// The properties of every stored object. Created by the library, never changed.
package struct ObjectHeader {
  var uuid: UUID
  var origin: ObjectOrigin
  package var metadata: Metadata

  init(uuid: UUID, origin: ObjectOrigin, metadata: Metadata) {
    self.uuid = uuid
    self.origin = origin
    self.metadata = metadata
  }

  /// The header of an object that the running program creates.
  ///
  /// - Parameter content: the type-specific content of a sample, which is stored with the metadata.
  init(device: HKDevice?, metadata: [String: Any]?, content: (any SampleContent)? = nil) {
    let metadata = Metadata(validating: metadata)
    self.init(
      uuid: UUID(), origin: ObjectOrigin(revision: .running, device: device),
      metadata: content.map { metadata.adding($0.entry) } ?? metadata)
  }
}

/// An object in a store. Immutable; equal to every object with the same ``uuid``.
open class HKObject: NSObject, NSSecureCoding, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties and those of its subclasses are constants.

  package let header: ObjectHeader

  init(header: ObjectHeader) {
    self.header = header
    super.init()
  }

  /// The object's identity, assigned when it is created.
  public var uuid: UUID { header.uuid }

  /// The source of the object, with its version and hardware. For an object that is not saved yet, the running
  /// program.
  public var sourceRevision: HKSourceRevision { header.origin.revision }

  /// The hardware that measured it.
  public var device: HKDevice? { header.origin.device }

  /// The metadata: `String`, `NSNumber`, `Date` and ``HKQuantity`` by key; nil if there is none.
  public var metadata: [String: Any]? { header.metadata.withoutContent.dictionary }

  /// The source of the object.
  @available(*, deprecated, renamed: "sourceRevision.source")
  public var source: HKSource { header.origin.revision.source }

  /// Whether the other object is equal. See the class.
  open override func isEqual(_ object: Any?) -> Bool {
    (object as? HKObject)?.uuid == uuid
  }

  /// Equal objects have equal hashes.
  open override var hash: Int { uuid.hashValue }

  // MARK: - Archiving

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "uuid"),
      let revision = coder.decodeValue(of: HKSourceRevision.self, forKey: "sourceRevision")
    else { return nil }
    header = ObjectHeader(
      uuid: uuid,
      origin: ObjectOrigin(revision: revision, device: coder.decodeValue(of: HKDevice.self, forKey: "device")),
      metadata: coder.decodeMetadata(forKey: "metadata"))
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  open func encode(with coder: NSCoder) {
    coder.encodeUUID(uuid, forKey: "uuid")
    coder.encode(sourceRevision, forKey: "sourceRevision")
    coder.encode(device, forKey: "device")
    coder.encodeMetadata(header.metadata, forKey: "metadata")
  }
}

extension NSCoder {
  package func encodeMetadata(_ metadata: Metadata, forKey key: String) {
    guard !metadata.isEmpty, let data = try? PropertyListEncoder().encode(metadata.entries) else { return }
    encode(data as NSData, forKey: key)
  }

  package func decodeMetadata(forKey key: String) -> Metadata {
    guard let data = decodeValue(of: NSData.self, forKey: key) as Data?,
      let entries = try? PropertyListDecoder().decode([Metadata.Entry].self, from: data)
    else { return Metadata() }
    return Metadata(entries)
  }
}
