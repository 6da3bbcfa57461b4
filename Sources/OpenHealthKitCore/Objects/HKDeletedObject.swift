public import Foundation
import HealthModel

/// An object that was deleted. Immutable; equal by ``uuid``.
public final class HKDeletedObject: NSObject, NSSecureCoding, Sendable {
  /// The identity of the object.
  public let uuid: UUID
  private let record: Metadata

  /// - Parameter metadata: only the sync keys are kept.
  init(uuid: UUID, metadata: Metadata) {
    self.uuid = uuid
    record = Metadata(
      metadata.entries.filter { $0.key == HKMetadataKeySyncIdentifier || $0.key == HKMetadataKeySyncVersion })
    super.init()
  }

  /// The object's ``HKMetadataKeySyncIdentifier`` and ``HKMetadataKeySyncVersion``, nil if it had none.
  public var metadata: [String: Any]? { record.dictionary }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKDeletedObject)?.uuid == uuid
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { uuid.hashValue }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "uuid") else { return nil }
    self.uuid = uuid
    record = coder.decodeMetadata(forKey: "metadata")
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encodeUUID(uuid, forKey: "uuid")
    coder.encodeMetadata(record, forKey: "metadata")
  }
}
