public import Foundation
import HealthModel

/// A position in the order of writing of a store. Immutable.
///
/// It is valid for one store, for any types. A query of another store, or of a file that has replaced the store,
/// starts from the beginning. It can be archived.
///
/// An archive contains numbers of the whole store: they disclose how much has been written, including types that the
/// client may not read, but not what.
public final class HKQueryAnchor: NSObject, NSSecureCoding, NSCopying, Sendable {
  let position: StoreAnchor
  /// Whether the query that returned this anchor could not continue from the one that it was given, and started from the
  /// beginning: that one is from another store, or older than the deletions that the store remembers (90 days and
  /// 50,000 samples). A client that mirrors the store then discards what it has before it applies the result.
  ///
  /// HealthKit has no such property: there, deletions that were purged are never reported. It is not archived.
  public let startsOver: Bool

  init(_ position: StoreAnchor, startsOver: Bool = false) {
    self.position = position
    self.startsOver = startsOver
    super.init()
  }

  /// An anchor from before HealthKit had anchors, by its number; 0 is the beginning.
  public convenience init(fromValue value: Int) {
    self.init(StoreAnchor(sample: Int64(max(0, value))))
  }

  /// Whether the other object is equal. See the class.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKQueryAnchor)?.position == position
  }

  /// Equal objects have equal hashes.
  public override var hash: Int { position.hashValue }

  // The numbers would disclose how much others write.
  /// A description for people.
  public override var description: String { "HKQueryAnchor" }

  /// The same object, which is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  public static var supportsSecureCoding: Bool { true }

  /// The version of the archive.
  private static let version = 2

  /// Decodes an archived object; nil if something is missing or invalid.
  public init?(coder: NSCoder) {
    let sample = coder.decodeInt64(forKey: "sample")
    let deletion = coder.decodeInt64(forKey: "deletion")
    // Archives of the first version contain neither the version nor the store.
    let version = coder.containsValue(forKey: "version") ? coder.decodeInteger(forKey: "version") : 1
    guard coder.containsValue(forKey: "sample"), sample >= 0, deletion >= 0, (1...Self.version).contains(version) else {
      return nil
    }
    position = StoreAnchor(store: coder.decodeUUID(forKey: "store"), sample: sample, deletion: deletion)
    startsOver = false
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  public func encode(with coder: NSCoder) {
    coder.encode(Self.version, forKey: "version")
    if let store = position.store { coder.encodeUUID(store, forKey: "store") }
    coder.encode(position.sample, forKey: "sample")
    coder.encode(position.deletion, forKey: "deletion")
  }
}
