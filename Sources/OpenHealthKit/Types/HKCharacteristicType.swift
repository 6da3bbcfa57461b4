public import Foundation
import HealthModel

/// A fact about the user that does not change from day to day.
open class HKCharacteristicType: HKObjectType, @unchecked Sendable {
  /// The type with an identifier. Traps if the identifier is not in the catalog.
  public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
    HKPrecondition.check(
      CharacteristicTypeCatalog.entry(for: identifier.rawValue) != nil,
      "Invalid characteristic type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  convenience init?(known identifier: String) {
    guard CharacteristicTypeCatalog.entry(for: identifier) != nil else { return nil }
    self.init(named: identifier)
  }

  override init(named identifier: String) {
    super.init(named: identifier)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }
}
