public import Foundation
import HealthModel

/// A sample whose value is one of an enumeration: a stage of sleep, the severity of a symptom.
open class HKCategorySample: HKSample, @unchecked Sendable {
  /// The type, with its class.
  public let categoryType: HKCategoryType
  /// The raw value of the type's enumeration; -1, which is no case, for an imported value that is unknown here.
  public let value: Int

  /// The value if it is unknown.
  static let unknownValue = -1

  /// The word with which a value came that is in no catalog.
  package var word: String? { value == Self.unknownValue ? metadata?[MetadataKey.unknownValue] as? String : nil }

  /// The value unless it is unknown.
  package let knownValue: Int?

  /// A sample from the running program.
  public convenience init(type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date) {
    self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: nil)
  }

  /// A sample from the running program with metadata.
  public convenience init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, metadata: [String: Any]?
  ) {
    self.init(type: type, value: value, start: startDate, end: endDate, device: nil, metadata: metadata)
  }

  /// A sample from the running program, measured by a device.
  ///
  /// Traps if the value is not one of the type's, the dates are out of order, or the metadata is invalid.
  public init(
    type: HKCategoryType, value: Int, start startDate: Date, end endDate: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    // The values of a type that is in no catalog are unknown.
    HKPrecondition.check(
      type.entry.values.contains(value) || CategoryTypeCatalog.entry(for: type.identifier) == nil,
      "Value \(value) is not compatible with type \(type.identifier)", .validation)
    categoryType = type
    self.value = value
    knownValue = value
    super.init(checked: type, start: startDate, end: endDate, device: device, metadata: metadata)
  }

  /// Takes the values as they are, for samples from a store.
  init(type: HKCategoryType, value: Int?, start: Date, end: Date, header: ObjectHeader) {
    categoryType = type
    self.value = value ?? Self.unknownValue
    knownValue = value
    super.init(type: type, start: start, end: end, header: header)
  }

  /// A description for people.
  open override var description: String {
    "\(categoryType.entry.values.symbol(for: value) ?? word ?? String(value)) \(startDate) - \(endDate)"
  }

  // MARK: - Archiving

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeValue(of: HKObjectType.self, forKey: "sampleType") as? HKCategoryType else {
      return nil
    }
    categoryType = type
    let value = coder.decodeInteger(forKey: "value")
    self.value = value
    knownValue = value == Self.unknownValue ? nil : value
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(value, forKey: "value")
  }
}
