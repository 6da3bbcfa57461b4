public import Foundation
package import HealthModel

/// An object that applies to a span of time.
open class HKSample: HKObject, @unchecked Sendable {
  /// The type of the sample.
  public let sampleType: HKSampleType
  /// The start of the time to which it applies.
  public let startDate: Date
  /// The end; the same as ``startDate`` for an instant.
  public let endDate: Date

  /// Takes the values as they are, for samples from a store.
  package init(type: HKSampleType, start: Date, end: Date, header: ObjectHeader) {
    sampleType = type
    startDate = start
    endDate = end
    super.init(header: header)
  }

  /// Creates a new sample and traps if it is invalid.
  package init(
    checked type: HKSampleType, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?,
    content: (any SampleContent)? = nil
  ) {
    if let content, !content.isPlausible {
      HKPrecondition.fail("A sample of type \(type) has values that are out of range", .validation)
    }
    let header = ObjectHeader(device: device, metadata: metadata, content: content)
    SampleValidation.check(type, from: start, to: end, header.metadata)
    sampleType = type
    startDate = start
    endDate = end
    super.init(header: header)
  }

  /// Whether the end of the sample is unknown.
  public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

  // MARK: - Archiving

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard let type = coder.decodeValue(of: HKObjectType.self, forKey: "sampleType") as? HKSampleType,
      let start = coder.decodeDate(forKey: "startDate"), let end = coder.decodeDate(forKey: "endDate")
    else { return nil }
    sampleType = type
    startDate = start
    endDate = end
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(sampleType, forKey: "sampleType")
    coder.encodeDate(startDate, forKey: "startDate")
    coder.encodeDate(endDate, forKey: "endDate")
  }
}
