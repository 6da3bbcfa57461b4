public import Foundation
import HealthModel

/// A kind of document.
open class HKDocumentType: HKSampleType, @unchecked Sendable {
  /// The type of a name. A name other than ``HKDocumentTypeIdentifier/CDA`` traps.
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

  /// Four days, which is what Apple's store allows.
  override var durationLimit: TimeInterval? { 345_600 }
}
