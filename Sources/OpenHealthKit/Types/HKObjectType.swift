public import Foundation

/// A kind of thing that a store holds. Immutable; equal to every other object for the same kind.
open class HKObjectType: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Unchecked because an open class cannot be checked; its properties and those of its subclasses are constant values.

  /// The name that files and databases know the kind by, `HKQuantityTypeIdentifierStepCount`.
  public let identifier: String

  init(named identifier: String) {
    self.identifier = identifier
    super.init()
  }

  /// Whether a person grants access to each object of the kind rather than to all of them.
  open func requiresPerObjectAuthorization() -> Bool { false }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? HKObjectType else { return false }
    return type(of: self) == type(of: other) && identifier == other.identifier
  }

  open override var hash: Int { identifier.hashValue }

  open override var description: String { identifier }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: - Archiving

  open class var supportsSecureCoding: Bool { true }

  public required init?(coder: NSCoder) {
    guard let identifier = coder.decodeText(forKey: "identifier") else { return nil }
    self.identifier = identifier
    super.init()
  }

  open func encode(with coder: NSCoder) {
    coder.encodeText(identifier, forKey: "identifier")
  }
}
