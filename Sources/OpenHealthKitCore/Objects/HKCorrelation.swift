public import Foundation
import HealthModel

/// A sample that groups others: two for a blood pressure, many for a meal.
///
/// Its members are samples of their own, which ordinary queries find as well.
open class HKCorrelation: HKSample, @unchecked Sendable {
  /// The type, with its class.
  public let correlationType: HKCorrelationType
  /// Its members; for one read from a store, those that the client may read.
  public let objects: Set<HKSample>

  /// A correlation from the running program.
  public convenience init(
    type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>
  ) {
    self.init(
      type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: nil)
  }

  /// A correlation from the running program with metadata.
  public convenience init(
    type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
    metadata: [String: Any]?
  ) {
    self.init(
      type: correlationType, start: startDate, end: endDate, objects: objects, device: nil, metadata: metadata)
  }

  /// A correlation from the running program, measured by a device.
  ///
  /// Traps if it has no members, the dates are out of order, or the metadata is invalid.
  public init(
    type correlationType: HKCorrelationType, start startDate: Date, end endDate: Date, objects: Set<HKSample>,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    HKPrecondition.check(
      !objects.isEmpty, "A correlation of type \(correlationType) must have objects", .validation)
    self.correlationType = correlationType
    self.objects = objects
    super.init(checked: correlationType, start: startDate, end: endDate, device: device, metadata: metadata)
  }

  /// Takes the values as they are, for samples from a store.
  init(type: HKCorrelationType, objects: Set<HKSample>, start: Date, end: Date, header: ObjectHeader) {
    correlationType = type
    self.objects = objects
    super.init(type: type, start: start, end: end, header: header)
  }

  /// The members with one type.
  public func objects(for objectType: HKObjectType) -> Set<HKSample> {
    objects.filter { $0.sampleType == objectType }
  }

  // MARK: - Archiving

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeValue(of: HKObjectType.self, forKey: "sampleType") as? HKCorrelationType,
      case let objects = coder.decodeList(of: HKSample.self, forKey: "objects"), !objects.isEmpty
    else { return nil }
    correlationType = type
    self.objects = Set(objects)
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(Array(objects) as NSArray, forKey: "objects")
  }
}
