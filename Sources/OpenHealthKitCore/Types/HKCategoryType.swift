public import Foundation
import HealthModel

/// The type of samples whose value is one of an enumeration: sleep, symptoms, stand hours.
open class HKCategoryType: HKSampleType, @unchecked Sendable {
  /// What is known of the type; of one that is in no catalog, nothing but its name.
  let entry: CategoryTypeEntry

  private static let prefix = "HKCategoryTypeIdentifier"

  /// The type with an identifier.
  ///
  /// Unlike in HealthKit, an identifier that is not in the catalog is one of a type that only the store knows, such as a
  /// newer system's: queries find its samples, with the value -1 for what came as an unknown word, which is in the
  /// metadata. Traps if the identifier does not begin with `HKCategoryTypeIdentifier`.
  public convenience init(_ identifier: HKCategoryTypeIdentifier) {
    guard let entry = Self.entry(identifier.rawValue) else {
      HKPrecondition.fail("Invalid category type identifier \(identifier.rawValue)")
    }
    self.init(entry: entry)
  }

  init(entry: CategoryTypeEntry) {
    self.entry = entry
    super.init(named: entry.identifier)
  }

  /// One of the catalog, or one whose samples have been read.
  convenience init?(known identifier: String) {
    guard let entry = CategoryTypeCatalog.readable(identifier), Self.entry(identifier) != nil else { return nil }
    self.init(entry: entry)
  }

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let entry = coder.decodeText(forKey: "identifier").flatMap(Self.entry) else { return nil }
    self.entry = entry
    super.init(coder: coder)
  }

  private static func entry(_ identifier: String) -> CategoryTypeEntry? {
    if let entry = CategoryTypeCatalog.entry(for: identifier) { return entry }
    let isNamed = identifier.hasPrefix(prefix) && identifier.utf8.count > prefix.utf8.count
    return isNamed ? CategoryTypeEntry(unlisted: identifier) : nil
  }

  override var sampleKind: SampleKind { .category }
}
