package import FoundationEssentials

/// What was measured in a quarter hour.
package struct MeasuredQuarter: Hashable, Sendable {
  package private(set) var sum = 0.0
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ value: Double) {
    sum += value
    count += 1
  }

  /// The mean over time of at least one.
  static func mean(_ quarters: [Self]) -> Double {
    quarters.reduce(0) { $0 + $1.sum / Double($1.count) } / Double(quarters.count)
  }
}

extension HealthReader {
  /// The mean of a type in each of several spans, over time if HealthKit weights the type by time, otherwise of the
  /// samples; in each quarter hour only of the highest-ranked source; nil without samples.
  ///
  /// - Complexity: O(samples of these spans).
  package func rankedMeans(_ type: String, in spans: [Range<Date>]) throws -> [Double?] {
    let isOverTime = QuantityTypeCatalog.entry(for: type)?.aggregation == .discreteTemporallyWeighted
    return try quarters(type, in: spans).map { quarters in
      guard !quarters.isEmpty else { return nil }
      if isOverTime { return MeasuredQuarter.mean(quarters) }
      return quarters.reduce(0) { $0 + $1.sum } / Double(quarters.reduce(0) { $0 + $1.count })
    }
  }

  /// Statistics for people: like `statistics(_:over:)`, but the average of a type that HealthKit weights by time is a
  /// mean over time.
  ///
  /// A watch measures the heart rate about every five minutes at rest and every few seconds during a workout. The mean of
  /// the samples of a day is therefore mostly that of its workout. Here, each quarter hour with samples counts the same,
  /// with the mean of its own samples, and quarter hours without samples are unknown: a value is valid for at most 15
  /// minutes, and never beyond the quarter hour in which it was measured. Shorter pieces would leave out most of the time
  /// between two measurements at rest; longer ones would merge rest and exercise. The totals that a store keeps are also
  /// those of quarter hours, so no sample of a type with one source has to be read. Of several sources, in each quarter
  /// hour the highest-ranked one counts that measured in it; minimum, maximum and count are those of all.
  ///
  /// HealthKit's own average of instants is not documented, so `HKStatistics` keeps the mean of the samples.
  ///
  /// - Parameter spans: ascending and without overlaps.
  /// - Returns: for each span its statistics, with `measuredQuarters` where the average is a mean over time; nil without
  ///   samples.
  /// - Complexity: O(quarter hours) if totals are stored and there is one source, otherwise O(samples).
  package func statisticsOverTime(_ type: String, over spans: [Range<Date>]) throws -> [BucketStatistics?] {
    var result = try statistics(type, over: spans)
    guard QuantityTypeCatalog.entry(for: type)?.aggregation == .discreteTemporallyWeighted else { return result }
    if try hasSeveralSources(type) {
      let places = result.indices.filter { result[$0] != nil }
      // A year of quarter hours is in memory at once.
      for first in stride(from: 0, to: places.count, by: 366) {
        let some = places[first..<min(places.count, first + 366)]
        for (place, quarters) in zip(some, try quarters(type, in: some.map { spans[$0] })) where !quarters.isEmpty {
          result[place]?.average = MeasuredQuarter.mean(quarters)
          result[place]?.measuredQuarters = quarters.count
        }
      }
      return result
    }
    // Spans without samples need not be divided, and a year of quarter hours need not be in memory at once.
    var quarters: [Range<Date>] = []
    var places: [Int] = []
    func add() throws {
      var sums = [Int: (sum: Double, count: Int)]()
      for (place, quarter) in zip(places, try statistics(type, over: quarters)) {
        guard let mean = quarter?.average else { continue }
        sums[place, default: (0, 0)].sum += mean
        sums[place, default: (0, 0)].count += 1
      }
      for (place, found) in sums {
        result[place]?.average = found.sum / Double(found.count)
        result[place]?.measuredQuarters = found.count
      }
      quarters.removeAll(keepingCapacity: true)
      places.removeAll(keepingCapacity: true)
    }
    for (place, span) in spans.enumerated() where result[place] != nil {
      if quarters.count > 4_000 { try add() }
      var start = span.lowerBound.timeIntervalSinceReferenceDate
      let end = span.upperBound.timeIntervalSinceReferenceDate
      while start < end {
        let next = min(end, ((start / Self.quarter).rounded(.down) + 1) * Self.quarter)
        quarters.append(Date(timeIntervalSinceReferenceDate: start)..<Date(timeIntervalSinceReferenceDate: next))
        places.append(place)
        start = next
      }
    }
    try add()
    return result
  }

  private static var quarter: Double { 900 }
}
