public import Foundation
package import HealthModel

/// A sample with a quantity: steps walked, a heart rate.
///
/// A sample that is created or read is always an ``HKCumulativeQuantitySample`` or an ``HKDiscreteQuantitySample``,
/// depending on the aggregation style of its type.
open class HKQuantitySample: HKSample, @unchecked Sendable {
  /// The type, with its class.
  public var quantityType: HKQuantityType { unsafeDowncast(sampleType, to: HKQuantityType.self) }
  /// The number of measurements in it: 1, unless it represents a series.
  public let count: Int
  // Created on demand, so that reading a hundred thousand samples creates no unused quantities.
  package let unit: HealthUnit
  package let value: Double

  /// The value with its unit.
  public var quantity: HKQuantity { HKQuantity(model: unit, value: value) }

  /// Takes the values as they are, for samples from a store.
  init(
    type: HKQuantityType, unit: HealthUnit, value: Double, count: Int = 1, start: Date, end: Date, header: ObjectHeader
  ) {
    self.count = count
    self.unit = unit
    self.value = value
    super.init(type: type, start: start, end: end, header: header)
  }

  init(
    checked type: HKQuantityType, quantity: HKQuantity, start: Date, end: Date, device: HKDevice?,
    metadata: [String: Any]?
  ) {
    HKPrecondition.check(
      type.entry.unit.isCompatible(with: quantity.unit),
      "\(type.identifier) requires unit of type \(type.entry.unit). Incompatible unit: \(quantity.unit)", .validation)
    count = 1
    unit = quantity.unit
    value = quantity.value
    super.init(checked: type, start: start, end: end, device: device, metadata: metadata)
  }

  /// A description for people.
  open override var description: String {
    "\(quantity) \(startDate) - \(endDate)"
  }

  // MARK: - Archiving

  /// Decodes an archived object; nil if something is missing or invalid.
  public required init?(coder: NSCoder) {
    guard coder.decodeValue(of: HKObjectType.self, forKey: "sampleType") is HKQuantityType,
      let quantity = coder.decodeValue(of: HKQuantity.self, forKey: "quantity")
    else { return nil }
    count = coder.decodeInteger(forKey: "count")
    unit = quantity.unit
    value = quantity.value
    super.init(coder: coder)
  }

  /// Encodes the object. Archives are compatible only with this library.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(quantity, forKey: "quantity")
    coder.encode(count, forKey: "count")
  }
}

/// A sample of a cumulative type.
public final class HKCumulativeQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The sum of the measurements in it.
  public var sumQuantity: HKQuantity { quantity }

  /// The older name of ``sumQuantity``.
  @available(*, deprecated, renamed: "sumQuantity")
  public var sum: HKQuantity { quantity }
}

/// A sample of a discrete type.
public final class HKDiscreteQuantitySample: HKQuantitySample, @unchecked Sendable {
  /// The smallest of the measurements in it.
  public var minimumQuantity: HKQuantity { quantity }
  /// The average of the measurements in it.
  public var averageQuantity: HKQuantity { quantity }
  /// The largest of the measurements in it.
  public var maximumQuantity: HKQuantity { quantity }
  /// The last of the measurements in it.
  public var mostRecentQuantity: HKQuantity { quantity }
  /// When the last of the measurements was taken.
  public var mostRecentQuantityDateInterval: DateInterval { DateInterval(start: startDate, end: endDate) }
}

/// Apple's earlier class for cumulative samples with several measurements, before every sample could have several.
@available(*, deprecated, renamed: "HKCumulativeQuantitySample")
public typealias HKCumulativeQuantitySeriesSample = HKCumulativeQuantitySample
