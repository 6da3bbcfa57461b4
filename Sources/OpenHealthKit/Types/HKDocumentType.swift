public import Foundation
import HealthModel

/// The type of a document.
open class HKDocumentType: HKSampleType, @unchecked Sendable {
  /// The type with an identifier. Traps for identifiers other than ``HKDocumentTypeIdentifier/CDA``.
  public convenience init(_ identifier: HKDocumentTypeIdentifier) {
    HKPrecondition.check(
      identifier == .CDA, "Invalid document type identifier \(identifier.rawValue)")
    self.init(named: identifier.rawValue)
  }

  convenience init?(known identifier: String) {
    guard identifier == TypeIdentifier.clinicalDocument else { return nil }
    self.init(named: identifier)
  }

  override init(named identifier: String) {
    super.init(named: identifier)
  }

  public required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  /// Four days, the maximum in Apple's store.
  override var durationLimit: TimeInterval? { 345_600 }
}
