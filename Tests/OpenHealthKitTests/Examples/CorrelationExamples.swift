import Foundation
import OpenHealthKit

// example: SaveABloodPressure
func saveBloodPressure(systolic: Double, diastolic: Double, at time: Date, in store: HKHealthStore) async throws {
  let types = [HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic)]
  // Authorization is requested for the members. Asking for the correlation's own type traps.
  try await store.requestAuthorization(toShare: Set(types), read: Set(types))
  let members = zip(types, [systolic, diastolic]).map { type, value in
    HKQuantitySample(
      type: type, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value), start: time, end: time)
  }
  try await store.save(
    HKCorrelation(
      type: HKCorrelationType(.bloodPressure), start: time, end: time, objects: Set<HKSample>(members)))
}
// end

// example: HighBloodPressures
func highBloodPressures(in store: HKHealthStore, done: @escaping @Sendable ([Double]) -> Void) {
  let systolic = HKQuantityType(.bloodPressureSystolic)
  let high = HKQuery.predicateForQuantitySamples(
    with: .greaterThanOrEqualTo, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 140))
  let query = HKCorrelationQuery(
    type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: [systolic: high]
  ) { _, correlations, _ in
    let samples = (correlations ?? []).flatMap { $0.objects(for: systolic) }
    done(samples.compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .millimeterOfMercury()) })
  }
  store.execute(query)
}
// end
