public import Foundation

/// The type of objects in a store. Immutable; equal to every other instance with the same identifier.
open class HKObjectType: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties and those of its subclasses are constant values.

  /// The identifier in files and databases, `HKQuantityTypeIdentifierStepCount`.
  public let identifier: String

  package init(named identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Whether users authorize each object of the type rather than all of them.
  open func requiresPerObjectAuthorization() -> Bool { false }

  /// Whether the other object is equal. See the class.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKObjectType else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
  }

  /// Equal objects have equal hashes.
  open override var hash: Int { identifier.hashValue }

  /// A description for people.
  open override var description: String { identifier }

  /// The same object, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  /// Always true.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeText(forKey: "identifier") else { return nil }
    self.identifier = identifier
    super.init()
  }

  /// Encodes the object. Archives are compatible only with this library.
  open func encode(with coder: NSCoder) {
    coder.encodeText(identifier, forKey: "identifier")
  }
}
