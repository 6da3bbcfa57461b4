import OpenHealthKit

// example: FollowChanges
func followSteps(in store: HKHealthStore, from anchor: HKQueryAnchor?, until enough: Double) async throws
  -> HKQueryAnchor?
{
  let descriptor = HKAnchoredObjectQueryDescriptor(
    predicates: [.quantitySample(type: HKQuantityType(.stepCount))], anchor: anchor)
  var (sum, latest) = (0.0, anchor)
  for try await change in descriptor.results(for: store) {
    sum += change.addedSamples.reduce(0) { $0 + $1.quantity.doubleValue(for: .count()) }
    // Keep the anchor, and the next run goes on where this one ended.
    latest = change.newAnchor
    if sum >= enough { break }
  }
  return latest
}
// end

// example: SeveralAtOnce
func stepsAndDistance(in store: HKHealthStore) async throws -> (steps: Double, meters: Double) {
  func sum(_ type: HKQuantityType, _ unit: HKUnit) async throws -> Double {
    let descriptor = HKStatisticsQueryDescriptor(predicate: .quantitySample(type: type), options: .cumulativeSum)
    return try await descriptor.result(for: store)?.sumQuantity()?.doubleValue(for: unit) ?? 0
  }
  async let steps = sum(HKQuantityType(.stepCount), .count())
  async let meters = sum(HKQuantityType(.distanceWalkingRunning), .meter())
  return try await (steps, meters)
}
// end
