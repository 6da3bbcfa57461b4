import Foundation
import HealthDatabase
import HealthModel

/// The statistics of intervals: first all, then all again together with those that changed.
struct CollectionFeed: LiveFeed {
  struct Element: Sendable {
    let collection: HKStatisticsCollection
    /// nil in the first element.
    let updated: [HKStatistics]?
  }

  let plan: StatisticsPlan
  let line: StatisticsIntervals
  private var known: [Int: HKStatistics] = [:]

  init(plan: StatisticsPlan, line: StatisticsIntervals) {
    self.plan = plan
    self.line = line
  }

  mutating func first(_ reader: HealthReader) throws -> Element {
    let collection = try read(reader)
    known = collection.populated
    return Element(collection: collection, updated: nil)
  }

  mutating func update(_ reader: HealthReader) throws -> Element? {
    let collection = try read(reader)
    let numbers = Set(known.keys).union(collection.populated.keys).sorted()
    let changed = numbers.filter { known[$0] != collection.populated[$0] }
    guard !changed.isEmpty else { return nil }
    known = collection.populated
    return Element(collection: collection, updated: changed.map { collection.statistics($0) })
  }

  /// How many intervals are computed at a time, to limit memory; ranges without samples are skipped.
  private static let intervalsPerStep = 8_192

  private func read(_ reader: HealthReader) throws -> HKStatisticsCollection {
    try line.validate()
    let request = try reader.exactRequest(plan.selection)
    var populated: [Int: HKStatistics] = [:]
    try reader.view(orWithoutStore: ()) { view in
      guard let extent = try view.extent(request) else { return }
      let last = line.number(of: extent.upperBound)
      var number = line.number(of: extent.lowerBound)
      while number <= last {
        let end = min(last, number + Self.intervalsPerStep - 1)
        let intervals = line.intervals(number...end)
        let result = try view.statistics(
          StatisticsRequest(
            samples: request, buckets: intervals, separatesSources: plan.separatesSources,
            needsSamples: plan.needsSamples))
        for index in intervals.indices where result.merged[index] != nil {
          populated[number + index] = plan.statistics(
            result, at: index, from: intervals[index].lowerBound, to: intervals[index].upperBound)
        }
        number = end + 1
        // If there are no samples, the next sample determines how many intervals to skip.
        guard result.merged.allSatisfy({ $0 == nil }), let edge = intervals.last?.upperBound else { continue }
        var rest = request
        rest.filter = .and([rest.filter, .start(.greaterThanOrEqual, edge)])
        guard let next = try view.extent(rest) else { return }
        number = max(number, line.number(of: next.lowerBound))
      }
    }
    return HKStatisticsCollection(plan: plan, line: line, populated: populated)
  }
}
