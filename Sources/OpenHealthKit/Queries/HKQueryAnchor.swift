public import Foundation
import HealthModel

/// A position in the order in which a store was written. Immutable.
///
/// It belongs to one store file, whatever types it was got for. Archived and read back it is the same position.
public final class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, Sendable {
  let position: StoreAnchor

  init(_ position: StoreAnchor) {
    self.position = position
    super.init()
  }

  /// The position of a number that HealthKit gave out before it had anchors; 0 is the beginning.
  public convenience init(fromValue value: Int) {
    self.init(StoreAnchor(sample: Int64(max(0, value))))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKQueryAnchor)?.position == position
  }

  public override var hash: Int { position.hashValue }

  public override var description: String { "samples to \(position.sample), deletions to \(position.deletion)" }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  public static var supportsSecureCoding: Bool { true }

  public init?(coder: NSCoder) {
    let sample = coder.decodeInt64(forKey: "sample")
    let deletion = coder.decodeInt64(forKey: "deletion")
    guard coder.containsValue(forKey: "sample"), sample >= 0, deletion >= 0 else { return nil }
    position = StoreAnchor(sample: sample, deletion: deletion)
    super.init()
  }

  public func encode(with coder: NSCoder) {
    coder.encode(position.sample, forKey: "sample")
    coder.encode(position.deletion, forKey: "deletion")
  }
}
