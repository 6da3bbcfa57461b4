public import Foundation
import HealthModel

/// An object that was deleted.
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

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKDeletedObject)?.uuid == uuid
  }

  public override var hash: Int { uuid.hashValue }

  // MARK: - Archiving

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    guard let uuid = coder.decodeUUID(forKey: "uuid") else { return nil }
    self.uuid = uuid
    record = coder.decodeMetadata(forKey: "metadata")
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encodeUUID(uuid, forKey: "uuid")
    coder.encodeMetadata(record, forKey: "metadata")
  }
}
