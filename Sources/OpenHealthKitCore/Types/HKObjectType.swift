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
