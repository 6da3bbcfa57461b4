import Foundation
import HealthModel

@testable import OpenHealthKit
@testable import OpenHealthKitCore

/// Statistics computed as simply as possible: every interval between two boundaries is considered separately.
struct StatisticsModel {
  /// The selected samples.
  let samples: [HKQuantitySample]
  /// All samples of the type, which determine the rank of sources.
  let all: [HKQuantitySample]
  let style: HKQuantityAggregationStyle

  private struct Lane: Hashable {
    var source: HKSource
    var hardware: String?
    var isEntered: Bool

    init(_ sample: HKQuantitySample) {
      source = sample.sourceRevision.source
      hardware = sample.device?.hardwareVersion
      isEntered = (sample.metadata?[HKMetadataKeyWasUserEntered] as? NSNumber)?.boolValue ?? false
    }

    var standing: Int {
      if isEntered { return 0 }
      if hardware?.hasPrefix("Watch") == true { return 1 }
      return hardware?.hasPrefix("iPhone") == true ? 2 : 3
    }
  }

  private func value(_ sample: HKQuantitySample) -> Double {
    sample.quantity.doubleValue(for: HKUnit(sample.quantityType.entry.unit))
  }

  /// The samples that belong to a bucket.
  func members(of bucket: Range<Date>, whole: Bool = false) -> [HKQuantitySample] {
    samples.filter { sample in
      if whole || bucket.contains(sample.startDate) { return true }
      return style == .cumulative && sample.startDate < bucket.upperBound && sample.endDate > bucket.lowerBound
    }
  }

  /// The merged sum of a bucket.
  func sum(_ bucket: Range<Date>) -> Double {
    let lanes = Dictionary(grouping: samples) { Lane($0) }
    let first = Dictionary(grouping: all) { Lane($0) }.mapValues { $0.map(\.startDate).min() ?? .distantPast }
    let ranked = lanes.sorted { left, right in
      if left.key.standing != right.key.standing { return left.key.standing < right.key.standing }
      return (first[left.key] ?? .distantPast) > (first[right.key] ?? .distantPast)
    }.map(\.value)
    let coverage = ranked.map { lane in
      lane.sorted { $0.startDate < $1.startDate }.reduce(into: [Range<Date>]()) { spans, sample in
        if let last = spans.last, sample.startDate.timeIntervalSince(last.upperBound) <= 120 {
          spans[spans.count - 1] = last.lowerBound..<max(last.upperBound, sample.endDate)
        } else {
          spans.append(sample.startDate..<sample.endDate)
        }
      }
    }
    func rank(at instant: Date) -> Int {
      coverage.firstIndex { $0.contains { $0.contains(instant) } } ?? ranked.count
    }
    var edges = Set(samples.flatMap { [$0.startDate, $0.endDate] } + [bucket.lowerBound, bucket.upperBound])
    edges = edges.filter { bucket.contains($0) || $0 == bucket.upperBound }
    let sorted = edges.sorted()
    var sum = 0.0
    for (low, high) in zip(sorted, sorted.dropFirst()) {
      let middle = low.addingTimeInterval(high.timeIntervalSince(low) / 2)
      let winner = rank(at: middle)
      guard winner < ranked.count else { continue }
      for sample in ranked[winner] where (sample.startDate..<sample.endDate).contains(middle) {
        sum += value(sample) * high.timeIntervalSince(low) / sample.endDate.timeIntervalSince(sample.startDate)
      }
    }
    for (rankOfLane, lane) in ranked.enumerated() {
      for sample in lane where sample.startDate == sample.endDate && bucket.contains(sample.startDate) {
        if rank(at: sample.startDate) >= rankOfLane { sum += value(sample) }
      }
    }
    return sum
  }

  func average(_ members: [HKQuantitySample]) -> Double? {
    guard !members.isEmpty else { return nil }
    let mean = members.map(value).reduce(0, +) / Double(members.count)
    let seconds = members.map { $0.endDate.timeIntervalSince($0.startDate) }
    let total = seconds.reduce(0, +)
    switch style {
    case .discreteTemporallyWeighted where total > 0:
      return zip(members, seconds).map { value($0) * $1 }.reduce(0, +) / total
    case .discreteEquivalentContinuousLevel where total > 0:
      return 10 * log10(zip(members, seconds).map { pow(10, value($0) / 10) * $1 }.reduce(0, +) / total)
    default: return mean
    }
  }

  func extremes(_ members: [HKQuantitySample]) -> (Double, Double)? {
    let values = members.map(value)
    guard let low = values.min(), let high = values.max() else { return nil }
    return (low, high)
  }

  /// The seconds that members cover in a bucket, each counted once.
  func duration(_ members: [HKQuantitySample], in bucket: Range<Date>) -> Double {
    var covered = 0.0
    var until = Date.distantPast
    for sample in members.sorted(by: { $0.startDate < $1.startDate }) {
      let low = max(sample.startDate, bucket.lowerBound, until)
      let high = min(sample.endDate, bucket.upperBound)
      if high > low { covered += high.timeIntervalSince(low) }
      until = max(until, high)
    }
    return covered
  }
}
