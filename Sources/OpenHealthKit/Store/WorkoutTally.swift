import Foundation
import HealthModel

/// Sums the samples of a workout by type. They are from one client, so nothing is merged.
enum WorkoutTally {
  static func statistics(_ samples: [HKSample], from start: Date?, to end: Date?) -> [HKQuantityType: HKStatistics] {
    let quantities = samples.compactMap { $0 as? HKQuantitySample }
    let byType = Dictionary(grouping: quantities, by: \.quantityType)
    return Dictionary(
      byType.compactMap { type, samples -> (HKQuantityType, HKStatistics)? in
        let values = samples.compactMap { $0.unit.convert($0.value, to: type.entry.unit) }
        guard let first = samples.map(\.startDate).min(), let last = samples.map(\.endDate).max() else { return nil }
        guard let sum = values.reduce(0, +).withinRange else { return nil }
        let numbers =
          type.aggregationStyle == .cumulative
          ? HKStatistics.Values(sum: sum)
          : HKStatistics.Values(
            average: (values.map { $0 / Double(values.count) }.reduce(0, +)).withinRange, minimum: values.min(),
            maximum: values.max())
        return (type, HKStatistics(type: type, start: start ?? first, end: end ?? last, values: numbers))
      }, uniquingKeysWith: { first, _ in first })
  }
}
