public import Foundation
import HealthModel

/// Lets `HKQuantitySample(type:…)` create an object of the correct subclass, like Apple's class cluster: only an
/// initializer in a protocol extension can choose the class. Do not conform to it.
public protocol HKQuantitySampleMaking {}

extension HKQuantitySample: HKQuantitySampleMaking {}

extension HKQuantitySampleMaking where Self: HKQuantitySample {
  /// A sample from the running program.
  public init(type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date) {
    self.init(
      type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: nil)
  }

  /// A sample from the running program with metadata.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    metadata: [String: Any]?
  ) {
    self.init(
      type: quantityType, quantity: quantity, start: startDate, end: endDate, device: nil, metadata: metadata)
  }

  /// A sample from the running program, measured by a device.
  ///
  /// Traps if the dates are out of order, the quantity's unit is incompatible with the type, or the metadata is
  /// invalid.
  public init(
    type quantityType: HKQuantityType, quantity: HKQuantity, start startDate: Date, end endDate: Date,
    device: HKDevice?, metadata: [String: Any]?
  ) {
    let made: HKQuantitySample =
      switch quantityType.entry.aggregation {
      case .cumulative:
        HKCumulativeQuantitySample(
          checked: quantityType, quantity: quantity, start: startDate, end: endDate, device: device, metadata: metadata)
      default:
        HKDiscreteQuantitySample(
          checked: quantityType, quantity: quantity, start: startDate, end: endDate, device: device, metadata: metadata)
      }
    guard let sample = made as? Self else {
      HKPrecondition.fail("A sample of type \(quantityType.identifier) is not a \(Self.self)", .validation)
    }
    self = sample
  }
}

extension HKQuantitySample {
  /// A sample from a store, with the correct subclass.
  static func stored(
    type: HKQuantityType, unit: HealthUnit, value: Double, count: Int = 1, start: Date, end: Date, header: ObjectHeader
  ) -> HKQuantitySample {
    switch type.entry.aggregation {
    case .cumulative:
      HKCumulativeQuantitySample(
        type: type, unit: unit, value: value, count: count, start: start, end: end, header: header)
    default:
      HKDiscreteQuantitySample(
        type: type, unit: unit, value: value, count: count, start: start, end: end, header: header)
    }
  }
}
