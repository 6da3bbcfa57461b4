import Foundation
import HealthModel

/// HealthKit's requirements for a new sample. A sample that violates them traps.
enum SampleValidation {
  static func check(_ type: HKSampleType, from start: Date, to end: Date, _ metadata: Metadata) {
    checkDates(type, start, end)
    checkMetadata(type, metadata)
  }

  private static func checkDates(_ type: HKSampleType, _ start: Date, _ end: Date) {
    HKPrecondition.check(
      start <= end, "Sample of type \(type) has startDate \(start) after endDate \(end)", .validation)
    HKPrecondition.check(
      end != .distantFuture, "Sample of type \(type) can not have endDate of NSDate.distantFuture", .validation)
    if let limit = type.durationLimit {
      HKPrecondition.check(
        end.timeIntervalSince(start) <= limit,
        "Duration between startDate (\(start)) and endDate (\(end)) is above the maximum allowed duration for type "
          + "\(type). Maximum duration for type \(type) is \(limit)", .validation)
    }
  }

  private static func checkMetadata(_ type: HKSampleType, _ metadata: Metadata) {
    HKPrecondition.check(
      (metadata[HKMetadataKeySyncIdentifier] == nil) == (metadata[HKMetadataKeySyncVersion] == nil),
      "\(HKMetadataKeySyncIdentifier) and \(HKMetadataKeySyncVersion) must be given together", .validation)
    if let key = requiredKeys[type.identifier] {
      HKPrecondition.check(metadata[key] != nil, "Sample of type \(type) must have metadata key \(key)", .validation)
    }
  }

  private static let requiredKeys = [
    HKCategoryTypeIdentifier.menstrualFlow.rawValue: HKMetadataKeyMenstrualCycleStart,
    HKQuantityTypeIdentifier.insulinDelivery.rawValue: HKMetadataKeyInsulinDeliveryReason,
  ]
}
