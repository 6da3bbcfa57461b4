public import Foundation
import HealthModel

/// The type of samples whose value is one of an enumeration: sleep, symptoms, stand hours.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
  let entry: CategoryTypeEntry

  /// The type with an identifier. Traps if the identifier is not in the catalog.
  public convenience init(_ identifier: HKCategoryTypeIdentifier) {
    guard let entry = CategoryTypeCatalog.entry(for: identifier.rawValue) else {
      HKPrecondition.fail("Invalid category type identifier \(identifier.rawValue)")
    }
    self.init(entry: entry)
  }

  init(entry: CategoryTypeEntry) {
    self.entry = entry
    super.init(named: entry.identifier)
  }

  convenience init?(known identifier: String) {
    guard let entry = CategoryTypeCatalog.entry(for: identifier) else { return nil }
    self.init(entry: entry)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let entry = coder.decodeText(forKey: "identifier").flatMap(CategoryTypeCatalog.entry) else { return nil }
    self.entry = entry
    super.init(coder: coder)
  }

  override var sampleKind: SampleKind { .category }
}
