package import Foundation
import HealthDatabase
package import HealthModel
import HealthQueries

/// A request for statistics: which samples, and which values.
package struct StatisticsPlan: Sendable {
  let type: HKQuantityType
  let selection: SampleSelection
  let options: HKStatisticsOptions

  /// Traps for options that are invalid for the type.
  package init(type: HKQuantityType, predicate: NSPredicate?, options: HKStatisticsOptions) {
    let isCumulative = type.aggregationStyle == .cumulative
    let wrong: HKStatisticsOptions = isCumulative ? [.discreteAverage, .discreteMin, .discreteMax] : [.cumulativeSum]
    HKPrecondition.check(
      options.isDisjoint(with: wrong),
      "Statistics options \(options.rawValue) are not compatible with \(isCumulative ? "cumulative" : "discrete") data "
        + "type \(type)")
    self.type = type
    selection = SampleSelection(type: type, predicate: predicate)
    self.options = options
  }

  var separatesSources: Bool { options.contains(.separateBySource) }

  /// Whether stored totals are not sufficient.
  var needsSamples: Bool { separatesSources || !options.isDisjoint(with: [.mostRecent, .duration]) }

  /// The requested values.
  func values(_ bucket: BucketStatistics?) -> HKStatistics.Values {
    guard let bucket else { return HKStatistics.Values() }
    func value(_ option: HKStatisticsOptions, _ value: Double?) -> Double? {
      options.contains(option) ? value?.withinRange : nil
    }
    var interval: DateInterval?
    if options.contains(.mostRecent), let start = bucket.mostRecentStart, let end = bucket.mostRecentEnd {
      interval = DateInterval(start: start, end: end)
    }
    return HKStatistics.Values(
      sum: value(.cumulativeSum, bucket.sum), average: value(.discreteAverage, bucket.average),
      minimum: value(.discreteMin, bucket.minimum), maximum: value(.discreteMax, bucket.maximum),
      mostRecent: value(.mostRecent, bucket.mostRecent), mostRecentInterval: interval,
      duration: value(.duration, bucket.duration))
  }

  /// The statistics of one bucket of a result.
  package func statistics(_ result: StatisticsResult, at index: Int, from start: Date, to end: Date) -> HKStatistics {
    var bySource: [(source: HKSource, values: HKStatistics.Values)]?
    if separatesSources {
      bySource = result.bySource.compactMap { source, buckets in
        buckets[index].map { (HKSource(source), values($0)) }
      }.sorted { ($0.source.name, $0.source.bundleIdentifier) < ($1.source.name, $1.source.bundleIdentifier) }
    }
    return HKStatistics(type: type, start: start, end: end, values: values(result.merged[index]), bySource: bySource)
  }

  /// The statistics of all matching samples together, from the first to the last of them; nil if there are none.
  package func single(_ reader: ClientReader) throws -> HKStatistics? {
    let request = try reader.exactRequest(selection)
    return try reader.view(orWithoutStore: nil) { view in
      let result = try view.statistics(
        StatisticsRequest(
          samples: request, buckets: nil, separatesSources: separatesSources, needsSamples: needsSamples))
      guard let bucket = result.merged.first ?? nil, let start = bucket.start, let end = bucket.end else { return nil }
      return statistics(result, at: 0, from: start, to: end)
    }
  }
}

extension Double {
  /// The value itself, clamped to the finite range if a sum has overflowed; nil for NaN.
  ///
  /// Samples that can be saved today cannot overflow. Older stores may contain some that do.
  var withinRange: Double? {
    isNaN ? nil : Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
