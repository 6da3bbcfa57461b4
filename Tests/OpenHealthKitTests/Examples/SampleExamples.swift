import Foundation
import OpenHealthKit

// example: SaveASample
func drink(_ milliliters: Double, at time: Date, in store: HKHealthStore) async throws {
  let water = HKQuantityType(.dietaryWater)
  try await store.requestAuthorization(toShare: [water], read: [water])
  let glass = HKQuantitySample(
    type: water, quantity: HKQuantity(unit: .literUnit(with: .milli), doubleValue: milliliters), start: time,
    end: time, metadata: [HKMetadataKeyWasUserEntered: true])
  try await store.save(glass)
}
// end

// example: LatestSamples
func latestHeartRates(_ count: Int, in store: HKHealthStore) async throws -> [Double] {
  let descriptor = HKSampleQueryDescriptor(
    predicates: [.quantitySample(type: HKQuantityType(.heartRate))],
    sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: count)
  let beatsPerMinute = HKUnit.count().unitDivided(by: .minute())
  return try await descriptor.result(for: store).map { $0.quantity.doubleValue(for: beatsPerMinute) }
}
// end

// example: SamplesWithAHandler
func nights(
  from start: Date, to end: Date, in store: HKHealthStore, done: @escaping @Sendable ([HKCategorySample]) -> Void
) {
  let within = HKQuery.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
  let asleep = HKCategoryValueSleepAnalysis.predicateForSamples(
    equalTo: HKCategoryValueSleepAnalysis.allAsleepValues)
  let query = HKSampleQuery(
    sampleType: HKCategoryType(.sleepAnalysis),
    predicate: NSCompoundPredicate(andPredicateWithSubpredicates: [within, asleep]), limit: HKObjectQueryNoLimit,
    sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]
  ) { _, samples, _ in
    done(samples as? [HKCategorySample] ?? [])
  }
  store.execute(query)
}
// end

// example: StepsByDay
func stepsByDay(from start: Date, days: Int, in store: HKHealthStore) async throws -> [Double] {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  let midnight = calendar.startOfDay(for: start)
  let descriptor = HKStatisticsCollectionQueryDescriptor(
    predicate: .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum, anchorDate: midnight,
    intervalComponents: DateComponents(calendar: calendar, timeZone: .gmt, day: 1))
  let collection = try await descriptor.result(for: store)
  return (0..<days).map { day in
    let noon = midnight.addingTimeInterval((Double(day) + 0.5) * 86_400)
    return collection.statistics(for: noon)?.sumQuantity()?.doubleValue(for: .count()) ?? 0
  }
}
// end
