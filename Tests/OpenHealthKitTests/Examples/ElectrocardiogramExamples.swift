import Foundation
import OpenHealthKit

// example: Reading electrocardiograms
func peak(of electrocardiogram: HKElectrocardiogram, in store: HKHealthStore) async throws -> HKQuantity? {
  var highest: HKQuantity?
  for try await voltage in HKElectrocardiogramQueryDescriptor(electrocardiogram).results(for: store) {
    guard let quantity = voltage.quantity(for: .appleWatchSimilarToLeadI) else { continue }
    if highest.map({ quantity.compare($0) == .orderedDescending }) ?? true { highest = quantity }
  }
  return highest
}

func irregular(in store: HKHealthStore) async throws -> [HKElectrocardiogram] {
  let predicate = HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation)
  return try await HKSampleQueryDescriptor(
    predicates: [.electrocardiogram(predicate)], sortDescriptors: [SortDescriptor(\.startDate, order: .reverse)]
  ).result(for: store)
}
// end

// example: Reading heartbeats
func longestInterval(in series: HKHeartbeatSeriesSample, store: HKHealthStore) async throws -> TimeInterval {
  var last: TimeInterval?
  var longest: TimeInterval = 0
  for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: store) {
    if let last, !beat.precededByGap { longest = max(longest, beat.timeIntervalSinceStart - last) }
    last = beat.timeIntervalSinceStart
  }
  return longest
}
// end
